/** How many questions a report costs: what stands one step from a company never adds more than its limit. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { companies, director, firm } from './companies-world.ts'
import { askedIn } from './wire.ts'
import { forgetImports, openGoldenWorld, type GoldenWorld, type StandIn } from './world.ts'

const owned = (number: string, company: string) => ({
  company,
  registration: number,
  notified: '2017-03-01',
  control: ['ownership-of-shares-25-to-50-percent'],
})
const insolvent = {
  status: 'liquidation',
  cases: [{ type: 'creditors-voluntary-liquidation', dates: { 'wound-up-on': '2025-02-03' } }],
}
const surnames = 'ABBOT BRAND CRANE DRAKE ELLIS FROST GREEN HOBBS IRONS JEWEL KNOTT LOCKE MARSH NOBLE'.split(' ')
/** So many directors, each with a failed company, and so many owners in administration. */
const world = (directors: number, owners: number): StandIn => {
  const people = surnames.slice(0, directors).map((name, i) => director(`calls-${i}`, `Ada ${name}`, `19${60 + i}-04`))
  const bodies = Array.from({ length: owners }, (_, i) => [`9900371${i}`, `HOLDER ${'ABCD'[i]} LIMITED`] as const)
  return companies({
    firms: [
      firm('99003701', 'OVERTON CABLES LIMITED', {
        officers: people,
        owners: bodies.map(([number, name]) => owned(number, name)),
      }),
      ...bodies.map(([number, name]) => firm(number, name, insolvent)),
      ...people.map((one, i) =>
        firm(`990038${10 + i}`, `${surnames[i]} PLANT LIMITED`, { officers: [one], ...insolvent }),
      ),
    ],
    bans: people.map(({ name, born }) => ({
      name,
      born: `${born}-05`,
      from: '2024-05-07',
      until: '2031-05-06',
      company: `${name} LIMITED`,
    })),
  })
}

let golden: GoldenWorld
beforeAll(async () => {
  golden = await openGoldenWorld({ datasets: false })
})
afterAll(async () => {
  await golden.close()
  await forgetImports()
})

/** Its own record: profile, officers, owners, statements of owners, filings, charges, insolvency. */
const ownRecord = 7

it.each([
  [1, 0],
  [2, 1],
  [4, 2],
  [14, 4],
])('with %i directors and %i owners', async (directors, owners) => {
  const asked = new Set<string>()
  const standIn = world(directors, owners)
  golden.standIn = (call) => {
    const { source, path, query } = askedIn(call)
    if (source === 'companies-house') asked.add(`${path}?${String(query)}`)
    return standIn(call)
  }
  const { status } = await golden.get('/report/entity/99003701')
  expect(status).toBe(200)
  expect(asked.size).toBeLessThanOrEqual(ownRecord + 12)
})
