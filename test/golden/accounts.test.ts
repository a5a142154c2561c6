/** Filed accounts in a report: a gap reaches what rests on it, and nothing else. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answering, asItIs } from './wire.ts'
import { forgetImports, openGoldenWorld, type GoldenWorld } from './world.ts'

let world: GoldenWorld
beforeAll(async () => {
  world = await openGoldenWorld({ datasets: false })
})
afterAll(async () => {
  await world.close()
  await forgetImports()
})

/** Accounts made up to these days have no page with data. */
const scanned = (...days: readonly string[]) =>
  answering('companies-house-accounts', { path: /\/document\/[^/]+\/content$/ }, ({ path }) => {
    const made = Buffer.from(path.split('/').at(-2)!, 'base64url').toString()
    return days.some((day) => made.endsWith(day)) ? { status: 406, headers: {}, body: '' } : undefined
  })
const look = async (standIn = asItIs) => {
  world.standIn = standIn
  const { data, _meta } = (await world.get('/report/entity/99000025')).body
  const lacking = _meta.missing.filter(({ source }: { source: string }) => source === 'companies-house-accounts')
  return { data, gaps: lacking.map(({ section, reason }: Record<string, string>) => `${section} ${reason}`) }
}
const judged = ({ data }: Awaited<ReturnType<typeof look>>) =>
  ['verdict', 'possible_verdicts', 'confidence', 'bounds', 'recommendation'].map((section) => data[section])

it('of an older year leave the flags as they are', async () => {
  const [known, scan] = [await look(), await look(scanned('2023-09-30', '2022-09-30'))]
  expect(known.gaps).toEqual([])
  expect(scan.gaps).toEqual(['financials.figures partly'])
  expect(scan.data.financials.figures).toMatchObject({
    years: [{ made_up_to: '2024-09-30' }, { made_up_to: '2023-09-30', stated_in: 'later' }],
    unread: [{ made_up_to: '2022-09-30', why: 'scan' }],
  })
  expect([scan.data.red_flags, judged(scan)]).toEqual([known.data.red_flags, judged(known)])
})

it('of the newest year leave open what flags they would raise, and move no verdict', async () => {
  const [known, scan] = [await look(), await look(scanned('2024-09-30'))]
  expect(scan.gaps).toEqual(['red_flags partly', 'green_flags partly', 'financials.figures partly'])
  const raised = scan.data.red_flags.flatMap(({ sources }: { sources: readonly string[] }) => sources)
  expect(raised).not.toContain('companies-house-accounts')
  expect(judged(scan)).toEqual(judged(known))
})
