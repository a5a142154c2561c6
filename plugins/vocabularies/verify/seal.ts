/** Makes packs: seals values, opens them, leaves some out. */
import { hash, randomBytes } from 'node:crypto'
import canonicalize from 'canonicalize'
import {
  answerPlace,
  format,
  sealedIn,
  sealedPlaces,
  sourcesLeftOut,
  statement,
  type Ask,
  type AskOutcome,
  type Form,
  type Pack,
  type SealedPlace,
  type Sealable,
  type Sealed,
  type SealedOutcome,
  type SaltedValue,
  type SaltedValues,
} from './format.ts'

/** RFC 8785. Throws on what it refuses: lone surrogates, numbers that are not finite. */
export const canonicalText = (value: unknown): string => canonicalize(value) ?? 'null'

/** `salt` in front of the canonical text, as UTF-8. All salts have one length, so that no two pairs give one text. */
export const saltedHash = (salt: string, text: string): Sealed => hash('sha256', salt + text)

/**
 * The salt of a place: 128 bits of SHA-512/256 of the secret in front of the place. That hash cannot be extended, so
 * salts that are known tell nothing about the others.
 */
export const saltOf = (secret: string, place: SealedPlace): string =>
  hash('sha512-256', `${secret}${place}`, 'buffer').toString('base64url', 0, 16)

/** 256 bits. Whoever has it can confirm guesses of values that are left out: it is never handed out. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

export const idOf = (form: Form): string => `ev_${hash('sha256', canonicalText(form))}`

const answerText = ({ data, missing }: Sealable['answer'], canonical: (value: unknown) => string): string =>
  `{"data":${canonical(data)},"missing":${canonical(missing)}}`

export interface Sealing {
  /** One for each pack: see `newSecret`. With the same one, the same gathering gets the same id. */
  readonly secret?: string
  /** `canonicalText`, or what remembers its texts: many answers rest on one digest, and all on the same settings. */
  readonly canonical?: (value: unknown) => string
}
export interface SealedPack {
  readonly id: string
  readonly form: Form
  readonly values: SaltedValues
}

export const seal = (
  { endpoint, versions, asked, depth, include, now, settings, settingsHash, asks, answer }: Sealable,
  { secret = newSecret(), canonical = canonicalText }: Sealing = {},
): SealedPack => {
  const values: Record<SealedPlace, SaltedValue> = {}
  const put = (place: SealedPlace, value: unknown): Sealed => {
    const salt = saltOf(secret, place)
    values[place] = { salt, value: value ?? null }
    return saltedHash(salt, canonical(value ?? null))
  }
  const sealOutcome = (outcome: AskOutcome, place: SealedPlace): SealedOutcome =>
    ({
      ...outcome,
      ...Object.fromEntries(
        sealedIn(outcome).map((member) => [member, put(`${place}/${member}`, outcome[member as keyof AskOutcome])]),
      ),
    }) as SealedOutcome
  const answerSalt = saltOf(secret, answerPlace)
  const form: Form = {
    format,
    endpoint,
    versions,
    asked: put('/asked', asked),
    depth,
    include,
    now,
    settings: put('/settings', settings),
    settings_hash: settingsHash,
    asks: asks.map(
      ({ node, source, operation, digest_version, question, outcome, fetched_at, fresh_until, from }, i) => ({
        node,
        source,
        operation,
        digest_version,
        question: put(`/asks/${i}/question`, question),
        outcome: sealOutcome(outcome, `/asks/${i}/outcome`),
        fetched_at,
        fresh_until,
        from,
      }),
    ),
    answer: { hash: saltedHash(answerSalt, answerText(answer, canonical)) },
  }
  values[answerPlace] = { salt: answerSalt }
  return { id: idOf(form), form, values }
}

/** The pack of a form with those of its values that are there. */
export const packOf = ({ id, form, values }: SealedPack): Pack => ({
  id,
  statement,
  form,
  values,
  not_replayable: sourcesLeftOut(form, values),
})

/** The pack without the values at these places. Throws where the form has no such place. */
export const redact = (pack: Pack, places: Iterable<SealedPlace>): Pack => {
  const without = new Set(places),
    known = sealedPlaces(pack.form)
  for (const place of without) if (!known.has(place)) throw new RangeError(`The pack has nothing sealed at '${place}'.`)
  const values = Object.fromEntries(Object.entries(pack.values).filter(([place]) => !without.has(place)))
  return packOf({ ...pack, values })
}

export interface OpenedAsk extends Omit<Ask, 'outcome'> {
  /** Null where a part of it is left out. */
  readonly outcome: AskOutcome | null
}
export interface Opened {
  /** Values that are left out are undefined here. */
  readonly gathering: Omit<Sealable, 'answer' | 'asks'> & { readonly asks: readonly OpenedAsk[] }
  readonly leftOut: readonly SealedPlace[]
  /** Whether this is the answer that the pack was made with; null where its salt is left out. */
  isAnswer(answer: Sealable['answer']): boolean | null
}

/** What a pack was made of. It is for packs that `verify` found no fault in. */
export const open = ({ form, values }: Pack): Opened => {
  const { format: _, asked: __, settings: ___, settings_hash: settingsHash, asks, answer, ...plain } = form
  const valueAt = (place: SealedPlace): unknown => values[place]?.value
  const openOutcome = (outcome: SealedOutcome, place: SealedPlace): AskOutcome | null => {
    const places = sealedIn(outcome).map((member) => [member, `${place}/${member}`] as const)
    if (places.some(([, one]) => !Object.hasOwn(values, one))) return null
    return { ...outcome, ...Object.fromEntries(places.map(([member, one]) => [member, valueAt(one)])) } as AskOutcome
  }
  const gathering = {
    ...plain,
    asked: valueAt('/asked') as Sealable['asked'],
    settings: valueAt('/settings'),
    settingsHash,
    asks: asks.map((ask, i) => ({
      ...ask,
      question: valueAt(`/asks/${i}/question`),
      outcome: openOutcome(ask.outcome, `/asks/${i}/outcome`),
    })),
  }
  const salt = values[answerPlace]?.salt
  return {
    gathering,
    leftOut: [...sealedPlaces(form).keys()].filter((place) => !Object.hasOwn(values, place)),
    isAnswer: (made) => (salt === undefined ? null : saltedHash(salt, answerText(made, canonicalText)) === answer.hash),
  }
}
