/** Red flags from what is over, or may be: petitions that were dismissed, notices taken back, a restoration. */
import { gate, maybe, spoken, type Gate } from '@domesday/core'
import { gazetteStateOf, isRelieved, type Notice } from '@domesday/source-gazette'
import { dated, isLive, monthsAfter, strikeOffsOf, type CompanyFile, type Facts } from '@domesday/subject-company'
import type { RedRule } from './flags.ts'

const register = 'companies-house',
  gazette = 'gazette'

const isWithinThreeYears = ({ published }: Notice, today: string): boolean =>
  published === null || published >= monthsAfter(today, -36)

type Known<K extends keyof Facts> = Pick<Facts, K | 'today'>

const dismissed = ({ notices, today }: Known<'notices'>): Notice | null =>
  notices?.find(
    (notice) => notice.petition !== null && isWithinThreeYears(notice, today) && isRelieved(notice, notices),
  ) ?? null
const dismissal = ({ published }: Notice): string =>
  `A petition to wind it up was advertised${dated(' on', published)} and dismissed since`

const restoration = ({ profile, filings, today }: Known<'profile' | 'filings'>): string | null => {
  const one =
    filings && isLive(profile)
      ? strikeOffsOf(profile, filings).find(({ what }) => what.endsWith('since restored'))
      : undefined
  return one && one.date !== null && one.date >= monthsAfter(today, -36)
    ? `${one.what}; dissolved on ${spoken(one.date)}.`
    : null
}

/** What is over and must be known: it has no effect on the score. */
export const pastGatesOf = ({ profile, filings, notices, today }: CompanyFile): Readonly<Record<string, Gate>> => ({
  petition_dismissed: gate({ notices: maybe(notices), today }, (known) => {
    const one = dismissed(known)
    return one && `${dismissal(one)}.`
  }),
  restored: gate({ profile, filings: maybe(filings), today }, restoration),
})

/** None of these moves a verdict. */
export const pastFlags: readonly RedRule[] = [
  {
    flag: 'petition_not_closed',
    severity: 'medium',
    sources: [gazette],
    implication: 'One of several petitions was dismissed, and this may be another: ask the court, or see the order.',
    evidence: ({ notices, today }) => {
      const one = notices && gazetteStateOf(notices, today).unclear
      return one && `${one.type}, published${dated('', one.published)}: ${one.url}`
    },
  },
  {
    flag: 'petition_dismissed',
    severity: 'low',
    sources: [gazette],
    implication:
      'A creditor went to court for its money, and the case is over: most are paid then. Ask what it was about.',
    evidence: (facts) => {
      const one = dismissed(facts)
      return one && `${dismissal(one)}: ${one.url}`
    },
  },
  {
    flag: 'notice_withdrawn',
    severity: 'low',
    sources: [gazette],
    implication:
      'The Gazette took a notice about it back, so that nothing follows from it. Ask how it came to be published.',
    evidence: ({ notices, today }) => {
      const one = notices?.find((notice) => notice.withdrawn && isWithinThreeYears(notice, today))
      return one && `${one.type}${dated(', published', one.published)} and withdrawn: ${one.url}`
    },
  },
  {
    flag: 'restored',
    severity: 'low',
    sources: [register],
    implication:
      'It was struck off and put back on the register: in law it was there all the time. Ask why it had been let go.',
    evidence: restoration,
  },
]
