/**
 * Evidence packs, format `domesday-evidence/1`: what an answer was made from. The **form** holds a salted hash in the
 * place of each value; value and salt travel beside it. So a value can be left out and the pack still verifies, and
 * without its salt nobody can confirm a guess. This package imports none of the others: auditors install it alone.
 */

export const format = 'domesday-evidence/1'

export const depths = ['summary', 'standard', 'full'] as const

/** Every pack says so, in these words. */
export const statement =
  'This pack shows what the service received from its sources and what it made of it. ' +
  'It does not show that what a source said is right.'

/** What a look-up learned of a question. */
export type AskOutcome =
  | { readonly value: unknown }
  | { readonly none: 'nothing' }
  | { readonly none: 'no_such' | 'ambiguous'; readonly detail: string; readonly candidates: readonly unknown[] }
  | { readonly none: 'not_covered'; readonly where: string }
  | { readonly gap: string; readonly retry_after_s: number | null }

/** What is plain of a question in every pack. */
export interface PlainAsk {
  readonly node: string
  readonly source: string
  readonly operation: string
  readonly digest_version: number
  /** ISO times; null where nothing was fetched. */
  readonly fetched_at: string | null
  readonly fresh_until: string | null
  /** Null where there is no answer. */
  readonly from: 'wire' | 'cache' | 'dataset' | null
}
export interface Ask extends PlainAsk {
  readonly question: unknown
  readonly outcome: AskOutcome
}

interface Plain {
  readonly endpoint: string
  /** Of the service, and of each package whose code took part, by its id. */
  readonly versions: Readonly<Record<string, string>>
  readonly depth: (typeof depths)[number]
  readonly include: readonly string[] | null
  /** The clock of the look-up, an ISO time. */
  readonly now: string
}

/** What a pack is made of. */
export interface Sealable extends Plain {
  readonly asked: Readonly<Record<string, unknown>>
  readonly settings: unknown
  /** As in `_meta.settings` of the answer. */
  readonly settingsHash: string
  readonly asks: readonly Ask[]
  readonly answer: { readonly data: unknown; readonly missing: unknown }
}

/** SHA-256 of salt and value, 64 hex digits: see `saltedHash`. */
export type Sealed = string
export type SealedOutcome =
  | { readonly value: Sealed }
  | { readonly none: 'nothing' }
  | { readonly none: 'no_such' | 'ambiguous'; readonly detail: Sealed; readonly candidates: Sealed }
  | { readonly none: 'not_covered'; readonly where: Sealed }
  | { readonly gap: string; readonly retry_after_s: number | null }
export interface SealedAsk extends PlainAsk {
  readonly question: Sealed
  readonly outcome: SealedOutcome
}

/** What the id of a pack is the hash of. */
export interface Form extends Plain {
  readonly format: typeof format
  readonly asked: Sealed
  readonly settings: Sealed
  readonly settings_hash: string
  readonly asks: readonly SealedAsk[]
  /** Of `{ data, missing }`. */
  readonly answer: { readonly hash: Sealed }
}

/** Where a hash stands in the form, a JSON Pointer: `/asks/0/question`. */
export type SealedPlace = string
export const answerPlace: SealedPlace = '/answer/hash'

/** `value` is absent for the answer, which is not part of a pack. `salt`: 16 bytes as base64url, 22 characters. */
export interface SaltedValue {
  readonly salt: string
  readonly value?: unknown
}
export type SaltedValues = Readonly<Record<SealedPlace, SaltedValue>>

/** What is handed out and kept, as JSON. */
export interface Pack {
  readonly id: string
  readonly statement: typeof statement
  readonly form: Form
  /** Those that are not left out. */
  readonly values: SaltedValues
  /** Sources of which a question or an outcome is left out. */
  readonly not_replayable: readonly string[]
}

/** The members of an outcome that are sealed. */
export const sealedIn = (outcome: SealedOutcome | AskOutcome): readonly string[] => {
  if ('value' in outcome) return ['value']
  if ('gap' in outcome || outcome.none === 'nothing') return []
  return outcome.none === 'not_covered' ? ['where'] : ['detail', 'candidates']
}

const sealedOfAsk = ({ question, outcome }: SealedAsk, i: number): readonly (readonly [SealedPlace, Sealed])[] => [
  [`/asks/${i}/question`, question],
  ...sealedIn(outcome).map(
    (member) => [`/asks/${i}/outcome/${member}`, outcome[member as keyof SealedOutcome] as Sealed] as const,
  ),
]

/** All hashes of a form by their places, in the order of the form. */
export const sealedPlaces = ({ asked, settings, asks, answer }: Form): ReadonlyMap<SealedPlace, Sealed> =>
  new Map([['/asked', asked], ['/settings', settings], ...asks.flatMap(sealedOfAsk), [answerPlace, answer.hash]])

/** Sources of which a question or an outcome is not among the values. */
export const sourcesLeftOut = ({ asks }: Form, values: SaltedValues): readonly string[] => [
  ...new Set(
    asks
      .filter((ask, i) => sealedOfAsk(ask, i).some(([place]) => !Object.hasOwn(values, place)))
      .map(({ source }) => source),
  ),
]
