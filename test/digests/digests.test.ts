/** A digest that means something else has another version, so that one that was kept is never misread. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { integer, object, optional, orNull, text, list, type Shape } from '../../core/index.ts'
import { projectRoot } from '../../core/registry/load.ts'
import { inspect } from '../../core/service/configure.ts'
import { committed, digestOf, digestsOf, driftBetween, type Drift } from './digests.ts'

it('no digest changed under its version, and npm run digests has been run', async () => {
  const { plugins } = await inspect(join(projectRoot, 'config'), {})
  const now = digestsOf(plugins.sources.values())
  expect(Object.keys(now).length).toBeGreaterThan(100)
  expect(driftBetween(committed(), now)).toEqual({ unraised: [], unwritten: [] })
})

describe('a digest', () => {
  const tide = { at: text('When'), metres: integer({ description: 'High water', unit: 'm' }) }
  const drift = (before: Shape<any>, after: Shape<any>, [from, to] = [1, 1]): Drift =>
    driftBetween(
      { 'tides.high': digestOf({ version: from, digest: before }) },
      { 'tides.high': digestOf({ version: to, digest: after }) },
    )
  const told = (before: Shape<any>, after: Shape<any>): readonly string[] => drift(before, after).unraised

  it.each([
    ['field', { ...tide, spring: text('Whether') }, 'spring: none → string'],
    ['type', { ...tide, at: integer('When') }, 'at: string → integer'],
    ['unit', { ...tide, metres: integer({ unit: 'ft' }) }, 'metres: integer m → integer ft'],
    ['null', { ...tide, at: orNull(text('When')) }, 'at: string → null|string'],
    ['absence', { ...tide, at: optional(text('When')) }, 'at: string → none, at?: none → string'],
    ['words', { ...tide, at: text({ enum: ['noon'] }) }, 'at: string → string noon'],
    ['list', { ...tide, at: list(text('When')) }, 'at: string → array, at[]: none → string'],
  ])('with another %s has to have another version', (_, fields, change) => {
    const [fault] = told(object(tide), object(fields))
    expect(fault).toBe(`tides.high still has version 1, and another digest: ${change}`)
    expect(drift(object(tide), object(fields), [1, 2])).toEqual({
      unraised: [],
      unwritten: ['tides.high has version 2'],
    })
  })

  it('in other words is the same', () => {
    const other = object({ metres: integer({ description: 'In metres', unit: 'm', minimum: 0 }), at: text('Time') })
    expect(drift(object(tide), other)).toEqual({ unraised: [], unwritten: [] })
  })

  it('has a version that only rises', () => {
    expect(drift(object(tide), object(tide), [2, 1]).unraised).toHaveLength(1)
    expect(drift(object(tide), object(tide), [1, 1.5]).unraised).toHaveLength(1)
  })

  it('that is new or gone is told until it is committed', () => {
    const one = { 'tides.high': digestOf({ digest: object(tide) }) }
    expect(driftBetween({}, one)).toEqual({ unraised: [], unwritten: ['tides.high is new'] })
    expect(driftBetween(one, {})).toEqual({ unraised: [], unwritten: ['tides.high is gone'] })
  })
})
