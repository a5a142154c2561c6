import {
  atLeast,
  between,
  counted,
  derive,
  factor,
  gate,
  gates,
  notApplicable,
  score,
  spoken,
  unknown,
  whole,
  type FactorReading,
  type Gate,
  type Node,
  type ScoreNode,
} from '@domesday/core'
import type { Appointment, Person, Profile, Screening } from '@domesday/source-companies-house'
import type { Notice } from '@domesday/source-gazette'
import type { Failure } from '@domesday/subject-circle'
import {
  basisOf,
  directorships,
  failedIn,
  isActive,
  isDissolved,
  isInForce,
  isInsolvency,
  isOverdue,
  isUnclear,
  isUnknownStatus,
  isUnverified,
  isWarned,
  mayBeBanned,
  runIn,
  companiesIn,
  standingOf,
  bansIn,
} from '@domesday/subject-person'

export interface Evidence {
  readonly person: Node<Person>
  readonly today: Node<string>
  readonly bans: Node<Screening>
  /** Profiles of the companies that the person runs today, if looked up. */
  readonly profiles: Node<readonly (Profile | null)[]>
  readonly watched: Node<readonly Appointment[]>
  /** Notices of the watched companies, in the same order. */
  readonly notices: Node<readonly (readonly Notice[] | null)[]>
  /** Insolvencies of companies that the person ran then. */
  readonly failed: Node<readonly Pick<Failure, 'number' | 'name' | 'began' | 'type'>[]>
  readonly sanctions: Readonly<Record<'sanctioned' | 'other_sanctions', Gate>>
}

const companies = (count: number): string => counted(count, 'company', 'companies')
const neverRan = 'no appointment of this person was to run a company'
/** Whoever only ever was a secretary has run nothing: it does not apply, unless posts were left unread. */
const runsNothing = ({ total_appointments: total, appointments }: Person): FactorReading =>
  total > appointments.length ? unknown(neverRan) : notApplicable(neverRan)
const isIdle = ({ appointments }: Person): boolean => directorships(appointments).length === 0
/** A count over the appointments; a lower bound if the register has more than we read. */
const counting = ({ total_appointments: total, appointments }: Person, metric: number, detail: string): FactorReading =>
  total > appointments.length
    ? atLeast(metric, `${detail} The latest ${appointments.length} of ${total} appointments were read.`)
    : { metric, detail }

/**
 * The risk of dealing with a person as a director, 0 to 100, from the history of the companies that the person runs or
 * ran.
 */
export const riskOf = (evidence: Evidence): ScoreNode => {
  const { person, today, bans, profiles, watched, notices, failed, sanctions } = evidence
  // The gates ask what may be of a namesake by themselves.
  const told = derive({ bans }, ({ bans }) => whole(bans))
  // Nothing else makes a ban that is in force for certain lighter.
  const held = derive({ bans, today }, ({ bans, today }) =>
    standingOf(bansIn(bans), today) === 'current' ? whole(bans) : bans,
  )
  return score(
    'director-risk',
    {
      failed_companies: factor(person, (person) => {
        const { appointments } = person
        const failed = failedIn(appointments),
          insolvent = failed.filter(isInsolvency).length,
          dissolved = failed.filter(isDissolved).length
        const ran = companiesIn(directorships(appointments)),
          all = ran.length
        if (all === 0) return runsNothing(person)
        // Many dissolved companies were merely unused, so they count half.
        const metric = insolvent + dissolved / 2
        const liquidated = failed.filter(({ company: { company_status: status } }) => status === 'liquidation').length
        const perhaps = liquidated === 0 ? '' : ` (${liquidated} in liquidation, solvent or not)`
        const found = `Has run ${companies(all)}: ${insolvent} in insolvency proceedings${perhaps}, ${dissolved} dissolved.`
        const odd = ran.filter(isUnknownStatus)
        const statuses = [...new Set(odd.map(({ company }) => company.company_status))].join(', ')
        return odd.length > 0
          ? atLeast(metric, `${found} What the status ${statuses} of ${companies(odd.length)} means is not known.`)
          : counting(person, metric, found)
      }),

      concurrent_directorships: factor(person, (person) => {
        if (isIdle(person)) return runsNothing(person)
        const count = companiesIn(directorships(person.appointments).filter(isActive)).length
        return counting(person, count, `Runs ${companies(count)} today.`)
      }),

      gazette_warnings: factor({ person, watched, notices, today }, ({ person, watched, notices, today }) => {
        if (watched.length === 0) return runsNothing(person)
        const asked = watched.filter((_, i) => notices[i] !== null)
        const warned = watched.filter((one, i) => notices[i] && isWarned(one, notices[i], today))
        const names =
          warned.length > 0
            ? ` (${warned.map(({ company }) => company.company_name ?? company.company_number).join(', ')})`
            : ''
        const when = 'in this person’s time or the three years after'
        const found = `Asked for ${companies(asked.length)}: ${warned.length} with a notice of insolvency ${when}${names}.`
        const unclear = watched.filter((one, i) => notices[i] && isUnclear(one, notices[i], today))
        const whose = unclear.map(({ company }) => company.company_name ?? company.company_number).join(', ')
        const detail = `${found}${unclear.length > 0 ? ` What a notice on ${whose} means cannot be told.` : ''}`
        const others = companiesIn(directorships(person.appointments)).length - watched.length
        const unsure = watched.length - asked.length + unclear.filter((one) => !warned.includes(one)).length
        // The factor is about all of them: what was not asked may be a warning, and is no sign of one.
        return others + unsure > 0
          ? between(
              warned.length,
              warned.length + others + unsure,
              `${detail}${others > 0 ? ` ${companies(others)} more of this person ${others === 1 ? 'was' : 'were'} not asked for.` : ''}`,
              warned.length,
            )
          : { metric: warned.length, detail }
      }),

      filing_compliance: factor({ person, profiles, today }, ({ person: { appointments }, profiles, today }) => {
        const known = profiles.filter((profile) => profile !== null)
        // A director's identity statement is filed with the company's documents and has a due day, as they have.
        const unverified = runIn(appointments)
          .filter((one) => isUnverified(one, today))
          .map(({ company }) => company.company_number)
        const late = known.filter((profile) => isOverdue(profile) || unverified.includes(profile.number))
        const looked = profiles.length
        if (looked === 0) return notApplicable('this person runs no company that trades')
        const names =
          late.length > 0
            ? ` (${late
                .map(({ name }) => name)
                .slice(0, 5)
                .join(', ')})`
            : ''
        const unsaid = known.filter(({ number }) => unverified.includes(number)).length
        const identity = unsaid === 0 ? '' : ` This person’s identity statement is overdue at ${unsaid} of them.`
        const detail = `Looked at ${companies(known.length)}: ${late.length} overdue with filings or about to be struck off${names}.${identity}`
        const unseen = looked - known.length
        return unseen > 0
          ? between(
              (100 * late.length) / looked,
              (100 * (late.length + unseen)) / looked,
              `${detail} ${companies(unseen)} could not be looked at.`,
            )
          : { metric: (100 * late.length) / looked, detail, step: 100 / looked }
      }),

      director_churn: factor({ person, today }, ({ person, today }) => {
        if (isIdle(person)) return runsNothing(person)
        const since = `${Number(today.slice(0, 4)) - 2}${today.slice(4)}`
        const left = directorships(person.appointments).filter(
          ({ resigned_on: resigned }) => resigned !== null && resigned >= since,
        ).length
        return counting(person, left, `Left ${counted(left, 'directorship')} in the last two years.`)
      }),

      disqualification: factor({ person, held, today }, ({ person, held, today }) => {
        const { born } = person
        const standing = standingOf(bansIn(held), today)
        if (standing === 'none' && isIdle(person)) return runsNothing(person)
        return {
          metric: standing,
          detail:
            standing === 'none'
              ? `No disqualification is registered under this name${born === null ? '' : ' and month of birth'}.`
              : sayings[standing],
        }
      }),
    },
    {
      grave: 'high',
      gates: gates({
        ...sanctions,
        disqualified: gate({ told, today }, ({ told, today }) => {
          const ban = bansIn(told).find((one) => isInForce(one, today))
          const how = ban?.type ? `, by ${ban.type.replaceAll('-', ' ')}` : ''
          if (ban)
            return `Disqualified from acting as a director${ban.until ? ` until ${spoken(ban.until)}` : ', without an end'}${how}. ${basisOf([ban])}`
          const unsure = mayBeBanned(told, today)
          return unsure === null ? null : unknown(unsure)
        }),
        once_disqualified: gate({ told, today }, ({ told, today }) => {
          const all = bansIn(told)
          const [last] = all
            .flatMap(({ until }) => until ?? [])
            .toSorted()
            .toReversed()
          return standingOf(all, today) === 'past'
            ? `Was disqualified from acting as a director${last ? ` until ${spoken(last)}` : ''}. ${basisOf(all)}`
            : null
        }),
        ran_insolvent: gate(failed, (failed) => {
          const apart = [...new Map(failed.map((one) => [one.number, one])).values()]
          const named = apart
            .slice(0, 3)
            .map(({ name, type, began }) => `${name} (${type.replaceAll('-', ' ')}, ${spoken(began)})`)
          return apart.length === 0
            ? null
            : `Ran ${companies(apart.length)} when ${apart.length === 1 ? 'it' : 'they'} became insolvent, or within a year before: ${named.join(', ')}${apart.length > 3 ? ' …' : ''}.`
        }),
        disqualification_ahead: gate({ told, today }, ({ told, today }) => {
          const all = bansIn(told)
          const ahead = all.find(({ from }) => from !== null && from > today)
          return standingOf(all, today) === 'pending' && ahead?.from
            ? `Will be disqualified from acting as a director from ${spoken(ahead.from)}.`
            : null
        }),
      }),
    },
  )
}

const sayings = {
  past: 'Was disqualified once; it has run out.',
  pending: 'A disqualification is registered that has yet to begin.',
  current: 'Is disqualified today.',
} as const
