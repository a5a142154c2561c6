/** Red flags from how a company is run: filing, age, office, directors, owners, lenders. */
import { counted, spoken } from '@domesday/core'
import { hasEnded, isOutstanding, naturalName, needsDirector } from '@domesday/source-companies-house'
import {
  accountsRecord,
  boardOf,
  dated,
  daysBetween,
  daysOverdue,
  monthsAfter,
  outstandingInWords,
  overdueInWords,
  statementInWords,
  isLive,
  type Facts,
} from '@domesday/subject-company'
import type { RedRule } from './flags.ts'
import { isAllInside } from './inside-flags.ts'

const register = 'companies-house'
/** The registrar's default address, for companies without a right to the address that they gave. */
const registrarsOwn = 'CF14 8LH'

/** Overdue by at least this many days: today, or when the winding-up began. */
const overdueAccounts =
  (least: number, when: 'today' | 'before') =>
  ({ profile, filings, today, asOf }: Facts): string | null => {
    if (!filings || hasEnded(profile.status) || (asOf < today ? 'before' : 'today') !== when) return null
    const { overdue, due, dueTo } = accountsRecord(profile, filings, asOf)
    if (overdue === null || overdue < least) return null
    return `${overdueInWords({ overdue, dueTo }, asOf, today)}${due ? ` They were due by ${spoken(due)}.` : ''}`
  }

/** Younger than this many days, without accounts filed. */
const young =
  (days: number) =>
  ({ profile: { incorporated, accounts, status }, today }: Facts): string | null => {
    const age = incorporated === null ? days : daysBetween(incorporated, today)
    if (age >= days || hasEnded(status) || accounts?.last_made_up_to) return null
    return `Incorporated${dated('', incorporated)}, ${counted(age, 'day')} ago; no accounts filed${dated(', the first due by', accounts?.next_due)}.`
  }

const outstanding =
  (least: number) =>
  ({ charges }: Facts): string | null => {
    if (!charges || charges.outstanding < least) return null
    const [first = 'persons not named', ...others] = new Set(
      charges.items.filter(isOutstanding).flatMap((one) => one.persons_entitled),
    )
    return `${outstandingInWords(charges)}, held by ${[first, ...others.slice(0, 2)].join(', ')}${others.length > 2 ? ` and ${others.length - 2} more` : ''}.`
  }

/** Of rows with the same flag, the first that holds counts. */
export const conductFlags: readonly RedRule[] = [
  {
    flag: 'accounts_overdue',
    severity: 'high',
    sources: [register],
    implication:
      'There are no recent figures to judge it by, its directors are committing an offence, and the registrar may strike it off.',
    evidence: overdueAccounts(91, 'today'),
  },
  {
    flag: 'accounts_overdue',
    severity: 'medium',
    sources: [register],
    implication:
      'Late accounts are often the first sign of trouble with cash. Ask for management accounts before giving credit.',
    evidence: overdueAccounts(1, 'today'),
  },
  {
    flag: 'accounts_overdue',
    severity: 'medium',
    sources: [register],
    implication:
      'It went into winding-up with accounts unfiled: expect its books to be in poor order, and a dividend late if at all.',
    evidence: overdueAccounts(1, 'before'),
  },
  {
    flag: 'accounts_often_late',
    severity: 'low',
    sources: [register],
    implication:
      'It is habitually late, which points to weak bookkeeping, and its figures are old by the time they can be read.',
    evidence: ({ profile, filings, asOf }) => {
      const { sets, late } = filings ? accountsRecord(profile, filings, asOf) : { sets: 0, late: 0 }
      return (
        late >= 2 && `${late} of the ${sets} sets of accounts filed in three years came after the ordinary deadline.`
      )
    },
  },
  {
    flag: 'confirmation_statement_overdue',
    severity: 'medium',
    sources: [register],
    implication:
      'What the register says of its officers, owners and address has not been confirmed: check it with the company.',
    evidence: ({ profile: { confirmation, status }, today, asOf }) => {
      const overdue = hasEnded(status) ? null : daysOverdue(confirmation, asOf),
        due = confirmation?.next_due
      return (
        overdue !== null &&
        overdue > 0 &&
        `${statementInWords({ overdue, due }, asOf, today)}${due ? ` It was due by ${spoken(due)}.` : ''}`
      )
    },
  },
  {
    flag: 'newly_incorporated',
    severity: 'high',
    sources: [register],
    implication:
      'It has no record at all: neither figures nor payment history. Deal on payment in advance, or on its owner’s guarantee.',
    evidence: young(183),
  },
  {
    flag: 'newly_incorporated',
    severity: 'medium',
    sources: [register],
    implication:
      'It has filed no accounts yet, so there are no figures to set a limit by. Keep it small, and review it when the first set is filed.',
    evidence: young(730),
  },
  {
    flag: 'office_undeliverable',
    severity: 'high',
    sources: [register],
    implication:
      'Letters and court papers do not reach it at its registered office. Find out where it really is before dealing.',
    evidence: ({ profile: { officeUndeliverable, postcode } }) =>
      officeUndeliverable
        ? 'The registrar marks the registered office as undeliverable.'
        : postcode === registrarsOwn && 'Its registered office is the registrar’s default address.',
  },
  {
    flag: 'office_in_dispute',
    severity: 'high',
    sources: [register],
    implication:
      'Its right to use the address is disputed, a mark of borrowed identities. Verify the address independently.',
    evidence: ({ profile: { officeInDispute } }) =>
      officeInDispute && 'The registrar marks the registered office as in dispute.',
  },
  {
    flag: 'no_director',
    severity: 'high',
    sources: [register],
    implication:
      'It breaks the rule that a company must have at least one director who is a natural person: find out who can bind it.',
    evidence: ({ profile, officers, asOf }) => {
      if (!officers || !isLive(profile) || !needsDirector(profile.type)) return null
      const { serving } = boardOf(officers, asOf)
      if (serving.some((one) => !one.is_corporate)) return null
      return serving.length === 0
        ? 'No serving director is registered.'
        : `It is run by companies only: ${serving
            .map(({ name }) => name)
            .slice(0, 3)
            .join(', ')}.`
    },
  },
  {
    flag: 'directors_leaving',
    severity: 'medium',
    sources: [register],
    implication: 'The people who know the books best are leaving. Ask why, and who decides now.',
    evidence: ({ profile, officers, asOf }) => {
      const { left, serving } =
        officers && !hasEnded(profile.status) ? boardOf(officers, asOf) : { left: [], serving: [] }
      if (left.length < 2 && left.length <= serving.length) return null
      const names = left.slice(0, 4).map((one) => `${naturalName(one)}${dated(' on', one.resigned_on)}`)
      return `${counted(left.length, 'director')} left in twelve months: ${names.join(', ')}${left.length > 4 ? ' …' : ''}. Serving: ${serving.length}.`
    },
  },
  {
    flag: 'outstanding_charges',
    severity: 'medium',
    sources: [register],
    implication:
      'Its assets are pledged to secured lenders, who are paid first: little would be left for trade creditors.',
    evidence: outstanding(3),
  },
  {
    flag: 'outstanding_charges',
    severity: 'low',
    sources: [register],
    implication: 'A secured lender is paid before trade creditors, which is usual where a bank finances the business.',
    evidence: (facts) => !isAllInside(facts) && outstanding(1)(facts),
  },
  {
    flag: 'dormant_accounts',
    severity: 'medium',
    sources: [register],
    implication: 'It reported no trading to the registrar, which does not fit with orders of any size.',
    evidence: ({ profile: { accounts } }) =>
      accounts?.last_type === 'dormant' &&
      `Its last accounts${dated(' to', accounts.last_made_up_to)} are those of a dormant company.`,
  },
  {
    flag: 'sole_director',
    severity: 'low',
    sources: [register],
    implication:
      'Everything depends on one person, whom nobody checks. Ask for a personal guarantee where the sum is large.',
    evidence: ({ profile, officers, asOf }) => {
      // A limited partnership usually has one general partner, often a company, and it owes all debts already.
      const isRunAlone = isLive(profile) && profile.type !== 'limited-partnership'
      const [one, ...others] = officers && isRunAlone ? boardOf(officers, asOf).serving : []
      return one && others.length === 0 && `${naturalName(one)} is the only one who runs it.`
    },
  },
  {
    flag: 'renamed',
    severity: 'low',
    sources: [register],
    implication: 'A new name can leave an old record behind. Search under both.',
    evidence: ({
      profile: {
        formerNames: [former],
      },
      today,
    }) =>
      former?.until &&
      former.until >= monthsAfter(today, -24) &&
      `Called ${former.name} until ${spoken(former.until)}.`,
  },
]
