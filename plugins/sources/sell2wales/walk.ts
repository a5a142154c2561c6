/**
 * How the portal is read: it answers for one month and one kind of notice at a time, without pages. Only its own notices are asked
 * for; what is above the thresholds it passes on to Find a Tender, and is read there.
 */
import type { Harvest, Path } from '@domesday/core'

/** Invitations to tender and awards on the site, then sub-contracts: before an award, after it, and their own awards. */
const kinds = [51, 53, 54, 55, 56]

const monthOf = (at: Date): number => at.getUTCFullYear() * 12 + at.getUTCMonth()
const written = (month: number): string => `${String(month % 12 + 1).padStart(2, '0')}-${Math.floor(month / 12)}`
const read = (text: string): number => {
  const [month, year] = text.split('-').map(Number) as [number, number]
  return year * 12 + month - 1
}

type Asked = readonly [path: string, query: { readonly dateFrom: string; readonly noticeType: number; readonly outputType: 0 }]
/** `outputType` 0 is OCDS. */
const page = (month: number, kind: number): Asked => ['/Notices', { dateFrom: written(month), noticeType: kind, outputType: 0 }]

export const walk: Harvest = {
  days: 365,
  // Some notices appear weeks after the day that they bear.
  first: (since) => page(monthOf(since) - 1, kinds[0]!),
  next: (_body, { asked, now }): Path | null => {
    const [, { dateFrom, noticeType }] = asked as Asked
    const kind = kinds[kinds.indexOf(noticeType) + 1]
    if (kind !== undefined) return page(read(dateFrom), kind)
    return read(dateFrom) < monthOf(now) ? page(read(dateFrom) + 1, kinds[0]!) : null
  },
  // A month without notices has no list of them.
  rows: ({ releases = [] }: { readonly releases?: readonly unknown[] }) => releases,
}
