/**
 * Notices about a company: the Gazette's insolvency notices, and the strike-off notices that the register files with
 * its documents.
 */
import { hasEnded, type Filings, type Profile } from '@domesday/source-companies-house'
import { gazetteStateOf, isRelieved, type Notice } from '@domesday/source-gazette'
import { daysBetween } from './calendar.ts'
import { dated } from './phrases.ts'

/** Least to most severe. The severity of an `unrated` notice is unknown: it may be anything below critical. */
const levels = ['none', 'low', 'medium', 'high', 'unrated', 'critical'] as const
export type Level = (typeof levels)[number]

export interface Warning {
  readonly level: Level
  readonly what: string
  readonly date: string | null
  readonly source: 'gazette' | 'companies-house'
}

const rated = ['none', 'low', 'medium', 'high', 'critical'] as const
type Rated = (typeof rated)[number]
/** A strike-off notice always has a known level. */
interface StrikeOff extends Warning {
  readonly level: Rated
}

const lower = (level: Rated, steps: number): Rated => rated[Math.max(0, rated.indexOf(level) - steps)]!
/** A notice weighs less after three years, and less again after six. */
const aged = (level: Rated, date: string | null, today: string): Rated => {
  const years = date === null ? 0 : daysBetween(date, today) / 365.25
  return lower(level, years >= 6 ? 2 : years >= 3 ? 1 : 0)
}

const noticeLevel = (notice: Notice, notices: readonly Notice[], today: string): Level => {
  if (notice.withdrawn) return 'none'
  if (notice.severity === 'unrated') return gazetteStateOf([notice], today).unrated.length > 0 ? 'unrated' : 'none'
  if (notice.severity === 'relief') return 'none'
  return aged(isRelieved(notice, notices) ? 'low' : notice.severity, notice.published, today)
}

export const strikeOffProposed = 'active-proposal-to-strike-off'
// The register has both spellings of compulsory. Strike-off at the company's own request is less serious.
const strikeOffs: readonly (readonly [description: RegExp, level: Rated, what: string])[] = [
  [/notice compuls/i, 'medium', 'First notice of compulsory strike-off'],
  [/notice voluntary/i, 'low', 'First notice of voluntary strike-off'],
  [/dissolved compuls/i, 'critical', 'Struck off and dissolved by the registrar'],
  [/dissolved liquidation/i, 'high', 'Dissolved after liquidation'],
  [/dissolved voluntary/i, 'low', 'Struck off and dissolved at its own request'],
]

/** The register's words: `Dissolved compulsory strike off suspended`, `Dissolution voluntary strike off suspended`. */
const suspending = /strike.off suspended/i

/** The day on which an objection suspended the strike-off proposal, if that was the last step; else null. */
export const suspendedOn = ({ warnings }: Filings): string | null => {
  const last = warnings.find(
    ({ description, category }) =>
      suspending.test(description) || (category === 'gazette' && /notice (compuls|voluntary)/i.test(description)),
  )
  return last !== undefined && suspending.test(last.description) ? last.date : null
}

/**
 * The register's strike-off notices, newest first. The register shows a proposal while it is current: without it, a
 * first notice was discontinued. A dissolved company that exists was restored.
 */
export const strikeOffsOf = ({ status, statusDetail }: Profile, filings: Filings): readonly StrikeOff[] => {
  const ended = hasEnded(status),
    suspended = ended ? null : suspendedOn(filings)
  return filings.warnings.flatMap(({ category, description, date }): readonly StrikeOff[] => {
    const found =
      category === 'gazette' && !suspending.test(description)
        ? strikeOffs.find(([pattern]) => pattern.test(description))
        : undefined
    if (found === undefined) return []
    const [, level, what] = found
    const dissolved = /dissolved/i.test(description),
      standing = ended || (!dissolved && statusDetail === strikeOffProposed)
    return [
      {
        level: standing ? level : 'low',
        what: standing
          ? `${what}${suspended === null ? '' : ', since suspended'}`
          : `${what}, since ${dissolved ? 'restored' : 'discontinued'}`,
        date,
        source: 'companies-house',
      },
    ]
  })
}

/** Whether the registrar dissolved the company, usually because it had not filed. */
export const wasStruckOff = ({ warnings }: Filings): boolean =>
  warnings.some(
    ({ category, description }) =>
      category === 'gazette' && /dissolved compuls/i.test(description) && !suspending.test(description),
  )

/** Worst first, then newest. */
export const warningsOf = (
  profile: Profile,
  notices: readonly Notice[],
  filings: Filings,
  today: string,
): readonly Warning[] => {
  const advertised = notices.map((notice): Warning => ({
    level: noticeLevel(notice, notices, today),
    what: notice.severity === 'unrated' ? `${notice.type} (code ${notice.code ?? 'not stated'})` : notice.type,
    date: notice.published,
    source: 'gazette',
  }))
  const filed = strikeOffsOf(profile, filings).map((warning) => ({
    ...warning,
    level: aged(warning.level, warning.date, today),
  }))
  return [...advertised, ...filed]
    .filter(({ level }) => level !== 'none')
    .toSorted(
      (a, b) => levels.indexOf(b.level) - levels.indexOf(a.level) || (b.date ?? '').localeCompare(a.date ?? '', 'en'),
    )
}

export const inWords = (warnings: readonly Warning[]): string => {
  const [worst, ...others] = warnings.filter(({ level }) => level !== 'unrated')
  const unrated = warnings
    .filter(({ level }) => level === 'unrated')
    .map(({ what, date }) => `${what}${dated(',', date)}`)
  const said =
    worst === undefined
      ? 'Neither the Gazette nor the filing history has a notice that warns.'
      : `${worst.what}${dated(',', worst.date)} (${worst.level})${others.length > 0 ? `, the gravest of ${others.length + 1} notices` : ''}.`
  if (unrated.length === 0) return said
  const unknown = `Not known: what this notice of the Gazette means cannot be told: ${unrated.join('; ')}.`
  return worst === undefined ? unknown : `${unknown} Of the others: ${said}`
}
