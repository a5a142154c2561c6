/** What the Gazette carried about a company: insolvency notices, and the strike-off notices that the register files with its documents. */
import { hasEnded, type Filings, type Profile } from '@domesday/source-companies-house'
import type { Notice } from '@domesday/source-gazette'
import { daysBetween } from './calendar.ts'
import { dated } from './phrases.ts'

const levels = ['none', 'low', 'medium', 'high', 'critical'] as const
export type Level = (typeof levels)[number]

export interface Warning {
  readonly level: Level
  readonly what: string
  readonly date: string | null
  readonly source: 'gazette' | 'companies-house'
}

const lower = (level: Level, steps: number): Level => levels[Math.max(0, levels.indexOf(level) - steps)]!
/** What was advertised three years ago tells less, and less again after six. */
const aged = (level: Level, date: string | null, today: string): Level => {
  const years = date === null ? 0 : daysBetween(date, today) / 365.25
  return lower(level, years >= 6 ? 2 : years >= 3 ? 1 : 0)
}

const dismissal = '2461'
export const petition = '2450'
/** Whether a petition to wind the company up still stands, as far as the notices tell. */
export const isStanding = ({ published }: Notice, notices: readonly Notice[]): boolean =>
  !notices.some((later) => later.code === dismissal && (later.published ?? '') >= (published ?? ''))

const noticeLevel = (notice: Notice, notices: readonly Notice[]): Level => {
  if (notice.severity === 'relief') return 'none'
  if (notice.severity === 'unrated' || (notice.code === petition && !isStanding(notice, notices))) return 'low'
  // Names recur: a notice that prints no number may be about a namesake.
  return lower(notice.severity, notice.matched === 'name' ? 1 : 0)
}

export const strikeOffProposed = 'active-proposal-to-strike-off'
// The register has both spellings of compulsory. Striking off at the company's own request tells less.
const strikeOffs: readonly (readonly [description: RegExp, level: Level, what: string])[] = [
  [/notice compuls/i, 'medium', 'First notice of compulsory strike-off'],
  [/notice voluntary/i, 'low', 'First notice of voluntary strike-off'],
  [/dissolved compuls/i, 'critical', 'Struck off and dissolved by the registrar'],
  [/dissolved liquidation/i, 'high', 'Dissolved after liquidation'],
  [/dissolved voluntary/i, 'low', 'Struck off and dissolved at its own request'],
]

/**
 * The strike-off notices that the register files, newest first. It states a proposal while it stands: a first notice without it was
 * discontinued. A company that was dissolved and exists was restored.
 */
export const strikeOffsOf = ({ status, statusDetail }: Profile, { warnings }: Filings): readonly Warning[] => {
  const ended = hasEnded(status)
  return warnings.flatMap(({ category, description, date }): readonly Warning[] => {
    const found = category === 'gazette' ? strikeOffs.find(([pattern]) => pattern.test(description)) : undefined
    if (found === undefined) return []
    const [, level, what] = found
    const dissolved = /dissolved/i.test(description),
      standing = ended || (!dissolved && statusDetail === strikeOffProposed)
    return [
      {
        level: standing ? level : 'low',
        what: standing ? what : `${what}, since ${dissolved ? 'restored' : 'discontinued'}`,
        date,
        source: 'companies-house',
      },
    ]
  })
}

/** Whether the registrar ended the company, as a rule because it had not filed. */
export const wasStruckOff = ({ warnings }: Filings): boolean =>
  warnings.some(({ category, description }) => category === 'gazette' && /dissolved compuls/i.test(description))

/** The worst first, then the newest. */
export const warningsOf = (
  profile: Profile,
  notices: readonly Notice[],
  filings: Filings,
  today: string,
): readonly Warning[] => {
  const advertised = notices.map((notice): Warning => ({
    level: aged(noticeLevel(notice, notices), notice.published, today),
    what: notice.type,
    date: notice.published,
    source: 'gazette',
  }))
  const filed = strikeOffsOf(profile, filings).map((warning) => ({
    ...warning,
    level: aged(warning.level, warning.date, today),
  }))
  return [...advertised, ...filed]
    .filter(({ level }) => level !== 'none')
    .toSorted((a, b) => levels.indexOf(b.level) - levels.indexOf(a.level) || (b.date ?? '').localeCompare(a.date ?? ''))
}

export const inWords = ([worst, ...others]: readonly Warning[]): string =>
  worst === undefined
    ? 'Neither the Gazette nor the filing history has a notice that warns.'
    : `${worst.what}${dated(',', worst.date)} (${worst.level})${others.length > 0 ? `, the gravest of ${others.length + 1} notices` : ''}.`
