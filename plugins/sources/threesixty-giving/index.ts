import { dataset, need, rounded, type Node } from '@domesday/core'
import { namesOf, type Company } from '@domesday/vocabulary-companies'
import { rowOf, type Grant, type Row } from './grant.ts'

export type { Grant, Organisation } from './grant.ts'

/** The export of all of GrantNav: its API answers for one organisation only and has no search. */
export const threesixtyGiving = dataset({
  id: 'threesixty-giving',
  title: '360Giving grants',
  home: import.meta.dirname,
  licence: 'CC-BY-4.0',
  attribution:
    'Contains data published by funders to the 360Giving Data Standard, under the Creative Commons Attribution 4.0 and other open licences (grantnav.threesixtygiving.org/datasets)',
  terms: {
    words:
      'Each publisher chooses an open licence for its grants, mostly CC BY 4.0 or the Open Government Licence: commercial use is allowed, with credit.',
    url: 'https://grantnav.threesixtygiving.org/datasets',
  },
  coverage:
    'Over a million grants awarded by some 300 funders who publish them: foundations, lottery distributors, councils and central government',
  pull: [
    {
      part: '',
      demands: ['title', 'description', 'currency', 'amountAwarded', 'awardDate', 'additional_data'],
      addresses: () => ['/search.json'],
      as: 'json',
      rows: 'grants',
    },
  ],
  row: rowOf,
  key: ({ id }) => id,
  index: ['companies', 'recipients'],
  version: 2,
  text: ({ title, description, programme, funder, recipient }: Row) => [
    title,
    description,
    programme,
    funder?.name ?? null,
    recipient?.name ?? null,
  ],
})

export interface Grants {
  readonly total: number
  /** Pounds; does not include grants in other currencies. */
  readonly value: number
  /** Number of grants in that sum. */
  readonly priced: number
  readonly funders: number
  /** Latest award first, at most 100. */
  readonly items: readonly Listed[]
  /** False if more grants matched than we read: figures are then lower bounds. */
  readonly complete: boolean
}
export interface Listed extends Grant {
  readonly url: string
}

const listed = 100
/** Reading this many rows blocks the event loop for some milliseconds. One organisation rarely has more. */
const mostRead = { search: 500, received: 2_000 }

const listedOf = ({ id, title, programme, amount, currency, awarded, funder, recipient }: Row): Listed => ({
  id,
  title,
  programme,
  amount,
  currency,
  awarded,
  funder,
  recipient,
  url: `https://grantnav.threesixtygiving.org/grant/${encodeURIComponent(id)}`,
})

const grantsFrom = (rows: readonly Row[], complete: boolean): Grants => {
  const amounts = rows.flatMap(({ amount, currency }) => (currency === 'GBP' ? (amount ?? []) : []))
  return {
    total: rows.length,
    value: rounded(
      amounts.reduce((sum, amount) => sum + amount, 0),
      2,
    ),
    priced: amounts.length,
    funders: new Set(rows.flatMap(({ funder }) => (funder ? (funder.id ?? funder.name) : []))).size,
    items: rows
      .toSorted((a, b) => (b.awarded ?? '').localeCompare(a.awarded ?? ''))
      .slice(0, listed)
      .map(listedOf),
    complete,
  }
}

const taken = (rows: Iterable<Row>, most: number): { readonly rows: readonly Row[]; readonly complete: boolean } => {
  const found: Row[] = []
  for (const row of rows) {
    if (found.length === most) return { rows: found, complete: false }
    found.push(row)
  }
  return { rows: found, complete: true }
}

/**
 * Grants whose title, description, programme, funder or recipient has every word. `total` counts all, the other figures
 * only those read.
 */
export const search = threesixtyGiving.ask('search', (rows, query: string): Grants => {
  const { rows: found, complete } = taken(rows.text(query), mostRead.search)
  return { ...grantsFrom(found, complete), total: complete ? found.length : rows.count(query) }
})

/** Grants to a company: by its number or, if no number is stated, by its current or former name, without legal form. */
export const received = threesixtyGiving.ask('received', (rows, company: Company): Grants => {
  const numbered = taken(rows.where('companies', company.number), mostRead.received)
  const named = [...namesOf(company)].map((one) => taken(rows.where('recipients', one), mostRead.received))
  const all = [...numbered.rows, ...named.flatMap((one) => one.rows.filter(({ companies }) => companies.length === 0))]
  return grantsFrom(
    [...new Map(all.map((row) => [row.id, row])).values()],
    [numbered, ...named].every(({ complete }) => complete),
  )
})

export const grantsOn = (asked: Node<{ readonly query: string }>): Node<Grants> =>
  need(search, { asked }, ({ asked }) => asked.query)

export const grantsTo = (company: Node<Company>): Node<Grants> =>
  need(received, { company }, ({ company: { number, name, formerNames } }) => ({ number, name, formerNames }))
