import { dataset, need, type Node } from '@domesday/core'
import { english, plainName } from './notice.ts'
import type { Company, Contract, Market, Notice, Supplier, Wanted, Won } from './notice.ts'
import { merged, nation, noticeOf, processOf, type Process } from './release.ts'
import { walk } from './walk.ts'

export { english, matchOf, plainName, regions } from './notice.ts'
export type { Company, Contract, Market, Notice, Supplier, Wanted, Won } from './notice.ts'
export type { Award, Process } from './release.ts'

/** The service has no search by word, region or supplier: its releases are harvested, and asked here. */
export const publicContractsScotland = dataset({
  id: 'public-contracts-scotland',
  title: 'Public Contracts Scotland',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution: 'Contains public sector information from Public Contracts Scotland licensed under the Open Government Licence v3.0',
  coverage: 'Contracts of Scottish public bodies below the thresholds, as far back as they were harvested: a year at the first pull. Those above are in Find a Tender',
  pull: walk,
  row: processOf,
  key: ({ ocid }) => ocid,
  newer: merged,
  index: ['companies', 'suppliers', 'month'],
  text: ({ title, description, buyer }: Process) => [title, description, buyer],
})

const listed = 100

/** Months from one day to another, newest first, as YYYY-MM. */
const monthsBetween = (since: string, on: string): readonly string[] => {
  const [year, month] = on.split('-').map(Number) as [number, number]
  const months: string[] = []
  for (let back = 0; months.length < 120; back++) {
    const one = new Date(Date.UTC(year, month - 1 - back)).toISOString().slice(0, 7)
    if (one < since.slice(0, 7)) break
    months.push(one)
  }
  return months
}

const newestFirst = <T extends Notice>(notices: readonly T[]): readonly T[] =>
  notices.toSorted((a, b) => (b.published ?? '').localeCompare(a.published ?? '') || b.id.localeCompare(a.id))

/** The market for a sector in a region, of what was harvested. Words are sought in title, description and buyer. */
export const notices = publicContractsScotland.ask('notices', (rows, { sector, region, since, on }: Wanted): Market => {
  const places = region === 'England' ? new Set<string>([...english, region]) : region === null ? null : new Set([region])
  const processes = sector === null ? monthsBetween(since, on).flatMap((month) => [...rows.where('month', month)]) : [...rows.text(sector)]
  const found = processes.filter(({ at }) => at >= since).map((process) => noticeOf(process, on))
    .filter(({ regions }) => places === null || regions.some((name) => places.has(name)))
  const count = (status: Notice['status']): number => found.filter((notice) => notice.status === status).length
  return { total: found.length, open: count('open'), awarded: count('awarded'), notices: newestFirst(found).slice(0, listed) }
})

/**
 * What a company won, of what was harvested. By its number where the notice states one for the supplier, which is rare. A supplier
 * without a number counts where its name is the company's own or a former one, legal form aside.
 */
export const won = publicContractsScotland.ask('won', (rows, { number, name, formerNames }: Company): Won => {
  const names = new Set([name, ...formerNames].map(plainName).filter((plain) => plain !== ''))
  const candidates = [rows.where('companies', number), ...[...names].map((plain) => rows.where('suppliers', plain))].flatMap((found) => [...found])
  const numbered = ({ company }: Supplier): boolean => company === number
  const named = ({ company, name }: Supplier): boolean => company === null && names.has(plainName(name))
  const contractOf = (process: Process): readonly Contract[] => {
    const byNumber = process.awards.filter(({ suppliers }) => suppliers.some(numbered))
    const own = byNumber.length > 0 ? byNumber : process.awards.filter(({ suppliers }) => suppliers.some(named))
    if (own.length === 0) return []
    const notice = noticeOf(process, null, own)
    const alone = own.every(({ suppliers }) => suppliers.length === 1)
    return [{ ...notice, awardedValue: alone ? notice.awardedValue : null, matched: byNumber.length > 0 ? 'number' : 'name' }]
  }
  const contracts = [...new Map(candidates.map((process) => [process.ocid, process])).values()].flatMap(contractOf)
  return {
    total: contracts.length,
    value: contracts.reduce((sum, { awardedValue, currency }) => sum + (currency === 'GBP' || currency === null ? awardedValue ?? 0 : 0), 0),
    contracts: newestFirst(contracts).slice(0, listed),
    complete: true,
  }
}, { confidence: 'unconfirmed' })

/**
 * `marketFor` and `wonBy` stand in the sources of the other portals too, with the same answers. This one is not asked about a part of
 * the country that its public bodies do not serve.
 */
export const marketFor = (wanted: Node<Wanted>): Node<Market> =>
  need(notices, { wanted }, ({ wanted }) => wanted.region === null || wanted.region === nation ? wanted : null)

export const wonBy = (company: Node<Company>): Node<Won> =>
  need(won, { company }, ({ company: { number, name, formerNames } }) => ({ number, name, formerNames }))
