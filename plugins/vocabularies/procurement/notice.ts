/**
 * Common types for all portals of public contracts. Most portals share no identifier: a procurement published in two
 * has an OCID in each, and only its buyer and title (`match`) show that it is the same.
 */
import {
  choice,
  date,
  flag,
  integer,
  list,
  need,
  number,
  object,
  orNull,
  partly,
  text,
  ukDay,
  type Node,
  type Of,
  type Operation,
  type Partly,
  type Shape,
  type Shown,
} from '@domesday/core'
import { doubtOf, matchShape, sortedBy, type Company } from '@domesday/vocabulary-companies'
import { moneyList } from './money.ts'

/** A question about the market. Days are ISO dates in UK time. */
export interface Wanted {
  /** A word or phrase that a notice must contain; null for all notices. */
  readonly sector: string | null
  /** One of `regions`; null for the whole country. */
  readonly region: string | null
  /** Notices published or changed from this day on. */
  readonly since: string
  /** The day on which a notice counts as open or closed. */
  readonly on: string
}

/** The days of a question about the last so many days. */
export const lastDays = (days: number, now: Date): Pick<Wanted, 'since' | 'on'> => ({
  since: ukDay(new Date(now.getTime() - days * 86_400_000)),
  on: ukDay(now),
})

const supplierFields = object({
  name: text('Name'),
  company: orNull(text('Companies House number, eight characters')),
})
export interface Supplier extends Of<typeof supplierFields> {}

export const noticeFields = {
  source: text('The portal whose notice this is'),
  id: text('The notice in that portal'),
  ocids: list(text(), "The portal's own OCID first, then those of other portals; none if not stated"),
  // Two notices of different sources with the same `match` are one procurement, if no third notice has it.
  match: orNull(text('Buyer and title, normalised')),
  title: text('Of the procurement'),
  buyer: orNull(text('The public body')),
  status: choice(['open', 'awarded', 'closed'], {
    description:
      'closed where the deadline has passed, the procurement was given up, or it is decided who gets it, and nothing is signed',
    tones: { good: ['open'] },
  }),
  value: orNull(
    number({
      description:
        'What was awarded, else what is to be, else what was estimated, without VAT; null where none is stated, or a placeholder, or several currencies',
      unit: 'currency',
    }),
  ),
  gross: orNull(number({ description: 'The same with VAT, where it is stated', unit: 'currency' })),
  awardedValue: orNull(number('What was awarded, without VAT')),
  awardedGross: orNull(number('The same with VAT, where it is stated')),
  currency: orNull(text('Of the values')),
  amounts: moneyList,
  published: orNull(date('Of the notice')),
  deadline: orNull(date('The last day for tenders')),
  awarded: orNull(date('When it was awarded')),
  // One of `regions`, or as stated.
  regions: list(text(), 'Where the work is done; none where it is not stated'),
  cpv: list(text(), 'Classification of what is bought (CPV)'),
  suppliers: list(supplierFields as Shape<Supplier>, 'Who it was awarded to'),
  intended: list(
    supplierFields as Shape<Supplier>,
    'Who it is to be awarded to, where that is decided and not yet done',
  ),
  url: text('Its page'),
}
const notice = object(noticeFields)
export interface Notice extends Of<typeof notice> {}
const noticeShape: Shape<Notice> = notice

/** A part of a portal's notices, and how many there are of them. */
export const foundShape = object({ total: integer('Of all matching notices'), notices: list(noticeShape) })
const marketFields = object({
  total: integer('Of all matching notices, not only the listed ones'),
  open: integer('Of the total'),
  awarded: integer('Of the total'),
  notices: list(noticeShape, 'The newest first'),
  complete: flag('False if more notices match than were read: then the counts are estimates'),
})
/** Newest notices first, at most `mostListed`. */
export interface Market extends Of<typeof marketFields> {}
export const marketShape: Shape<Market> = marketFields

const contract = object({
  ...noticeFields,
  meant: matchShape,
})
/**
 * A notice of award to the company. `meant`: how sure it is that it is this one. `awardedValue`: its own part; null if
 * it shares the award and its part is not stated.
 */
export interface Contract extends Of<typeof contract> {}

const wonFields = object({
  total: integer('Contracts that it won'),
  value: number({ description: 'The sum of all awarded values that are stated in pounds, without VAT', unit: 'GBP' }),
  contracts: list(contract as Shape<Contract>, 'The newest first'),
  possible: list(contract as Shape<Contract>, 'Those that may be its own and are not counted, the newest first'),
  complete: flag('False if the source has more contracts than could be read: then the total is a lower bound'),
})
/** What a company won, newest first, at most `mostListed`. */
export interface Won extends Of<typeof wonFields> {}
export const wonShape: Shape<Won> = wonFields
/** A contract that was found; `meant` is null where it is another company's. */
export interface FoundContract extends Omit<Contract, 'meant'> {
  readonly meant: Contract['meant'] | null
}

/**
 * The contracts that it won. Those of a time when it did not bear the name are another's, where no number is stated:
 * they are left out, and that is said.
 */
export const wonFrom = (contracts: readonly FoundContract[], complete: boolean): Won | Partly<Won> => {
  const sorted = sortedBy(contracts, ({ meant }) => meant)
  const own = sorted.own as readonly Contract[]
  const won: Won = {
    total: own.length,
    value: own.filter(inPounds).reduce((sum, { awardedValue }) => sum + (awardedValue ?? 0), 0),
    contracts: newestFirst(own).slice(0, mostListed),
    possible: newestFirst(sorted.possible as readonly Contract[]).slice(0, mostListed),
    complete,
  }
  const why = doubtOf(sorted, 'contract')
  return why === null ? won : partly(won, why, own.length / contracts.length)
}

/** The most notices that an answer lists. */
export const mostListed = 100

/** Nations and English regions, as the portals name them. `England` means its nine regions. */
export const regions = [
  'North East',
  'North West',
  'Yorkshire and the Humber',
  'East Midlands',
  'West Midlands',
  'East of England',
  'London',
  'South East',
  'South West',
  'England',
  'Wales',
  'Scotland',
  'Northern Ireland',
] as const
export const english: readonly string[] = regions.slice(0, 9)

const folded = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/[\s_-]+/g, ' ')
/** The parameter: a region in any case. Other text is kept, so that the error can quote it. */
export const region: Shape<(typeof regions)[number]> = {
  ...choice(regions, 'Where the work is done: a nation or an English region'),
  clean: (raw: string): string => regions.find((name) => folded(name) === folded(raw)) ?? raw,
}

const plain = (text: string): string =>
  text
    .toUpperCase()
    .replace(/&/g, ' AND ')
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim()

// Titles differ between portals: one may start with a reference number, or end in "- AWARD".
const reference = /^\W*(?:[A-Z]{1,6}[-_ ]?\d{4,}|\d{5,})[\w/-]*[\s–:-]+/
const award = /\s*[-–:(]+\s*(contract )?award(ed)?( notice)?\W*$/i
export const matchOf = (buyer: string | null, title: string): string | null =>
  buyer === null ? null : `${plain(buyer)} / ${plain(title.replace(reference, '').replace(award, ''))}`

export const newestFirst = <T extends Notice>(notices: readonly T[]): readonly T[] =>
  notices.toSorted(
    (a, b) => (b.published ?? '').localeCompare(a.published ?? '', 'en') || b.id.localeCompare(a.id, 'en'),
  )

export const countOf = (notices: readonly Notice[], status: Notice['status']): number =>
  notices.filter((notice) => notice.status === status).length

/** Whether an amount is in pounds, the default if no currency is stated. */
export const inPounds = ({ currency }: Pick<Notice, 'currency'>): boolean => currency === 'GBP' || currency === null

/**
 * Asks a portal's `notices`. A portal of one nation is not asked about other parts of the country.
 */
export const marketThrough = (notices: Operation<Wanted, Market>, nation: string | null = null): MarketOf =>
  Object.assign((wanted: Node<Wanted>) => need(notices, wanted, (wanted) => (serves(nation, wanted) ? wanted : null)), {
    title: notices.source.title,
    nation,
  })
/** A portal's market, with the title of the portal, and its nation if it serves only one. */
export interface MarketOf {
  (wanted: Node<Wanted>): Shown<Market>
  readonly title: string
  readonly nation: string | null
}
/** Whether a portal of that nation serves the region. */
export const serves = (nation: string | null, { region }: Pick<Wanted, 'region'>): boolean =>
  nation === null || region === null || region === nation

/** Asks a portal's `won`. */
export const wonThrough =
  (won: Operation<Company, Won>) =>
  (company: Node<Company>): Shown<Won> =>
    need(won, company, ({ number, name, formerNames, since = null }) => ({ number, name, formerNames, since }))
