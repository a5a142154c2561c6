import {
  derive,
  each,
  endpoint,
  full,
  integer,
  list,
  maybe,
  object,
  pick,
  render,
  section,
  settings,
  standard,
  subject,
  table,
  text,
  today,
} from '@domesday/core'
import { profile } from '@domesday/source-companies-house'
import { noticesOfEach } from '@domesday/source-gazette'
import { failureShape, failuresUnder, sanctionsOfPerson, sanctionsShown } from '@domesday/subject-circle'
import {
  appointmentsShown,
  atPerson,
  bansShown,
  directorships,
  identityShown,
  joinedShown,
  noticesShown,
  portfolioShown,
  runIn,
  watchedIn,
} from '@domesday/subject-person'
import { networkOf } from './network.ts'
import { riskOf } from './risk.ts'
import { gatesOfPerson } from './sanctions.ts'

const limits = settings({
  sampled_companies: integer({ description: 'Active companies whose filing is looked at', minimum: 1, maximum: 50 }),
  gazette_companies: integer({ description: 'Companies whose Gazette notices are asked for', minimum: 1, maximum: 10 }),
  network_companies: integer({
    description: 'Companies whose officers are read at full depth',
    minimum: 1,
    maximum: 25,
  }),
  circle_calls: integer({
    description: 'Companies whose insolvency cases are read from standard up, at most',
    minimum: 1,
    maximum: 50,
  }),
  sanctions: table(text(), 'What to do about measures of the UK Sanctions List, by gate'),
})

const { person, bans, subject: about } = atPerson()
const ran = derive(person, ({ name, appointments }) =>
  directorships(appointments).map((post) => ({ ...post, director: name })),
)
const sanctions = sanctionsOfPerson(person)
const past = failuresUnder(
  ran,
  derive(limits, ({ circle_calls }) => circle_calls),
)
const failuresShape = object({
  companies_total: integer('Companies of six years that are in proceedings or no more, which this person ran'),
  companies_followed: integer('Of these, those whose insolvency cases were read; those in proceedings first'),
  items: list(failureShape, 'Insolvencies while this person ran the company, or within a year after; 100 at most'),
})
const profiles = each(maybe(profile), { person, limits }, ({ person, limits }) =>
  runIn(person.appointments)
    .slice(0, limits.sampled_companies)
    .map(({ company }) => company.company_number),
)
const watched = derive({ person, limits }, ({ person, limits }) =>
  watchedIn(person.appointments).slice(0, limits.gazette_companies),
)
const { notices, reach } = noticesOfEach(
  derive(watched, (watched) =>
    watched.map(({ company: { company_number: number, company_name: name } }) => ({
      number,
      name: name ?? number,
      formerNames: [],
    })),
  ),
)

/** A director's companies, their outcomes, and any disqualification of the person. */
export const director = endpoint({
  id: 'director',
  title: 'Director background',
  summary:
    'A director by name or officer id: disqualification and portfolio; from standard up appointments, sanctions, Gazette notices of the ' +
    'companies and an explained risk score; at full depth the failed companies and those who ran companies with this person.',
  home: import.meta.dirname,
  path: '/director/{name_or_id}',
  subject: about,
  sections: {
    director: section(pick(person, 'name', 'officer_ids', 'born', 'is_corporate', 'total_appointments'), {
      officer_id: render(
        subject('person', text('The record that was matched')),
        person,
        ({ officer_ids: [matched] }) => matched!,
      ),
      joined_records: joinedShown(person),
      identity_verification: identityShown(person),
    }),
    disqualification: section(bansShown(person, bans)),
    portfolio_summary: section(portfolioShown(person)),

    appointments: standard(appointmentsShown(person)),
    failures: standard(
      render(failuresShape, { all: past.all, looked: past.looked, failed: past.failed }, ({ all, looked, failed }) => ({
        companies_total: all.length,
        companies_followed: looked,
        items: failed.slice(0, 100).map(({ director, number, name, began, type }) => ({
          company_number: number,
          company_name: name,
          director,
          began,
          type,
        })),
      })),
    ),
    gazette_notices: standard(noticesShown(watched, notices)),
    gazette_notices_reach: standard(reach),

    sanctions: standard(sanctionsShown(sanctions)),
    risk_score: standard(
      riskOf({
        person,
        today,
        bans,
        profiles,
        watched,
        notices,
        failed: past.failed,
        sanctions: gatesOfPerson(sanctions, limits),
      }),
    ),
    network: full(networkOf(person, limits)),
  },
})
