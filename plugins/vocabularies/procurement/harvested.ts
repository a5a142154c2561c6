/** Queries of harvested processes, for portals without a search interface. */
import type { Partly, Rows } from '@domesday/core'
import { matchByName, namesOf, numberMatch, plainName, surest, type Company } from '@domesday/vocabulary-companies'
import {
  countOf,
  english,
  mostListed,
  newestFirst,
  wonFrom,
  type FoundContract,
  type Market,
  type Notice,
  type Supplier,
  type Wanted,
  type Won,
} from './notice.ts'
import type { Process } from './process.ts'
import { isTheirs, noticeOf, type Portal } from './process-notice.ts'

/** The indexed columns of a dataset of processes. */
export const processIndex = ['companies', 'suppliers'] as const
export type Processes = Rows<Process, (typeof processIndex)[number]>

/** The searchable text of a process contains these words for the day and month of its newest notice. */
const dayWord = (day: string): string => `day${day.replaceAll('-', '')}`
const monthWord = (day: string): string => `month${day.slice(0, 7).replace('-', '')}`

/** The searchable text of a process. */
export const processText = ({ title, description, buyer, subjects, at }: Process): readonly (string | null)[] => [
  title,
  description,
  buyer,
  ...subjects,
  dayWord(at.slice(0, 10)),
  monthWord(at),
]

/** The date words of a period, newest first: days for a short period, months for a long one. */
const wordsBetween = (since: string, on: string): readonly string[] => {
  const last = Date.parse(on),
    days = Math.round((last - Date.parse(since)) / day24)
  if (days <= maxDays)
    return Array.from({ length: days + 1 }, (_, back) =>
      dayWord(new Date(last - back * day24).toISOString().slice(0, 10)),
    )
  const [year, month] = on.split('-').map(Number) as [number, number]
  const words: string[] = []
  for (let back = 0; words.length < maxMonths; back++) {
    const day = new Date(Date.UTC(year, month - 1 - back)).toISOString().slice(0, 10)
    if (day.slice(0, 7) < since.slice(0, 7)) break
    words.push(monthWord(day))
  }
  return words
}
const day24 = 86_400_000
const maxDays = 62
const maxMonths = 120

/** Reading or counting so many notices blocks the event loop for some milliseconds. */
const maxRead = 400
const maxCounted = 40_000

/**
 * The market for a sector in a region, from harvested processes. Words are searched in the dataset's text. Of more than
 * some hundred notices, only the newest and a share of each day or month are read, and the others are estimated. Of
 * tens of thousands, the oldest days or months are assumed to be like the newer ones.
 */
export const marketIn = (rows: Processes, portal: Portal, { sector, region, since, on }: Wanted): Market => {
  const wantedRegions =
    region === 'England' ? new Set<string>([...english, region]) : region === null ? null : new Set([region])
  const times = sector !== null && !/[\p{L}\p{N}]/u.test(sector) ? [] : wordsBetween(since, on)
  const hits: { readonly words: string; readonly count: number }[] = []
  let all = 0
  for (const time of times) {
    if (all > maxCounted) break
    const words = sector === null ? time : `${time} ${sector}`,
      count = rows.count(words)
    hits.push({ words, count })
    all += count
  }
  const older = times.length / Math.max(1, hits.length)
  const share = all <= maxRead ? 1 : maxRead / 2 / all
  const found: Notice[] = []
  const market = { open: 0, awarded: 0, closed: 0 }
  let newest = maxRead / 2
  for (const { words, count } of hits) {
    if (count === 0) continue
    const sampleSize = Math.max(Math.min(count, newest), Math.ceil(count * share))
    newest = Math.max(0, newest - count)
    const sample = take(rows.text(words, 'latest'), sampleSize)
      .filter(({ at }) => at.slice(0, 10) >= since)
      .map((process) => noticeOf(portal, process, on))
      .filter(({ regions }) => wantedRegions === null || regions.some((name) => wantedRegions.has(name)))
    found.push(...sample)
    for (const status of ['open', 'awarded', 'closed'] as const)
      market[status] += (countOf(sample, status) * count) / sampleSize
  }
  // Round each part, so that the parts add up to the total.
  const [open, awarded, closed] = [market.open, market.awarded, market.closed].map((estimate) =>
    Math.round(estimate * older),
  ) as [number, number, number]
  return {
    total: open + awarded + closed,
    open,
    awarded,
    notices: newestFirst(found).slice(0, mostListed),
    complete: all <= maxRead,
  }
}

const take = <T>(from: Iterable<T>, limit: number): T[] => {
  const items: T[] = []
  for (const item of from) if (items.push(item) >= limit) break
  return items
}

/**
 * What a company won, from harvested processes. Matches by number if the notice states one for the supplier. A supplier
 * without a number matches by the company's current or a former name, ignoring the legal form.
 */
export const wonIn = (rows: Processes, portal: Portal, company: Company): Won | Partly<Won> => {
  const { number } = company
  const names = namesOf(company)
  const candidates = [
    rows.where('companies', number),
    ...[...names].map((plain) => rows.where('suppliers', plain)),
  ].flatMap((found) => [...found])
  const numbered = ({ company }: Supplier): boolean => company === number
  const isNamed = ({ company, name }: Supplier): boolean => company === null && names.has(plainName(name))
  const contractOf = (process: Process): readonly FoundContract[] => {
    const byNumber = process.awards.filter(({ suppliers }) => suppliers.some(numbered))
    const own = byNumber.length > 0 ? byNumber : process.awards.filter(({ suppliers }) => suppliers.some(isNamed))
    if (own.length === 0) return []
    const notice: Notice = noticeOf(portal, process, null, own)
    const share = isTheirs(process, own) ? {} : { awardedValue: null, awardedGross: null }
    const on = notice.awarded ?? notice.published
    const named = own.flatMap(({ suppliers }) => suppliers.filter(isNamed))
    const meant =
      byNumber.length > 0 ? numberMatch : surest(named.map(({ name }) => matchByName(company, { name, on })))
    return [{ ...notice, ...share, meant }]
  }
  const contracts = [...new Map(candidates.map((process) => [process.ocid, process])).values()].flatMap(contractOf)
  return wonFrom(contracts, true)
}
