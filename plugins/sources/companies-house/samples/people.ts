/** Officers and owners of the sample companies in the register's wire format. */
import { firstPage, hash, pathOf, statusOf, type Company, type Identity, type Officer, type Owner } from './company.ts'

export type Post = readonly [officer: Officer, company: Company]

export const birth = (born: string) => ({ month: Number(born.slice(5)), year: Number(born.slice(0, 4)) })

const post = ({ role = 'director', appointed, resigned }: Officer) => ({
  officer_role: role,
  appointed_on: appointed,
  ...(resigned && { resigned_on: resigned }),
  is_pre_1992_appointment: false,
})
const person = ({ born, nationality = 'British', occupation = 'Director' }: Officer, { address }: Company) =>
  born === undefined ? {} : { nationality, occupation, country_of_residence: address['country'] }

const statementOf = (identity: Identity, name: string) => {
  if ('due' in identity)
    return {
      ...(identity.open && { appointment_verification_statement_date: identity.open }),
      appointment_verification_statement_due_on: identity.due,
    }
  return {
    ...('agent' in identity && {
      anti_money_laundering_supervisory_bodies: [identity.supervisor],
      authorised_corporate_service_provider_name: identity.agent,
      identity_verified_on: identity.checked,
      preferred_name: name,
    }),
    appointment_verification_start_on: identity.from,
    appointment_verification_end_on: '9999-12-31',
  }
}
const verification = ({ identity }: Officer | Owner, name: string) =>
  identity && { identity_verification_details: statementOf(identity, name) }

/** The register counts officers as inactive if they were in office when the company was dissolved. */
const counts = (posts: readonly Post[]) => {
  const open = posts.filter(([{ resigned }]) => !resigned)
  const ended = open.filter(([, company]) => statusOf(company) === 'dissolved').length
  return { active_count: open.length - ended, inactive_count: ended, resigned_count: posts.length - open.length }
}

// Order: current officers first, secretaries before directors, then by surname.
const rank = ({ role, resigned }: Officer): number => (resigned ? 10 : 1) * (role === 'secretary' ? 1 : 2)
const surnameFirst = (name: string): string =>
  [name.slice(name.lastIndexOf(' ') + 1), name.slice(0, name.lastIndexOf(' '))].join(', ')

export const officers = (company: Company) => ({
  kind: 'officer-list',
  etag: hash(`${company.number} officers`),
  ...counts(company.officers.map((officer) => [officer, company])),
  ...firstPage(company.officers.length, 100),
  links: { self: `${pathOf(company)}/officers` },
  items: company.officers
    .toSorted((a, b) => rank(a) - rank(b) || surnameFirst(a.name).localeCompare(surnameFirst(b.name), 'en'))
    .map((officer) => ({
      name: officer.role?.startsWith('corporate-') ? officer.name : surnameFirst(officer.name),
      ...post(officer),
      address: company.address,
      ...person(officer, company),
      ...(officer.born && { date_of_birth: birth(officer.born) }),
      person_number: `29${officer.id.slice(-6)}0001`,
      ...verification(officer, officer.name),
      links: {
        self: `${pathOf(company)}/appointments/${hash(company.number + officer.name, 'base64url')}`,
        officer: { appointments: `/officers/${officer.id}/appointments` },
      },
    })),
})

/** Current appointments first, then the latest. */
const order = ([a]: Post, [b]: Post): number =>
  Number(a.resigned !== undefined) - Number(b.resigned !== undefined) || b.appointed.localeCompare(a.appointed, 'en')

export const appointments = (posts: readonly Post[]) => {
  const [officer] = posts[0]!
  const self = `/officers/${officer.id}/appointments`
  return {
    kind: 'personal-appointment',
    name: officer.name,
    is_corporate_officer: false,
    ...(officer.born && { date_of_birth: birth(officer.born) }),
    etag: hash(self),
    ...counts(posts),
    ...firstPage(posts.length, 50),
    links: { self },
    items: posts.toSorted(order).map(([each, company]) => ({
      name: each.name,
      name_elements: { forename: each.name.split(' ')[0], surname: each.name.split(' ').at(-1) },
      ...post(each),
      ...person(each, company),
      address: company.address,
      ...verification(each, each.name),
      appointed_to: { company_name: company.name, company_number: company.number, company_status: statusOf(company) },
      links: { company: pathOf(company) },
    })),
  }
}

const capitalised = (word: string): string => word.charAt(0) + word.slice(1).toLowerCase()

const roleOf = ({ type }: Company): string =>
  type === 'registered-overseas-entity' ? 'beneficial-owner' : 'person-with-significant-control'
const individual = ({ title, name = '' }: Owner, company: Company) => {
  const { officers, address } = company
  const { nationality = 'British', born } = officers.find((officer) => officer.name === name)!
  const [forename = '', surname = ''] = name.split(' ').map(capitalised)
  return {
    kind: `individual-${roleOf(company)}`,
    name: `${title} ${forename} ${surname}`,
    name_elements: { title, forename, surname },
    nationality,
    country_of_residence: address['country'],
    date_of_birth: birth(born!),
  }
}
const corporate = ({ company, registration }: Owner, of: Company) => ({
  kind: `corporate-entity-${roleOf(of)}`,
  name: company!.split(' ').map(capitalised).join(' '),
  identification: {
    legal_form: 'Private Limited Company',
    legal_authority: 'Companies Act 2006',
    country_registered: 'England And Wales',
    place_registered: 'Companies House',
    registration_number: registration,
  },
})

export const owners = (company: Company) => {
  const { owners: listed = [] } = company,
    self = `${pathOf(company)}/persons-with-significant-control`
  return {
    active_count: listed.length,
    ceased_count: 0,
    ...firstPage(listed.length, 100),
    links: { self },
    items: listed.map((owner) => ({
      ...(owner.company ? corporate(owner, company) : individual(owner, company)),
      ...(owner.sanctioned && { is_sanctioned: true }),
      ...verification(owner, owner.name ?? ''),
      notified_on: owner.notified,
      natures_of_control: owner.control,
      address: company.address,
      etag: hash(`${self} ${owner.notified}`),
      links: {
        self: `${self}/${owner.company ? 'corporate-entity' : 'individual'}/${hash(owner.company ?? owner.name!, 'base64url')}`,
      },
    })),
  }
}

/** A company without owners states that it has none, since the register of owners began or it was formed. */
const statedBy = ({ owners, created, statements }: Company): NonNullable<Company['statements']> => {
  // An unknown company was never formed.
  if (statements !== undefined || owners !== undefined || created === '') return statements ?? []
  return [['no-individual-or-entity-with-signficant-control', created < '2016-04-06' ? '2016-04-06' : created]]
}

export const ownerStatements = (company: Company) => {
  const self = `${pathOf(company)}/persons-with-significant-control-statements`
  const items = statedBy(company)
  return {
    active_count: items.length,
    ceased_count: 0,
    ...firstPage(items.length, 100),
    links: { self },
    items: items.map(([statement, notified_on]) => ({
      kind: 'persons-with-significant-control-statement',
      statement,
      notified_on,
      etag: hash(self),
      links: { self: `${self}/${hash(self, 'base64url')}` },
    })),
  }
}
