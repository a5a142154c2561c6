import { readBody } from '../../../test/support/read.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apart, type CallHow } from '@domesday/core'
import { readChecked } from '../../clients/http/read-checked.ts'
import { openSource, type OpenSource } from '@domesday/tool-testing'
import { squareAt, ukhsaRadon, type Radon } from './index.ts'

const read = (body: unknown): Radon | null => readBody(squareAt, body)
const square = (number: unknown, description?: string) => ({
  attributes: { CLASS_MAX: number, Description: description },
})

let atlas: OpenSource
beforeAll(async () => {
  atlas = await openSource(ukhsaRadon)
})
afterAll(() => atlas.close())

describe('the radon potential of a square', () => {
  it('has a word for its class, and is an affected area from the second on', async () => {
    expect(await atlas.ask(squareAt, { lat: 53.389713, lng: -2.599634 })).toMatchObject({
      class: 1,
      radon_potential: 'low',
      radon_affected_area: false,
    })
    expect(await atlas.ask(squareAt, { lat: 51.484591, lng: -3.169657 })).toEqual({
      class: 3,
      radon_potential: 'moderate',
      description: 'The maximum radon potential in this square is 3-5% of homes at or above the Action Level',
      radon_affected_area: true,
    })
  })

  it('is not known outside the atlas', async () => {
    expect(await atlas.ask(squareAt, { lat: 54, lng: -4 })).toBeNull()
  })

  it('is the higher of two squares on their edge, with numbers as text', () => {
    expect(read({ features: [square('2'), square('6', 'over 30%')] })).toEqual({
      class: 6,
      radon_potential: 'very high',
      description: 'over 30%',
      radon_affected_area: true,
    })
  })

  it('is read past one of twelve squares without a class, which is told', () => {
    const features = Array.from({ length: 12 }, (_, i) => (i === 3 ? { attributes: {} } : square(2, 'x')))
    const { value, parts } = apart(readChecked(squareAt.how as CallHow, { features }, {}).value)
    expect(value).toMatchObject({ class: 2 })
    expect(parts).toMatchObject([{ why: '1 of 12 rows could not be read' }])
  })

  it('is null for a class that has no meaning, and a fault where the server says error with status 200', () => {
    expect([read({ features: [square(7)] }), read({ features: [square(null)] }), read({ features: [] })]).toEqual([
      null,
      null,
      null,
    ])
    expect(() => read({})).toThrow('no features')
    expect(() => read({ error: { code: 500, message: 'Error performing query operation' } })).toThrow('no features')
  })
})
