/** What a portal without a search of its own is asked: the processes that were harvested from it. */
import type { Rows } from '@domesday/core'
import { namesOf, plainName, type Company } from '@domesday/vocabulary-companies'
import {
  countOf,
  english,
  inPounds,
  mostListed,
  newestFirst,
  type Contract,
  type Market,
  type Notice,
  type Supplier,
  type Wanted,
  type Won,
} from './notice.ts'
import { noticeOf, type Portal, type Process } from './process.ts'

/** What a dataset of processes is looked up by. */
export const processIndex = ['companies', 'suppliers'] as const
export type Processes = Rows<Process, (typeof processIndex)[number]>

/**
 * Words that stand in the text of every process: the day and the month of its newest notice. With them a search keeps
 * to a time.
 */
const dayWord = (day: string): string => `day${day.replaceAll('-', '')}`
const monthWord = (day: string): string => `month${day.slice(0, 7).replace('-', '')}`

/** What a dataset of processes is searched in. */
export const processText = ({ title, description, buyer, subjects, at }: Process): readonly (string | null)[] => [
  title,
  description,
  buyer,
  ...subjects,
  dayWord(at.slice(0, 10)),
  monthWord(at),
]

/** The words of a time, newest first: of its days where it is short, of its months where it is long. */
const wordsBetween = (since: string, on: string): readonly string[] => {
  const last = Date.parse(on),
    days = Math.round((last - Date.parse(since)) / day24)
  if (days <= mostDays)
    return Array.from({ length: days + 1 }, (_, back) =>
      dayWord(new Date(last - back * day24).toISOString().slice(0, 10)),
    )
  const [year, month] = on.split('-').map(Number) as [number, number]
  const words: string[] = []
  for (let back = 0; words.length < mostMonths; back++) {
    const day = new Date(Date.UTC(year, month - 1 - back)).toISOString().slice(0, 10)
    if (day.slice(0, 7) < since.slice(0, 7)) break
    words.push(monthWord(day))
  }
  return words
}
const day24 = 86_400_000
const mostDays = 62
const mostMonths = 120

/**
 * To read so many notices, and to count so many, takes some milliseconds each, during which nothing else is answered.
 */
const mostRead = 400
const mostCounted = 40_000

/**
 * The market for a sector in a region, of what was harvested. Words are sought in all that the dataset declares as
 * text. Of a market of more than some hundred notices the newest are read, and a share of each day or month, by which
 * the others are estimated; of one of tens of thousands the oldest days or months are taken to be like the newer
 * ones.
 */
export const marketIn = (rows: Processes, portal: Portal, { sector, region, since, on }: Wanted): Market => {
  const places =
    region === 'England' ? new Set<string>([...english, region]) : region === null ? null : new Set([region])
  const times = sector !== null && !/[\p{L}\p{N}]/u.test(sector) ? [] : wordsBetween(since, on)
  const hits: { readonly words: string; readonly count: number }[] = []
  let all = 0
  for (const time of times) {
    if (all > mostCounted) break
    const words = sector === null ? time : `${time} ${sector}`,
      count = rows.count(words)
    hits.push({ words, count })
    all += count
  }
  const older = times.length / Math.max(1, hits.length)
  const share = all <= mostRead ? 1 : mostRead / 2 / all
  const found: Notice[] = []
  const market = { open: 0, awarded: 0, closed: 0 }
  let newest = mostRead / 2
  for (const { words, count } of hits) {
    if (count === 0) continue
    const most = Math.max(Math.min(count, newest), Math.ceil(count * share))
    newest = Math.max(0, newest - count)
    const its = take(rows.text(words, 'latest'), most)
      .filter(({ at }) => at.slice(0, 10) >= since)
      .map((process) => noticeOf(portal, process, on))
      .filter(({ regions }) => places === null || regions.some((name) => places.has(name)))
    found.push(...its)
    for (const status of ['open', 'awarded', 'closed'] as const) market[status] += (countOf(its, status) * count) / most
  }
  // Rounded one by one, so that the parts add up to the whole.
  const [open, awarded, closed] = [market.open, market.awarded, market.closed].map((estimate) =>
    Math.round(estimate * older),
  ) as [number, number, number]
  return {
    total: open + awarded + closed,
    open,
    awarded,
    notices: newestFirst(found).slice(0, mostListed),
    complete: all <= mostRead,
  }
}

const take = <T>(from: Iterable<T>, most: number): T[] => {
  const taken: T[] = []
  for (const one of from) if (taken.push(one) >= most) break
  return taken
}

/**
 * What a company won, of what was harvested. By its number where the notice states one for the supplier. A supplier
 * without a number counts where its name is the company's own or a former one, legal form aside.
 */
export const wonIn = (rows: Processes, portal: Portal, company: Company): Won => {
  const { number } = company
  const names = namesOf(company)
  const candidates = [
    rows.where('companies', number),
    ...[...names].map((plain) => rows.where('suppliers', plain)),
  ].flatMap((found) => [...found])
  const numbered = ({ company }: Supplier): boolean => company === number
  const named = ({ company, name }: Supplier): boolean => company === null && names.has(plainName(name))
  const contractOf = (process: Process): readonly Contract[] => {
    const byNumber = process.awards.filter(({ suppliers }) => suppliers.some(numbered))
    const own = byNumber.length > 0 ? byNumber : process.awards.filter(({ suppliers }) => suppliers.some(named))
    if (own.length === 0) return []
    const notice: Notice = noticeOf(portal, process, null, own)
    const alone = own.every(({ suppliers }) => suppliers.length === 1)
    return [
      { ...notice, awardedValue: alone ? notice.awardedValue : null, matched: byNumber.length > 0 ? 'number' : 'name' },
    ]
  }
  const contracts = [...new Map(candidates.map((process) => [process.ocid, process])).values()].flatMap(contractOf)
  return {
    total: contracts.length,
    value: contracts.filter(inPounds).reduce((sum, { awardedValue }) => sum + (awardedValue ?? 0), 0),
    contracts: newestFirst(contracts).slice(0, mostListed),
    complete: true,
  }
}
