/** What the Gazette carried about a company: insolvency notices, and the strike-off notices that the register files with its documents. */
import { hasEnded, type Filing, type Filings, type Profile } from '@domesday/source-companies-house'
import type { Notice } from '@domesday/source-gazette'
import { counted, daysBetween, spoken } from './calendar.ts'

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

/** The register states a proposal while it stands: a notice without it was discontinued. Striking off at the company's own request tells less. */
const strikeOffLevel = ({ description }: Filing, { status, statusDetail }: Profile): Level => {
  const byRegistrar = /compuls/i.test(description)
  if (/dissolved/i.test(description)) return byRegistrar ? 'critical' : /liquidation/i.test(description) ? 'high' : 'low'
  if (!/notice/i.test(description)) return 'none'
  return hasEnded(status) || statusDetail === strikeOffProposed ? byRegistrar ? 'high' : 'medium' : 'low'
}
export const strikeOffProposed = 'active-proposal-to-strike-off'

/** The worst first, then the newest. */
export const warningsOf = (profile: Profile, notices: readonly Notice[], { warnings }: Filings, today: string): readonly Warning[] => {
  const advertised = notices.map((notice): Warning =>
    ({ level: aged(noticeLevel(notice, notices), notice.published, today), what: notice.type, date: notice.published, source: 'gazette' }))
  const filed = warnings.filter(({ category }) => category === 'gazette').map((filing): Warning =>
    ({ level: aged(strikeOffLevel(filing, profile), filing.date, today), what: filing.description, date: filing.date, source: 'companies-house' }))
  return [...advertised, ...filed].filter(({ level }) => level !== 'none')
    .toSorted((a, b) => levels.indexOf(b.level) - levels.indexOf(a.level) || (b.date ?? '').localeCompare(a.date ?? ''))
}

export const inWords = ([worst, ...others]: readonly Warning[]): string => worst === undefined
  ? 'Neither the Gazette nor the filing history has a notice that warns.'
  : `${counted(others.length + 1, 'notice')}; the gravest is of level ${worst.level}: ${worst.what}${worst.date ? `, ${spoken(worst.date)}` : ''}.`
