/**
 * The portals that Proactis runs for Scotland and Wales: how they are read, and what their releases name as a notice.
 * They answer for one month and one kind of notice at a time, without pages. Only their own notices are asked for;
 * what is above the thresholds they pass on to Find a Tender, and is read there: asked for in both, it would be
 * counted twice.
 */
import { many, stated, type Harvest, type Path } from '@domesday/core'
import { processKeep, type Page } from './process.ts'

const monthOf = (at: Date): number => at.getUTCFullYear() * 12 + at.getUTCMonth()
const written = (month: number): string => `${String((month % 12) + 1).padStart(2, '0')}-${Math.floor(month / 12)}`
const read = (text: string): number => {
  const [month, year] = text.split('-').map(Number) as [number, number]
  return year * 12 + month - 1
}

type Asked = readonly [
  path: string,
  query: { readonly dateFrom: string; readonly noticeType: number; readonly outputType: 0 },
]
/** `outputType` 0 is OCDS. */
const page = (month: number, kind: number): Asked => [
  '/Notices',
  { dateFrom: written(month), noticeType: kind, outputType: 0 },
]

/** Each month for each kind of notice, from a month before. */
export const monthly = (kinds: readonly number[]): Harvest => {
  const after = (asked: Path, now: Date): Path | null => {
    const [, { dateFrom, noticeType }] = asked as Asked
    const kind = kinds[kinds.indexOf(noticeType) + 1]
    if (kind !== undefined) return page(read(dateFrom), kind)
    return read(dateFrom) < monthOf(now) ? page(read(dateFrom) + 1, kinds[0]!) : null
  }
  return {
    days: 365,
    keep: processKeep,
    // Some notices appear weeks after the day that they bear.
    first: (since) => page(monthOf(since) - 1, kinds[0]!),
    next: (_body, { asked, now }) => after(asked, now),
    past: ({ asked, now }) => after(asked, now),
    // A month without notices has no list of them.
    rows: ({ releases = [] }: { readonly releases?: readonly unknown[] }) => releases,
  }
}

/**
 * The notice that a release stands for is among its documents; without one the site finds the process by its serial
 * number.
 */
export const noticePage =
  (site: string): Page =>
  ({ ocid, awards, tender }) => {
    const paper = [...many(awards).flatMap((award) => many(award.documents)), ...many(tender?.documents)].find(
      ({ documentType, url }) => documentType?.endsWith('Notice') && url?.startsWith('https://'),
    )
    const serial = ocid.replace(/^ocds-[a-z0-9]{6}-0*/, '')
    return {
      id: stated(paper?.id) ?? serial,
      url: stated(paper?.url) ?? `${site}/Search/Search_Switch.aspx?ID=${encodeURIComponent(serial)}`,
    }
  }
