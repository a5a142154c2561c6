import {
  between,
  counted,
  factor,
  notApplicable,
  score,
  spoken,
  unknown,
  type FactorReading,
  type GatesNode,
  type ScoreNode,
} from '@domesday/core'
import { hasEnded, type Profile } from '@domesday/source-companies-house'
import type { Notice } from '@domesday/source-gazette'
import {
  type CompanyFile,
  accountsRecord,
  boardOf,
  dated,
  daysOverdue,
  identityInWords,
  identityOfDirectors,
  inWords,
  keptBy,
  insolvencyStanding,
  outstandingInWords,
  overdueInWords,
  statementInWords,
  warningsOf,
  type Warning,
} from '@domesday/subject-company'

/** Accounts that were filed late weigh like this many days overdue now. */
const daysForLateSet = 15

const isSure = ({ match }: Notice): boolean => match.sure !== 'possible'
/** The least and the most that they tell: an unrated one may be anything below critical. */
const rangeOf = (warnings: readonly Warning[]): readonly [low: string, high: string] => {
  const [worst = 'none', ...others] = new Set(warnings.map(({ level }) => level))
  return worst === 'unrated' ? [others[0] ?? 'none', 'high'] : [worst, worst]
}
const inWordsPossible = (notices: readonly Notice[]): string => {
  const [one, ...others] = notices.filter(
    (notice) => !isSure(notice) && !notice.withdrawn && notice.severity !== 'relief',
  )
  if (one === undefined) return ''
  const more = others.length === 0 ? '' : `, and ${counted(others.length, 'other')}`
  return ` A possible match by its name alone: ${one.type}${dated(',', one.published)}${more}.`
}

/** Of a body that has only an entry here there is nothing to score: that is no sign of anything. */
const here =
  <T extends { readonly profile: Profile }>(read: (known: T) => FactorReading) =>
  (known: T): FactorReading => {
    const elsewhere = keptBy(known.profile)
    return elsewhere === null ? read(known) : notApplicable(`its record is kept elsewhere: ${elsewhere}`)
  }

/** How close a company is to failing its creditors, 0 to 100. The same in every endpoint. */
export const distressOf = (
  { profile, filings, charges, insolvency, notices, officers, today, asOf }: CompanyFile,
  gates: GatesNode,
): ScoreNode =>
  score(
    'distress',
    {
      filing_delays: factor(
        { profile, filings, today, asOf },
        here(({ profile, filings, today, asOf }) => {
          const { overdue, due, dueTo, everFiled, sets, late } = accountsRecord(profile, filings, asOf)
          if (overdue === null) {
            const its = hasEnded(profile.status) ? 'its last accounts were' : 'its accounts are'
            return unknown(`the register states no day by which ${its} due`)
          }
          if (!everFiled && overdue === 0) {
            const until =
              asOf < today
                ? `had fallen due by ${spoken(asOf)}, when its duty to file ended`
                : `have fallen due yet${dated('; the first are due by', due)}`
            return unknown(`no accounts ${until}`)
          }
          const next =
            overdue > 0
              ? overdueInWords({ overdue, dueTo }, asOf, today)
              : asOf < today
                ? `No accounts were overdue on ${spoken(asOf)}, when its duty to file ended.`
                : `No accounts are overdue${dated('; the next are due by', due)}.`
          const before =
            sets === 0
              ? 'None were filed in three years.'
              : `Of ${counted(sets, 'set')} filed in three years, ${late === 0 ? 'none' : late} came late.`
          return { metric: overdue + daysForLateSet * late, detail: `${next} ${before}` }
        }),
      ),

      confirmation_statement: factor(
        { profile, today, asOf },
        here(({ profile: { confirmation, status }, today, asOf }) => {
          const overdue = daysOverdue(confirmation, asOf)
          if (confirmation === null || overdue === null) {
            const due = hasEnded(status) ? 'was still due when it ended' : 'it has to file'
            return unknown(`the register states no confirmation statement that ${due}`)
          }
          if (confirmation.last_made_up_to === null && overdue === 0) {
            const until =
              asOf < today
                ? `had fallen due by ${spoken(asOf)}, when its duty to file ended`
                : `has fallen due yet${dated('; the first is due by', confirmation.next_due)}`
            return unknown(`no confirmation statement ${until}`)
          }
          return { metric: overdue, detail: statementInWords({ overdue, due: confirmation.next_due }, asOf, today) }
        }),
      ),

      active_charges: factor(
        { profile, charges },
        here(({ charges }) => ({
          metric: charges.outstanding,
          detail: `${outstandingInWords(charges)}.`,
        })),
      ),

      insolvency_history: factor(
        { profile, insolvency },
        here(({ profile, insolvency }) => {
          const { state, detail } = insolvencyStanding(profile, insolvency)
          return state === 'unrated' ? unknown(detail.replace(/^Not known: /, '')) : { metric: state, detail }
        }),
      ),

      gazette_warnings: factor(
        { profile, notices, filings, today },
        here(({ profile, notices, filings, today }) => {
          const warnings = warningsOf(profile, notices.filter(isSure), filings, today)
          const perhaps = inWordsPossible(notices)
          const detail = `${inWords(warnings)}${perhaps}`
          const [low, high] = rangeOf(warnings)
          const [, top] = rangeOf(warningsOf(profile, notices, filings, today))
          if (low !== high) return between(low, top, detail)
          return low === top ? { metric: low, detail } : between(low, top, detail, low)
        }),
      ),

      // The metric counts officers who left. An unverified identity is mentioned but adds no points.
      director_instability: factor(
        { profile, officers, today, asOf },
        here(({ profile, officers, today, asOf }) => {
          const { serving, left, leftPercent } = boardOf(officers, asOf)
          const served = serving.length + left.length
          if (leftPercent === null) return unknown('nobody is registered as running it, past or present')
          const some = `${counted(left.length, 'director')} left in twelve months, of ${served} who served.`
          const left12 =
            served === 0 ? 'No director serves.' : left.length === 0 ? 'No director left in twelve months.' : some
          return {
            metric: leftPercent,
            detail: left12 + identityInWords(identityOfDirectors(profile, officers.items, today)),
          }
        }),
      ),
    },
    { gates, grave: 'high', home: import.meta.dirname },
  )
