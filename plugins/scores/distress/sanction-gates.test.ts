import { settings, type Unknown } from '@domesday/core'
import type { Sanction } from '@domesday/subject-circle'
import { expect, it } from 'vitest'
import { sanctionGatesOf } from './sanction-gates.ts'

const { gates } = sanctionGatesOf({ found: settings({}) } as never)
/** Which gates hold, and which are in doubt, for somebody under these measures. */
const looked = (...found: readonly Sanction[]) => {
  const read = Object.entries(gates).map(([name, gate]) => [name, gate.read({ found })] as const)
  return {
    hold: read.flatMap(([name, one]) => (typeof one === 'string' ? name : [])),
    doubt: read.flatMap(([name, one]) => (typeof one === 'object' && one !== null ? name : [])),
    said: read.flatMap(([, one]) => (typeof one === 'string' ? one : one ? (one as Unknown).because : [])).join(' '),
  }
}
const listing = (measures: readonly string[], sure: 'likely' | 'possible' = 'likely'): Sanction['listing'] => ({
  reference: 'X1',
  listed_as: 'Ivo SAMPLE',
  regime: null,
  measures,
  designated_on: null,
  match: { by: 'name', agreed: ['name', 'month of birth'], against: [], sure },
})
const one = (measures: readonly string[], more: Partial<Sanction> = {}): Sanction => ({
  name: 'Ivo SAMPLE',
  role: 'director',
  share: null,
  company_number: null,
  officer_id: null,
  listing: listing(measures),
  list_date: '2026-10-08',
  ...more,
})
const owner = (share: 'majority' | 'unstated' | 'minority'): Partial<Sanction> => ({ role: 'owner', share })

it.each([
  ['asset_freeze', one(['Asset freeze'], { role: 'company' })],
  ['asset_freeze', one(['Asset freeze'], owner('majority'))],
  ['frozen_owner', one(['Asset freeze'], owner('unstated'))],
  ['frozen_director_or_owner', one(['Asset freeze'], owner('minority'))],
  ['frozen_director_or_owner', one(['Travel Ban', 'asset freeze'])],
  ['sanctions_disqualification', one(['Travel Ban', 'Director Disqualification Sanction'])],
  ['other_sanctions', one(['Trust Services Sanctions'])],
  // Measures that nobody states have to be taken for a freeze.
  ['asset_freeze', one([], { ...owner('majority'), listing: null })],
  ['frozen_director_or_owner', one([])],
])('%s holds by measures and share', (gate, sanction) => {
  expect(looked(sanction)).toMatchObject({ hold: [gate], doubt: [] })
})

it('is doubt where the match is possible, and what is sure is said all the same', () => {
  const perhaps = one(['Asset freeze'], { listing: listing(['Asset freeze'], 'possible') })
  expect(looked(perhaps)).toMatchObject({ hold: [], doubt: ['frozen_director_or_owner'] })
  expect(looked(perhaps).said).not.toMatch(/ is on /)
  expect(looked(perhaps, one(['Asset freeze']))).toMatchObject({ hold: ['frozen_director_or_owner'], doubt: [] })
  expect(looked()).toEqual({ hold: [], doubt: [], said: '' })
})

it('says all who are frozen, and on what it rests', () => {
  const { said } = looked(one(['Asset freeze']), one(['Asset freeze'], { name: 'Ada SAMPLE' }))
  expect(said).toMatch(
    /director Ivo SAMPLE is on .* Told by full name and month of birth\. Its director Ada SAMPLE is on/,
  )
})

it('says of a declared owner whether the list was read', () => {
  const declared = { ...owner('unstated'), listing: null }
  expect(looked(one([], declared)).said).toMatch(/The list has no such person: the measures are not known/)
  expect(looked(one([], { ...declared, list_date: null })).said).toMatch(/The list was not read: the measures/)
})
