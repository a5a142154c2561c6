/** Sales from price paid data, in both wire formats: query results and linked-data records. */
import {
  choice,
  counted,
  date,
  day,
  drawn,
  figure,
  flag,
  many,
  numeric,
  object,
  orNull,
  partly,
  sent,
  stated,
  wire,
  type Of,
  type Partly,
  type Sent,
} from '@domesday/core'

const homeTypes = ['detached', 'semi-detached', 'terraced', 'flat'] as const
export const homeType = choice(homeTypes, 'The type most often sold')
export type HomeType = Of<typeof homeType>
export type PropertyType = HomeType | 'other'

export const saleShape = drawn(
  object({
    date: date('Day of completion'),
    price: figure('GBP', 'As registered'),
    property_type: orNull(choice([...homeTypes, 'other'], 'As registered; other is not a home alone')),
    new_build: orNull(flag('Whether it was built new')),
    tenure: orNull(choice(['freehold', 'leasehold'], 'What was sold')),
    // False also for bulk purchases to let, and for other property.
    full_value: orNull(flag('Whether it was a plain sale: not a repossession, a transfer to a company or the like')),
  }),
  'events',
  { on: 'date', title: 'property_type', value: 'price', more: ['tenure', 'new_build', 'full_value'] },
)
export interface Sale extends Of<typeof saleShape> {}

type Literal = string | number | boolean | { readonly _value?: unknown }
type Named = string | { readonly _about?: string }
/** The first value: the service sends a string, an object, or a list of either. */
const first = <T>(raw: T | readonly T[] | null | undefined): T | undefined => many<T>(raw as T)[0]
const valueOf = (raw: unknown): unknown => {
  const one = first(raw as Literal)
  return typeof one === 'object' ? one._value : one
}
/** The last part of a URL that stands for a word: `…/def/common/semi-detached`. */
const lastPart = (raw: unknown): string | null => {
  const one = first(raw as Named)
  return (
    stated(typeof one === 'object' ? one._about : one)
      ?.split(/[/#]/)
      .at(-1) ?? null
  )
}

const types: Readonly<Record<string, PropertyType>> = {
  detached: 'detached',
  'semi-detached': 'semi-detached',
  terraced: 'terraced',
  'flat-maisonette': 'flat',
}
const typeOf = (word: string | null): PropertyType | null => (word === null ? null : (types[word] ?? 'other'))
const tenureOf = (word: string | null): Sale['tenure'] => (word === 'freehold' || word === 'leasehold' ? word : null)

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
/** Records write `Tue, 30 Jun 2026`, queries `2026-06-30`. */
const dayOf = (raw: string | null): string | null => {
  const [, d, month, y] = /(\d{1,2}) ([A-Z][a-z]{2})[a-z]* (\d{4})$/.exec(raw ?? '') ?? []
  const m = months.indexOf(month ?? '') + 1
  return m > 0 ? day(`${y}-${String(m).padStart(2, '0')}-${d!.padStart(2, '0')}`) : day(raw)
}

/** The values that both wire formats have; words are the last parts of their URLs. */
interface Found {
  readonly date: string | null
  readonly price: unknown
  readonly isNew: unknown
  readonly type: string | null
  readonly category: string | null
  readonly tenure: string | null
}
const saleOf = (wire: Found): Sale | null => {
  const sold = dayOf(wire.date),
    price = numeric(wire.price)
  if (sold === null || price === null || price <= 0) return null
  const isNew = String(wire.isNew).toLowerCase()
  return {
    date: sold,
    price,
    property_type: typeOf(wire.type),
    new_build: isNew === 'true' ? true : isNew === 'false' ? false : null,
    tenure: tenureOf(wire.tenure),
    full_value: wire.category === null ? null : wire.category !== 'additionalPricePaidTransaction',
  }
}

/** Newest first, and told where a sale has no price or no day that can be read. */
const newestFirst = (sales: readonly (Sale | null)[]): readonly Sale[] | Partly<readonly Sale[]> => {
  const known = sales.filter((sale) => sale !== null)
  const lost = sales.length - known.length
  const sorted = known.toSorted((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0))
  return lost === 0
    ? sorted
    : partly(sorted, `${counted(lost, 'sale')} without a price or a day left out`, known.length / sales.length)
}

const { must, any, scalar } = sent
const bound = must({ value: must(scalar), ...sent.unread('type', 'datatype') })
// Held against the SPARQL results format of W3C: the list is required, and a row has all that our query binds.
export const resultsWire = wire({
  head: sent.ignored,
  results: must({
    bindings: must([{ sale: bound, date: bound, price: bound, type: bound, category: bound }]),
    ...sent.unread('distinct', 'ordered'),
  }),
})

/**
 * The rows of a query, newest first. Each row is a combination of values, so a sale with two values of anything has two
 * rows: count it once.
 */
export const salesInResults = ({ results }: Sent<typeof resultsWire>) => {
  const bySale = new Map(results.bindings.map((row) => [row.sale.value, row]))
  return newestFirst(
    [...bySale.values()].map((row) =>
      saleOf({
        date: stated(row.date.value),
        price: row.price.value,
        isNew: null,
        type: lastPart(row.type.value),
        category: lastPart(row.category.value),
        tenure: null,
      }),
    ),
  )
}

// The publisher states no schema of its records. Values are texts, objects or lists of either: code looks. A sale means
// nothing without its price and its day.
export const recordsWire = wire({
  ...sent.unread('format', 'version'),
  result: must({
    items: [
      {
        pricePaid: must(any),
        transactionDate: must(any),
        propertyType: any,
        transactionCategory: any,
        estateType: any,
        newBuild: any,
        recordStatus: any,
        ...sent.unread('_about', 'hasTransaction', 'propertyAddress', 'transactionId', 'type'),
      },
    ],
    ...sent.unread('_about', 'definition', 'extendedMetadataVersion', 'first', 'next', 'prev', 'page', 'itemsPerPage'),
    ...sent.unread('isPartOf', 'items_per_page', 'type'),
  }),
})

/** The items of a list of records, newest first. A record with the status `delete` is a withdrawn sale. */
export const salesInRecords = ({ result }: Sent<typeof recordsWire>) => {
  const standing = (result.items ?? []).filter((item) => lastPart(item.recordStatus) !== 'delete')
  return newestFirst(
    standing.map((item) =>
      saleOf({
        date: stated(valueOf(item.transactionDate)),
        price: valueOf(item.pricePaid),
        isNew: valueOf(item.newBuild),
        type: lastPart(item.propertyType),
        category: lastPart(item.transactionCategory),
        tenure: lastPart(item.estateType),
      }),
    ),
  )
}
