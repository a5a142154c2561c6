import {
  derive,
  each,
  endpoint,
  full,
  integer,
  maybe,
  nameMatch,
  params,
  phrase,
  section,
  settings,
  standard,
  subject,
  today,
} from '@domesday/core'
import { bansOf, personOf, profile, verificationShown, type Appointment } from '@domesday/source-companies-house'
import { noticesOfEach, shownReach, type Notice } from '@domesday/source-gazette'
import { networkOf } from './network.ts'
import { identityIn, isActive, isInForce, runIn, summaryOf, timingOf, watchedIn } from './portfolio.ts'
import { response } from './response.ts'
import { riskOf } from './risk.ts'

const asked = params({
  name_or_id: subject(
    'person',
    phrase({
      description: 'A name, or the officer id of 27 characters that the company look-up gives',
      examples: ['Perrin Vasswood'],
    }),
  ),
  match: nameMatch,
})
const limits = settings({
  sampled_companies: integer({ description: 'Active companies whose filing is looked at', minimum: 1, maximum: 50 }),
  gazette_companies: integer({ description: 'Companies whose Gazette notices are asked for', minimum: 1, maximum: 10 }),
  network_companies: integer({
    description: 'Companies whose officers are read at full depth',
    minimum: 1,
    maximum: 25,
  }),
})

const { person, matched } = personOf(asked)
const bans = bansOf(person)
const profiles = each(maybe(profile), { person, limits }, ({ person, limits }) =>
  runIn(person.appointments)
    .slice(0, limits.sampled_companies)
    .map(({ company }) => company.number),
)
const watched = derive({ person, limits }, ({ person, limits }) =>
  watchedIn(person.appointments).slice(0, limits.gazette_companies),
)
const gazette = noticesOfEach(
  derive({ watched }, ({ watched }) =>
    watched.map(({ company: { number, name } }) => ({ number, name: name ?? number, formerNames: [] })),
  ),
)
const { notices } = gazette
const risk = riskOf({ person, today, bans, profiles, watched, notices })
const network = networkOf(person, limits)

const companyOf = ({ company: { number, name, status } }: Appointment) => ({
  company_number: number,
  company_name: name,
  company_status: status,
})
const postOf = ({ role, appointed, resigned }: Appointment) => ({
  role,
  appointed_on: appointed,
  resigned_on: resigned,
})

const verificationIn = (appointments: readonly Appointment[], today: string) => {
  const { roles, verified, due, overdue, unstated } = identityIn(appointments, today)
  return { directorships: roles, verified, due, overdue, without_statement: unstated }
}

const noticeOf = (appointment: Appointment, { id, code, type, severity, published, url }: Notice) => ({
  ...companyOf(appointment),
  notice_id: id,
  code,
  type,
  severity,
  published,
  timing: timingOf(appointment, published),
  url,
})

/** A director's companies, their outcomes, and any disqualification of the person. */
export const director = endpoint({
  id: 'director',
  title: 'Director background',
  summary:
    'A director by name or officer id: disqualification and portfolio; from standard up appointments, Gazette notices of the companies ' +
    'and an explained risk score; at full depth the failed companies and those who ran companies with this person.',
  home: import.meta.dirname,
  path: '/director/{name_or_id}',
  asked,
  required: [person],
  response,
  matched: section({ matched }, ({ matched }) => matched),
  sections: {
    director: section({ person, today }, ({ person: { ids, name, born, corporate, total, appointments }, today }) => ({
      name,
      officer_id: ids[0]!,
      officer_ids: ids,
      born,
      is_corporate: corporate,
      total_appointments: total,
      identity_verification: verificationIn(appointments, today),
    })),

    disqualification: section({ bans, today }, ({ bans, today }) => {
      const all = bans.flatMap(({ disqualifications }) => disqualifications)
      return {
        is_disqualified: all.some((ban) => isInForce(ban, today)),
        disqualifications: all
          .map((ban) => ({
            in_force: isInForce(ban, today),
            from: ban.from,
            until: ban.until,
            type: ban.type,
            decided: ban.decided,
            court: ban.court,
            case_id: ban.caseId,
            reason: ban.reason,
            act: ban.act,
            section: ban.section,
            companies: ban.companies,
          }))
          .toSorted((a, b) => (b.from ?? '').localeCompare(a.from ?? '')),
        permissions_to_act: bans.flatMap(({ permissions }) => permissions),
      }
    }),

    portfolio_summary: section({ person }, ({ person: { appointments } }) => {
      const { active, resigned, ended, trading, dissolved, insolvent } = summaryOf(appointments)
      return {
        active_appointments: active,
        resigned_appointments: resigned,
        ended_appointments: ended,
        active_companies: trading,
        dissolved_companies: dissolved,
        insolvent_companies: insolvent,
      }
    }),

    appointments: standard({ person, today }, ({ person: { appointments }, today }) =>
      appointments.slice(0, 100).map((one) => ({
        ...companyOf(one),
        ...postOf(one),
        appointed_before: one.appointedBefore,
        is_active: isActive(one),
        identity_verification: verificationShown(one.verification, today),
      })),
    ),

    gazette_notices: standard({ watched, notices }, ({ watched, notices }) =>
      watched
        .flatMap((one, i) => (notices[i] ?? []).map((notice) => noticeOf(one, notice)))
        .toSorted((a, b) => (b.published ?? '').localeCompare(a.published ?? ''))
        .slice(0, 100),
    ),

    gazette_notices_reach: standard(gazette, ({ reach }) => shownReach(reach)),

    risk_score: standard({ risk }, ({ risk }) => risk),

    network: full({ network }, ({ network: { failed, colleagues, read } }) => ({
      failed_total: failed.length,
      failed_companies: failed.slice(0, 100).map(({ appointment, ceased }) => ({
        ...companyOf(appointment),
        ...postOf(appointment),
        dissolved_on: ceased,
      })),
      companies_read: read,
      shared_total: colleagues.length,
      shared_directors: colleagues.slice(0, 100).map(({ name, id, together, companies }) => ({
        name,
        officer_id: id,
        currently_together: together,
        companies: companies.map(({ number, name, status }) => ({
          company_number: number,
          company_name: name,
          company_status: status,
        })),
      })),
    })),
  },
})
