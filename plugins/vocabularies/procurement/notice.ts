/**
 * Common types for all portals of public contracts. Most portals share no identifier: a procurement published in two
 * has an OCID in each, and only its buyer and title (`match`) show that it is the same.
 */
import { need, type Node, type Operation } from '@domesday/core'
import type { Company } from '@domesday/vocabulary-companies'

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

export interface Notice {
  readonly source: string
  /** The notice's id in that source. */
  readonly id: string
  /** The portal's own OCID first, then those of other portals. `[]` if not stated. */
  readonly ocids: readonly string[]
  /**
   * Buyer and title, normalised. Two notices of different sources with the same `match` are one procurement, if no
   * third notice has it.
   */
  readonly match: string | null
  readonly title: string
  readonly buyer: string | null
  readonly status: 'open' | 'awarded' | 'closed'
  /** The awarded value, else the estimate, without VAT. Null if not stated, or a placeholder of 0 or 1. */
  readonly value: number | null
  readonly awardedValue: number | null
  readonly currency: string | null
  readonly published: string | null
  /** The last day for tenders. */
  readonly deadline: string | null
  readonly awarded: string | null
  /** Where the work is done: one of `regions`, or as stated. `[]` if not stated. */
  readonly regions: readonly string[]
  /** Classification codes (CPV), eight digits. */
  readonly cpv: readonly string[]
  readonly suppliers: readonly Supplier[]
  readonly url: string
}

export interface Supplier {
  readonly name: string
  /** Companies House number, eight characters. */
  readonly company: string | null
}

/** Newest notices first, at most `mostListed`. */
export interface Market {
  /** Of all matching notices, not only the listed ones. */
  readonly total: number
  readonly open: number
  readonly awarded: number
  readonly notices: readonly Notice[]
  /** False if more notices match than were read: then the counts are estimates. */
  readonly complete: boolean
}

/**
 * A notice of award to the company. `awardedValue`: its own part; null if it shares the award and its part is not
 * stated.
 */
export interface Contract extends Notice {
  /** By number if the notice states it, else by name. */
  readonly matched: 'number' | 'name'
}

/** What a company won, newest first, at most `mostListed`. */
export interface Won {
  readonly total: number
  /** The sum of all stated awarded values, pounds. */
  readonly value: number
  readonly contracts: readonly Contract[]
  /** False if the source has more contracts than could be read: then the total is a lower bound. */
  readonly complete: boolean
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
  notices.toSorted((a, b) => (b.published ?? '').localeCompare(a.published ?? '') || b.id.localeCompare(a.id))

export const countOf = (notices: readonly Notice[], status: Notice['status']): number =>
  notices.filter((notice) => notice.status === status).length

/** Whether an amount is in pounds, the default if no currency is stated. */
export const inPounds = ({ currency }: Pick<Notice, 'currency'>): boolean => currency === 'GBP' || currency === null

/**
 * Asks a portal's `notices`. A portal of one nation is not asked about other parts of the country.
 */
export const marketThrough = (notices: Operation<Wanted, Market>, nation: string | null = null): MarketOf =>
  Object.assign(
    (wanted: Node<Wanted>) => need(notices, { wanted }, ({ wanted }) => (serves(nation, wanted) ? wanted : null)),
    { nation },
  )
/** A portal's market, and the portal's nation if it serves only one. */
export interface MarketOf {
  (wanted: Node<Wanted>): Node<Market>
  readonly nation: string | null
}
/** Whether a portal of that nation serves the region. */
export const serves = (nation: string | null, { region }: Pick<Wanted, 'region'>): boolean =>
  nation === null || region === null || region === nation

/** Asks a portal's `won`. */
export const wonThrough =
  (won: Operation<Company, Won>) =>
  (company: Node<Company>): Node<Won> =>
    need(won, { company }, ({ company: { number, name, formerNames } }) => ({ number, name, formerNames }))
