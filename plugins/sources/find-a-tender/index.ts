import { dataset, day, need, type Node } from '@domesday/core'
import { english, plainName } from './notice.ts'
import type { Company, Contract, Market, Notice, Supplier, Wanted, Won } from './notice.ts'
import { merged, noticeOf, processOf, type Process } from './ocds.ts'
import { walk } from './walk.ts'

export { english, matchOf, plainName, regions } from './notice.ts'
export type { Company, Contract, Market, Notice, Supplier, Wanted, Won } from './notice.ts'
export type { Award, Process } from './ocds.ts'

/** The service has no search by word, region or supplier: its releases are harvested, and asked here. */
export const findATender = dataset({
  id: 'find-a-tender',
  title: 'Find a Tender',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution: 'Contains public sector information from Find a Tender licensed under the Open Government Licence v3.0',
  coverage: 'Public procurement in the United Kingdom, above and below the thresholds, as far back as it was harvested: 90 days at the first pull',
  pull: walk,
  row: processOf,
  key: ({ ocid }) => ocid,
  newer: merged,
  index: ['companies', 'suppliers', 'month'],
  text: ({ title, description, buyer, subjects }: Process) => [title, description, buyer, ...subjects],
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

/** The market for a sector in a region, of what was harvested. Words are sought in title, description, buyer and classification. */
export const notices = findATender.ask('notices', (rows, { sector, region, since, on }: Wanted): Market => {
  const places = region === 'England' ? new Set<string>([...english, region]) : region === null ? null : new Set([region])
  const found: Notice[] = []
  let total = 0
  const counts = { open: 0, awarded: 0, closed: 0 }
  for (const process of sector === null ? monthsBetween(since, on).flatMap((month) => [...rows.where('month', month)]) : rows.text(sector)) {
    if ((day(process.at) ?? '') < since || (places !== null && !process.regions.some((name) => places.has(name)))) continue
    const notice = noticeOf(process, on)
    total++
    counts[notice.status]++
    found.push(notice)
  }
  return { total, open: counts.open, awarded: counts.awarded, notices: newestFirst(found).slice(0, listed) }
})

/**
 * What a company won, of what was harvested. By its number where the notice states one for the supplier; about half do. A supplier
 * without a number counts where its name is the company's own or a former one, legal form aside.
 */
export const won = findATender.ask('won', (rows, { number, name, formerNames }: Company): Won => {
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
})

/** `marketFor` and `wonBy` stand in `contracts-finder` too, with the same answers. */
export const marketFor = (wanted: Node<Wanted>): Node<Market> => need(notices, { wanted }, ({ wanted }) => wanted)

export const wonBy = (company: Node<Company>): Node<Won> =>
  need(won, { company }, ({ company: { number, name, formerNames } }) => ({ number, name, formerNames }))
