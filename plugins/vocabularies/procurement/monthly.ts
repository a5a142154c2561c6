/**
 * The harvest of the portals that Proactis runs for Scotland and Wales. They answer for one month and one kind of
 * notice at a time, without pages. Request only their own notices: they forward those above the thresholds to Find a
 * Tender, where we read them; requested from both, they would count twice.
 */
import { many, stated, type Harvest, type Path, type Sent } from '@domesday/core'
import { processKeep, type Page } from './process.ts'
import { monthOfReleases } from './release-wire.ts'

const monthOf = (at: Date): number => at.getUTCFullYear() * 12 + at.getUTCMonth()
const monthText = (month: number): string => `${String((month % 12) + 1).padStart(2, '0')}-${Math.floor(month / 12)}`
const parseMonth = (text: string): number => {
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
  { dateFrom: monthText(month), noticeType: kind, outputType: 0 },
]

/** Reads each month for each kind of notice, starting a month early. */
export const monthly = (kinds: readonly number[]): Harvest<Sent<typeof monthOfReleases>> => {
  const after = (asked: Path, now: Date): Path | null => {
    const [, { dateFrom, noticeType }] = asked as Asked
    const kind = kinds[kinds.indexOf(noticeType) + 1]
    if (kind !== undefined) return page(parseMonth(dateFrom), kind)
    return parseMonth(dateFrom) < monthOf(now) ? page(parseMonth(dateFrom) + 1, kinds[0]!) : null
  }
  return {
    wire: monthOfReleases,
    days: 365,
    keep: processKeep,
    // Some notices are published weeks after their date.
    first: (since) => page(monthOf(since) - 1, kinds[0]!),
    next: (_body, { asked, now }) => after(asked, now),
    past: ({ asked, now }) => after(asked, now),
    rows: ({ releases, uri, version, publishedDate, publisher }) => {
      // What states nothing that a package states is no month without notices.
      if ((releases ?? uri ?? version ?? publishedDate ?? publisher) === undefined)
        throw new TypeError('there is no releases in it')
      return releases ?? []
    },
  }
}

/**
 * The notice of a release is among its documents; without one, the site's search finds the process by its serial
 * number.
 */
export const noticePage =
  (site: string): Page =>
  ({ ocid, awards, tender }) => {
    const document = [...many(awards).flatMap((award) => many(award.documents)), ...many(tender?.documents)].find(
      ({ documentType, url }) => documentType?.endsWith('Notice') && url?.startsWith('https://'),
    )
    const serial = ocid.replace(/^ocds-[a-z0-9]{6}-0*/, '')
    return {
      id: stated(document?.id) ?? serial,
      url: stated(document?.url) ?? `${site}/Search/Search_Switch.aspx?ID=${encodeURIComponent(serial)}`,
    }
  }
