/** Other companies with the same officers. */
import {
  date,
  derive,
  each,
  integer,
  list,
  maybe,
  object,
  orNull,
  render,
  subject,
  text,
  type Node,
  type Of,
  type Shown,
} from '@domesday/core'
import {
  appointments,
  companyFields,
  hasEnded,
  isDirecting,
  type OfficerRecord,
} from '@domesday/source-companies-house'
import { servingOf, type CompanyFile } from '@domesday/subject-company'
import { companiesIn, isActive, isInsolvency, mostInCommon } from '@domesday/subject-person'

const networkShape = object({
  officers_followed: integer('Serving officers whose appointments were read'),
  officers_total: integer('All serving officers; none of a company that has ended'),
  companies_total: integer('Other active companies that the officers followed serve today'),
  companies: list(
    object({
      ...companyFields,
      company_status: orNull(text('active, open, registered')),
      officers: list(
        object({ name: text('Forenames SURNAME'), role: orNull(text('There')), appointed_on: orNull(date('There')) }),
        'Those who serve both',
      ),
    }),
    'Those that share most officers first; 100 at most',
  ),
  insolvent_companies: list(
    object({ ...companyFields, officers: list(text(), 'Those who serve it or did') }),
    'Other companies in insolvency proceedings that the officers followed serve or served; a liquidation may be solvent; 100 at most',
  ),
  officers: list(
    object({
      name: text('Forenames SURNAME, or the name of a corporate officer'),
      officer_id: subject('person', text('What the director look-up takes')),
      other_active_companies: integer('Other active companies that the officer serves today'),
      insolvent_companies: integer('Companies in insolvency proceedings that the officer served, ever'),
      dissolved_companies: integer('Companies no more that the officer served, ever'),
    }),
    'The officers followed, those first who run the company',
  ),
})
type Network = Of<typeof networkShape>

/** What the officers followed, of so many who serve the company, have in common elsewhere. */
export const networkFrom = (number: string, serving: number, followed: readonly OfficerRecord[]): Network => {
  const elsewhere = followed.map((officer) => ({
    ...officer,
    appointments: officer.appointments.filter(({ company }) => company.company_number !== number),
  }))
  const posts = elsewhere.flatMap(({ appointments, ...officer }) =>
    appointments.filter((one) => isActive(one) && !isInsolvency(one)).map((post) => ({ ...post, officer })),
  )
  const companies = mostInCommon(posts, {
    by: ({ company }) => company.company_number,
    counted: ({ officer }) => officer.id,
    tied: ([a], [b]) => (a!.company.company_name ?? '').localeCompare(b!.company.company_name ?? '', 'en'),
  })
  const failed = mostInCommon(
    elsewhere.flatMap(({ appointments, name }) => appointments.filter(isInsolvency).map((post) => ({ ...post, name }))),
    {
      by: ({ company }) => company.company_number,
      counted: ({ name }) => name,
      tied: ([a], [b]) => (a!.company.company_name ?? '').localeCompare(b!.company.company_name ?? '', 'en'),
    },
  )
  return {
    officers_followed: followed.length,
    officers_total: serving,
    companies_total: companies.length,
    companies: companies.slice(0, 100).map((posts) => ({
      ...posts[0]!.company,
      officers: posts.map(({ officer: { name }, role, appointed_on }) => ({ name, role, appointed_on })),
    })),
    insolvent_companies: failed.slice(0, 100).map((posts) => ({
      ...posts[0]!.company,
      officers: [...new Set(posts.map(({ name }) => name))],
    })),
    officers: elsewhere.map(({ id, name, appointments }) => ({
      name,
      officer_id: id,
      other_active_companies: companies.filter((posts) => posts.some(({ officer }) => officer.id === id)).length,
      insolvent_companies: companiesIn(appointments.filter(isInsolvency)).length,
      dissolved_companies: companiesIn(appointments.filter(({ company }) => hasEnded(company.company_status))).length,
    })),
  }
}

/**
 * Reads a limited number of current officers, those who run the company first. An officer whose record fails is left
 * out.
 */
export const networkOf = (
  { profile, officers }: CompanyFile,
  limit: Node<{ readonly followed_officers: number }>,
): Shown<Network> => {
  const serving = derive({ officers, profile }, ({ officers, profile }) => servingOf(officers, profile.status))
  const ids = derive({ serving, limit }, ({ serving, limit }) => {
    const directorsFirst = serving.toSorted((a, b) => Number(isDirecting(b.role)) - Number(isDirecting(a.role)))
    return [...new Set(directorsFirst.flatMap(({ officer_id }) => officer_id ?? []))].slice(0, limit.followed_officers)
  })
  const records = each(maybe(appointments), ids)
  return render(networkShape, { profile, serving, records }, ({ profile: { number }, serving, records }) =>
    networkFrom(
      number,
      serving.length,
      records.filter((record) => record !== null),
    ),
  )
}
