/** Companies and their people as the register and the Gazette write them, from what makes each of them special. */
import { json, type Answer } from '../../plugins/tools/gateway/server.ts'
import {
  charges,
  hash,
  profile,
  type Company,
  type Officer,
} from '../../plugins/sources/companies-house/samples/company.ts'
import { filings } from '../../plugins/sources/companies-house/samples/filings.ts'
import { appointments, officers, owners, type Post } from '../../plugins/sources/companies-house/samples/people.ts'
import { disqualifiedSearch, paged } from '../../plugins/sources/companies-house/samples/searches.ts'
import { notices, type Notice } from './gazette-world.ts'
import { offices, people } from './invented.ts'
import { askedIn, notFound, type Asked } from './wire.ts'
import type { StandIn } from './world.ts'

/** The day of the world, and the day a year, or so many months, from another. */
const today = '2026-10-15'
const yearOf = (day: string): number => Number(day.slice(0, 4))
const years = (day: string, by: number): string => `${yearOf(day) + by}${day.slice(4)}`
const shifted = (day: string, { months = 0, days = 0 }): string => {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return new Date(Date.UTC(year, month - 1 + months, date + days)).toISOString().slice(0, 10)
}
/** The last day of the month so many months on: where financial years end. */
const monthEnd = (day: string, months: number): string =>
  shifted(shifted(`${day.slice(0, 7)}-01`, { months: months + 1 }), { days: -1 })

/** A case of insolvency: its kind, its events, and when its office-holder left where one did. */
export interface InsolvencyCase {
  readonly type: string
  readonly dates: Readonly<Record<string, string>>
  readonly left?: string
}
/** Filings that the register writes at striking off and restoring, by form: date, form. */
export type StrikeOff = readonly [date: string, form: keyof typeof strikeOffs]

/** What makes a company special. Whatever is left out is in order. */
export interface Facts extends Omit<Partial<Company>, 'insolvency'> {
  /** Filed accounts and statements are those of a company in order unless `filings` says otherwise. */
  readonly strikeOffs?: readonly StrikeOff[]
  readonly cases?: readonly InsolvencyCase[]
  readonly notices?: readonly Notice[]
  /** Members of the profile that are written otherwise, or (undefined) not at all. */
  readonly profile?: Readonly<Record<string, unknown>>
}
export interface Firm {
  readonly company: Company
  readonly facts: Facts
}

const inOrder = (number: string): Company => {
  const of = Number(number.replace(/\D/g, '').slice(-3))
  const created = `${1994 + (of % 23)}-0${1 + (of % 9)}-${String(3 + (of % 24)).padStart(2, '0')}`
  const yearEnd = monthEnd(`2026-0${1 + (of % 6)}-01`, -1)
  // Accounts come five months after the end of their year, statements on the company's own day.
  const accounts = [0, 1, 2, 3].map(
    (back) => [shifted(years(yearEnd, -back), { months: 5, days: -(of % 9) }), years(yearEnd, -back)] as const,
  )
  const statement = years(created, 2026 - yearOf(created))
  return {
    number,
    name: '',
    created,
    sic: [['46690', '25620', '43210', '62020', '10710', '81210'][of % 6]!],
    address: offices[of % offices.length]!,
    accounts: {
      year_end: yearEnd.slice(5),
      last: [shifted(years(yearEnd, -1), { days: 1 }), yearEnd, 'total-exemption-full'],
      next: [shifted(yearEnd, { days: 1 }), monthEnd(yearEnd, 12)],
      due: monthEnd(yearEnd, 21),
      overdue: false,
    },
    confirmation: {
      last: statement,
      next: years(statement, 1),
      due: shifted(years(statement, 1), { days: 14 }),
      overdue: false,
    },
    officers: [0, 1].map((which) => ({ ...people(of, which), appointed: which === 0 ? created : years(created, 3) })),
    filings: [
      ...accounts.map(([filed, upTo]) => [filed, 'AA', 'total-exemption-full', upTo] as const),
      ...[0, 1, 2, 3].map(
        (back) => [shifted(years(statement, -back), { days: 2 }), 'CS01', years(statement, -back)] as const,
      ),
    ].toSorted(([a], [b]) => b.localeCompare(a)),
  }
}

export const firm = (number: string, name: string, facts: Facts = {}): Firm => {
  const { strikeOffs: _, cases: __, notices: ___, profile: ____, ...own } = facts
  return { company: { ...inOrder(number), ...own, name }, facts }
}

const strikeOffs = {
  GAZ1: { category: 'gazette', description: 'gazette-notice-compulsory' },
  'GAZ1(A)': { category: 'gazette', description: 'gazette-notice-voluntary' },
  GAZ2: { category: 'gazette', description: 'gazette-dissolved-compulsory' },
  'GAZ2(A)': { category: 'gazette', description: 'gazette-dissolved-voluntary' },
  DISS40: { category: 'gazette', description: 'gazette-filings-brought-up-to-date' },
  'DISS16(SOAS)': { category: 'dissolution', description: 'dissolved-compulsory-strike-off-suspended' },
  'SOAS(A)': { category: 'dissolution', description: 'dissolution-voluntary-strike-off-suspended' },
  DS01: { category: 'dissolution', description: 'dissolution-application-strike-off-company' },
  RT01: { category: 'restoration', description: 'administrative-restoration-company' },
} as const

const filed = ({ company, facts: { strikeOffs: listed = [] } }: Firm) => {
  const { items, ...page } = filings(company)
  const more = listed.map(([date, type]) => ({
    transaction_id: hash(company.number + date + type, 'base64url').slice(0, 22),
    type,
    date,
    ...strikeOffs[type],
    paper_filed: true,
    barcode: null,
    links: { self: `/company/${company.number}/filing-history/${hash(date + type, 'base64url').slice(0, 22)}` },
  }))
  const all = [...items, ...more].toSorted((a, b) => b.date.localeCompare(a.date))
  return { ...page, total_count: all.length, items: all }
}

/** While proceedings last the record names them beside its cases. */
const lasting: Readonly<Record<string, string>> = {
  liquidation: 'liquidation',
  administration: 'in-administration',
  receivership: 'live-receiver-manager-on-at-least-one-charge',
  'voluntary-arrangement': 'voluntary-arrangement',
}
const insolvencyOf = ({ company: { number, status = '' }, facts: { cases = [] } }: Firm) => ({
  etag: hash(`${number} insolvency`),
  ...(lasting[status] && { status: [lasting[status]] }),
  cases: cases.map(({ type, dates, left }, i) => ({
    number: String(i + 1),
    type,
    dates: Object.entries(dates).map(([event, date]) => ({ type: event, date })),
    practitioners: [
      {
        name: people(Number(number.slice(-3)), 7).name,
        role: 'practitioner',
        appointed_on: Object.values(dates)[0],
        ...(left && { ceased_to_act_on: left }),
        address: { address_line_1: 'Ferncastle Chambers, 3 Orrin Street', locality: 'Leeds', country: 'England' },
      },
    ],
  })),
})

const profileOf = ({ company, facts: { profile: changed = {}, cases } }: Firm) => {
  const wire = profile(company)
  return {
    ...wire,
    has_insolvency_history: cases !== undefined,
    links: { ...wire.links, ...(cases && { insolvency: `${wire.links.self}/insolvency` }) },
    ...changed,
  }
}

/** Parts of the register that can fail by themselves. */
export type Part = 'officers' | 'persons-with-significant-control' | 'filing-history' | 'charges' | 'insolvency'
/** A disqualified person as the register of disqualifications has it. */
export interface Ban {
  readonly name: string
  /** The whole day: this register states it. */
  readonly born: string
  readonly type?: 'court-order' | 'undertaking' | 'sanction'
  readonly from: string
  /** 9999-12-31 where it has no end. */
  readonly until: string
  readonly company: string
  /** Leave of a court: for a company, or (empty) for none that it names. */
  readonly mayActFor?: string
  readonly leaveUntil?: string
}
export interface World {
  readonly firms: readonly Firm[]
  readonly bans?: readonly Ban[]
  readonly down?: readonly (Part | 'gazette' | 'disqualified')[]
}

const banId = ({ name, born }: Ban): string => hash(name + born, 'base64url')
const banOf = (ban: Ban) => {
  const { name, born, type = 'court-order', from, until, company, mayActFor, leaveUntil = until } = ban
  const [forename = '', ...names] = name.split(' ')
  const surname = names.at(-1) ?? '',
    others = names.slice(0, -1).join(' ')
  const decided = shifted(from, { days: -21 })
  return {
    kind: 'natural-disqualification',
    etag: hash(banId(ban)),
    links: { self: `/disqualified-officers/natural/${banId(ban)}` },
    forename,
    ...(others && { other_forenames: others }),
    surname,
    date_of_birth: born,
    nationality: 'British',
    person_number: `29${hash(name).replace(/\D/g, '').slice(0, 6)}0001`,
    disqualifications: [
      {
        disqualification_type: type,
        ...(type === 'court-order'
          ? { heard_on: decided, court_name: 'High Court of Justice' }
          : { undertaken_on: decided }),
        disqualified_from: from,
        disqualified_until: until,
        case_identifier: `INV99${hash(name).replace(/\D/g, '').slice(0, 5)}`,
        company_names: [company],
        address: offices[name.length % offices.length]!,
        reason: {
          act: 'company-directors-disqualification-act-1986',
          section: type === 'court-order' ? '6' : '7',
          description_identifier: 'order-or-undertaking-and-reporting-provisions',
        },
      },
    ],
    ...(mayActFor !== undefined && {
      permissions_to_act: [
        {
          company_names: mayActFor === '' ? [] : [mayActFor],
          court_name: 'High Court of Justice',
          granted_on: from,
          expires_on: leaveUntil,
        },
      ],
    }),
  }
}

const unavailable = json(503, { error: 'Service Unavailable' })

const register = ({ firms, bans = [], down = [] }: World) => {
  const posts = Map.groupBy(
    firms.flatMap(({ company }) => company.officers.map((officer): Post => [officer, company])),
    ([{ id }]) => id,
  )
  const written = bans.map(banOf)
  const page = <T extends { readonly items: readonly unknown[] }>(body: T, start: number): Answer =>
    json(200, { ...body, start_index: start, items: body.items.slice(start) })

  const ofFirm = (firm: Firm, part: string, start: number): Answer | undefined => {
    if (down.includes(part as Part)) return unavailable
    switch (part) {
      case '':
        return json(200, profileOf(firm))
      case 'officers':
        return page(officers(firm.company), start)
      case 'persons-with-significant-control':
        return page(owners(firm.company), start)
      case 'filing-history':
        return page(filed(firm), start)
      case 'charges':
        return page(charges(firm.company), start)
      case 'insolvency':
        return firm.facts.cases ? json(200, insolvencyOf(firm)) : notFound()
      default:
        return undefined
    }
  }
  return ({ path, query }: Asked): Answer | undefined => {
    const [, kind, id = '', part = ''] = path.split('/')
    const start = Number(query.get('start_index') ?? 0)
    if (kind === 'company') {
      const firm = firms.find(({ company }) => company.number === id)
      return firm && ofFirm(firm, part, start)
    }
    if (kind === 'officers') {
      const held = posts.get(id)
      return held && page(appointments(held), start)
    }
    if (down.includes('disqualified') && /disqualified/.test(path)) return unavailable
    if (kind === 'search' && id === 'disqualified-officers')
      return json(200, paged(disqualifiedSearch(written, query.get('q') ?? ''), query).json)
    if (kind === 'disqualified-officers') {
      const one = written.find(({ links }) => links.self === path)
      return one && json(200, one)
    }
    return undefined
  }
}

/** The register and the Gazette over these companies and people. What they do not know the sample world answers. */
export const companies = (world: World): StandIn => {
  const registered = register(world)
  const advertised = world.firms.flatMap(({ company, facts }) =>
    (facts.notices ?? []).map((notice) => ({ name: company.name, number: company.number, ...notice })),
  )
  return (call) => {
    const asked = askedIn(call)
    if (asked.source === 'companies-house') return registered(asked)
    if (asked.source !== 'gazette') return undefined
    return world.down?.includes('gazette') ? unavailable : notices(advertised, asked)
  }
}
/** One company alone. */
export const company = (number: string, name: string, facts: Facts = {}, rest: Omit<World, 'firms'> = {}): StandIn =>
  companies({ ...rest, firms: [firm(number, name, facts)] })

export const director = (id: string, name: string, born: string, more: Partial<Officer> = {}): Officer => ({
  id: hash(id, 'base64url'),
  name,
  born,
  appointed: '2015-02-11',
  ...more,
})
export const dayOfWorld = today
