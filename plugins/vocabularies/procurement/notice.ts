/**
 * What the portals of public contracts answer, in the same words, so that their rows can be put together. Most share
 * no identifier: a procurement published in two has an OCID in each, and only its buyer and title tell that it is one
 * (`match`).
 */
import { need, type Node, type Operation } from '@domesday/core'
import type { Company } from '@domesday/vocabulary-companies'

/** A question about the market. Days are ISO dates in UK time. */
export interface Wanted {
  /** A word or phrase that a notice must hold; null for all notices. */
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
  /** The process's own OCID first, then those that other portals gave it. `[]` where the source does not state it. */
  readonly ocids: readonly string[]
  /**
   * Buyer and title in a plain form. Two notices of different sources that share it are one procurement, if no third
   * one has it.
   */
  readonly match: string | null
  readonly title: string
  readonly buyer: string | null
  readonly status: 'open' | 'awarded' | 'closed'
  /** What was awarded, else what was estimated, without VAT. Null where none is stated, or a placeholder of 0 or 1. */
  readonly value: number | null
  readonly awardedValue: number | null
  readonly currency: string | null
  readonly published: string | null
  /** The last day for tenders. */
  readonly deadline: string | null
  readonly awarded: string | null
  /** Where the work is done, of `regions` or as stated. `[]` where it is not stated. */
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

/** The newest notices first, `listed` at most. */
export interface Market {
  /** Over all that match, not only those listed. */
  readonly total: number
  readonly open: number
  readonly awarded: number
  readonly notices: readonly Notice[]
  /** False where more match than were read: then the counts are estimated by those that were. */
  readonly complete: boolean
}

/**
 * A notice of award to the company. `awardedValue` is what it won itself: null where it shares in it, and its part is
 * not stated.
 */
export interface Contract extends Notice {
  /** By number where the notice states it, else by name alone. */
  readonly matched: 'number' | 'name'
}

/** What a company won, newest first, `listed` at most. */
export interface Won {
  readonly total: number
  /** Pounds, over all whose awarded value is stated. */
  readonly value: number
  readonly contracts: readonly Contract[]
  /** False where the source had more answers than could be read: then the total is the least it can be. */
  readonly complete: boolean
}

/** So many notices does an answer list. */
export const mostListed = 100

/** Nations and English regions, as the portals name them. England stands for its nine regions. */
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

// Titles are not written alike in two portals: one leads with a reference number, or ends in "- AWARD".
const reference = /^\W*(?:[A-Z]{1,6}[-_ ]?\d{4,}|\d{5,})[\w/-]*[\s–:-]+/
const award = /\s*[-–:(]+\s*(contract )?award(ed)?( notice)?\W*$/i
export const matchOf = (buyer: string | null, title: string): string | null =>
  buyer === null ? null : `${plain(buyer)} / ${plain(title.replace(reference, '').replace(award, ''))}`

export const newestFirst = <T extends Notice>(notices: readonly T[]): readonly T[] =>
  notices.toSorted((a, b) => (b.published ?? '').localeCompare(a.published ?? '') || b.id.localeCompare(a.id))

export const countOf = (notices: readonly Notice[], status: Notice['status']): number =>
  notices.filter((notice) => notice.status === status).length

/** Whether a figure of money is in pounds, which is what is meant where no currency is stated. */
export const inPounds = ({ currency }: Pick<Notice, 'currency'>): boolean => currency === 'GBP' || currency === null

/**
 * Asks a portal's `notices`. One of a single nation is not asked about a part of the country that its public bodies
 * do not serve.
 */
export const marketThrough = (notices: Operation<Wanted, Market>, nation: string | null = null): MarketOf =>
  Object.assign(
    (wanted: Node<Wanted>) => need(notices, { wanted }, ({ wanted }) => (serves(nation, wanted) ? wanted : null)),
    { nation },
  )
/** A portal's market, and the nation whose portal it is, where it is one nation's. */
export interface MarketOf {
  (wanted: Node<Wanted>): Node<Market>
  readonly nation: string | null
}
/** Whether a portal of that nation is asked. */
export const serves = (nation: string | null, { region }: Pick<Wanted, 'region'>): boolean =>
  nation === null || region === null || region === nation

/** Asks a portal's `won`. */
export const wonThrough =
  (won: Operation<Company, Won>) =>
  (company: Node<Company>): Node<Won> =>
    need(won, { company }, ({ company: { number, name, formerNames } }) => ({ number, name, formerNames }))
