import { apart } from '@domesday/core'
import { describe, expect, it } from 'vitest'
import { authorityOf } from './authority.ts'

describe('a planning authority', () => {
  it.each([
    ['Warrington', 'Warrington'],
    ['Durham', 'County Durham'],
    ['Bristol', 'Bristol, City of'],
    ['City of Westminster', 'Westminster'],
    ['Kingston upon Hull', 'Kingston upon Hull, City of'],
    ['Hull', 'Kingston upon Hull, City of'],
    ["King's Lynn & West Norfolk", 'King’s Lynn and West Norfolk'],
    ['St Helens', 'St. Helens'],
    ['Brighton & Hove', 'Brighton and Hove'],
    ['South Downs National Park', 'Arun'],
    ['The Broads Authority', 'Broadland'],
    ['London Legacy Development Corporation', 'Newham'],
  ])('%s decides in %s', (authority, district) => expect(authorityOf(authority, district)).toEqual({ name: authority }))

  it.each([
    ['South Somerset', 'Somerset'],
    ['Carlisle', 'Cumberland'],
    ['Aylesbury Vale', 'Buckinghamshire'],
    ['North Northamptonshire', 'West Northamptonshire'],
  ])('%s of before does not decide in %s', (authority, district) =>
    expect(apart(authorityOf(authority, district))).toMatchObject({
      value: { name: null },
      parts: [{ why: `contradictory: the outline here is that of ${authority}, and the postcode lies in ${district}` }],
    }),
  )

  it('is as the platform has it where no district is known', () => {
    expect([authorityOf('Wyre', null), authorityOf(null, 'Wyre')]).toEqual([{ name: 'Wyre' }, { name: null }])
  })
})
