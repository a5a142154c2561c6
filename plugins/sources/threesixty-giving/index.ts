import {
  dataset,
  date,
  drawn,
  figure,
  flag,
  integer,
  list,
  need,
  number,
  object,
  orNull,
  partly,
  rounded,
  text,
  type Node,
  type Of,
  type Partly,
  type Shape,
  type Shown,
} from '@domesday/core'
import {
  doubtOf,
  matchByName,
  matchShape,
  namesOf,
  numberMatch,
  plainName,
  sortedBy,
  surest,
  type Company,
  type Match,
} from '@domesday/vocabulary-companies'
import { grantWire, rowOf, type Row } from './grant.ts'

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
      wire: grantWire,
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

const grantFields = {
  title: orNull(text('Of the grant')),
  programme: orNull(text('Of the funder')),
  amount: orNull(number({ description: 'As awarded', unit: 'currency' })),
  currency: orNull(text('Of the amount, three letters')),
  awarded_on: orNull(date('When it was awarded')),
  funder: orNull(text('Who gave it')),
  recipient: orNull(text('Who got it; null for grants to people')),
  reference: text('Its id in the 360Giving standard'),
  url: text({ description: 'Its page', format: 'uri' }),
}
const drawing = {
  on: 'awarded_on',
  title: 'title',
  more: ['amount', 'funder', 'recipient', 'programme', 'url'],
} as const
const grantShape = drawn(object(grantFields), 'events', drawing)
const counts = {
  total: integer('Grants awarded, as funders publish them, that hold every word'),
  value: figure('GBP', 'Sum of those in pounds'),
  priced: integer('Grants in that sum'),
  funders: integer('Who gave them'),
  complete: flag('False where more match than are read: then value and funders are the least they can be'),
}
const grantsFields = object({ ...counts, items: list(grantShape, 'Latest award first, 100 at most') })
export interface Grants extends Of<typeof grantsFields> {}
const grantsShape: Shape<Grants> = grantsFields

/** A grant to one company, as answers show it. */
export const receivedShape = drawn(object({ ...grantFields, match: matchShape }), 'events', drawing)
const receivedFields = object({
  ...counts,
  items: list(receivedShape, 'Latest award first, 100 at most'),
  possible: list(receivedShape, 'Possible matches by name alone, which are not counted; 10 at most'),
})
/** Grants to one company. */
export interface Received extends Of<typeof receivedFields> {}
const receivedGrants: Shape<Received> = receivedFields

const listed = 100
/** Reading this many rows blocks the event loop for some milliseconds. One organisation rarely has more. */
const mostRead = { search: 500, received: 2_000 }

const listedOf = ({
  id,
  title,
  programme,
  amount,
  currency,
  awarded,
  funder,
  recipient,
}: Row): Of<typeof grantShape> => ({
  title,
  programme,
  amount,
  currency,
  awarded_on: awarded,
  funder: funder && funder.name,
  recipient: recipient && recipient.name,
  reference: id,
  url: `https://grantnav.threesixtygiving.org/grant/${encodeURIComponent(id)}`,
})

const latestFirst = <T extends Row>(rows: readonly T[]): readonly T[] =>
  rows.toSorted((a, b) => (b.awarded ?? '').localeCompare(a.awarded ?? '', 'en'))

const countsIn = (rows: readonly Row[], complete: boolean): Omit<Grants, 'items'> => {
  const amounts = rows.flatMap(({ amount, currency }) => (currency === 'GBP' ? (amount ?? []) : []))
  return {
    total: rows.length,
    value: rounded(
      amounts.reduce((sum, amount) => sum + amount, 0),
      2,
    ),
    priced: amounts.length,
    funders: new Set(rows.flatMap(({ funder }) => (funder ? (funder.id ?? funder.name) : []))).size,
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
export const search = threesixtyGiving.ask(
  'search',
  (rows, query: string) => {
    const { rows: found, complete } = taken(rows.text(query), mostRead.search)
    const items = latestFirst(found).slice(0, listed).map(listedOf)
    return { ...countsIn(found, complete), items, total: complete ? found.length : rows.count(query) }
  },
  { digest: grantsShape },
)

interface Meant extends Row {
  /** Null where it is another's. */
  readonly match: Match | null
}
const meantOf = (rows: readonly Meant[]): Received['items'] =>
  latestFirst(rows).map((row) => ({ ...listedOf(row), match: row.match! }))

/** Grants to a company: by its number or, if no number is stated, by its current or former name, without legal form. */
export const received = threesixtyGiving.ask(
  'received',
  (rows, company: Company): Received | Partly<Received> => {
    const numbered = taken(rows.where('companies', company.number), mostRead.received)
    const named = [...namesOf(company)].map((one) => taken(rows.where('recipients', one), mostRead.received))
    // Other names of a recipient are kept without their form.
    const matchOf = ({ awarded: on, recipient, recipients }: Row): Match | null => {
      const written = recipient?.name ?? ''
      return surest(
        recipients.map((plain) => matchByName(company, { name: plainName(written) === plain ? written : plain, on })),
      )
    }
    const byName = named.flatMap((one) => one.rows.filter(({ companies }) => companies.length === 0))
    const all = new Map([
      ...byName.map((row): [string, Meant] => [row.id, { ...row, match: matchOf(row) }]),
      ...numbered.rows.map((row): [string, Meant] => [row.id, { ...row, match: numberMatch }]),
    ])
    const sorted = sortedBy([...all.values()], ({ match }) => match)
    const known: Received = {
      ...countsIn(
        sorted.own,
        [numbered, ...named].every(({ complete }) => complete),
      ),
      items: meantOf(sorted.own).slice(0, listed),
      possible: meantOf(sorted.possible).slice(0, 10),
    }
    const why = doubtOf(sorted, 'grant')
    return why === null ? known : partly(known, why, known.total / all.size)
  },
  { digest: receivedGrants, version: 3 },
)

export const grantsOn = (asked: Node<{ readonly query: string }>): Shown<Grants> =>
  need(search, asked, ({ query }) => query)

export const grantsTo = (company: Node<Company>): Shown<Received> =>
  need(received, company, ({ number, name, formerNames, since = null }) => ({ number, name, formerNames, since }))
