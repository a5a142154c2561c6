import { expect, it } from 'vitest'
import { profile } from './facts.fixture.ts'
import { nationOf } from './nation.ts'

it.each([
  ['scotland', 'England', 'Scotland'],
  ['northern-ireland', null, 'Northern Ireland'],
  ['wales', 'United Kingdom', 'Wales'],
  ['england-wales', 'England', 'England'],
  ['england-wales', 'WALES', 'Wales'],
  ['england-wales', 'United Kingdom', 'England and Wales'],
  ['england-wales', 'Scotland', 'England and Wales'],
  ['noneu', 'England', null],
  [null, null, null],
])('a company of %s with its office in %s is of %s', (jurisdiction, country, nation) => {
  const office = { lines: ['1 Mill Lane'], locality: null, region: null, postcode: null, country }
  expect(nationOf(profile({ jurisdiction, office }))).toBe(nation)
})
