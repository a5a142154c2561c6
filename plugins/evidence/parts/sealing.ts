/** Makes sealed packs of what was gathered, and hands them out as the terms of their sources allow. */
import { LRUCache } from 'lru-cache'
import { keepable, termsOf, type AnySource, type EvidenceFound, type KeptGathering } from '@domesday/core/evidence'
import {
  answerPlace,
  canonicalText,
  newSecret,
  packOf,
  saltOf,
  saltedHash,
  seal,
  sealedPlaces,
  type Form,
  type SaltedValue,
} from '@domesday/verify'
import type { QueuedPack, SealedValue, StoredPack } from './stored-pack.ts'

type Sources = ReadonlyMap<string, AnySource>

/** Characters of the digests and settings whose canonical texts are remembered: many answers rest on one digest. */
const remembered = 16_000_000

const askIn = ({ asks }: Form, place: string): Form['asks'][number] | undefined =>
  asks[Number(/^\/asks\/(\d+)\/outcome\//.exec(place)?.[1] ?? NaN)]

/** Until when the terms of its source allow to keep the value of a place; null: without limit. */
const endOf = (form: Form, place: string, sources: Sources, at: number): number | null => {
  const ask = askIn(form, place),
    source = ask && sources.get(ask.source)
  if (ask === undefined || source === undefined) return null
  const most = keepable(termsOf(source).mayKeep)
  return most === Infinity ? null : (ask.fetched_at === null ? at : Date.parse(ask.fetched_at)) + most
}

/** Changes the form in place: nobody else holds it. */
const withHashes = (form: Form, change: (place: string, hash: string) => string): Form => {
  for (const [place, hash] of sealedPlaces(form)) {
    const parts = place.split('/').slice(1),
      last = parts.pop()!
    const holder = parts.reduce((inside: any, part) => inside[part], form)
    holder[last] = change(place, hash)
  }
  return form
}

export interface Prepared {
  readonly pack: QueuedPack
  /** Characters. */
  readonly size: number
}

export const sealer = (sources: Sources): ((gathered: KeptGathering, at: number) => Prepared) => {
  const texts = new LRUCache<object, string>({ maxSize: remembered, sizeCalculation: (text) => text.length + 1 })
  /** What is not frozen may have changed by the next pack. */
  const canonicalFor = ({ settings }: KeptGathering): ((value: unknown) => string) => {
    const own = new Map<unknown, string>()
    return (value) => {
      if (typeof value !== 'object' || value === null) return canonicalText(value)
      const shared = value === settings || Object.isFrozen(value) ? texts : own
      const known = shared.get(value)
      if (known !== undefined) return known
      const text = canonicalText(value)
      shared.set(value, text)
      return text
    }
  }
  return (gathered, at) => {
    const secret = newSecret(),
      canonical = canonicalFor(gathered)
    const { id, form, values } = seal(gathered, { secret, canonical })
    const sealed = Object.entries(values).flatMap(([place, { value }]): SealedValue[] =>
      place === answerPlace
        ? []
        : [{ place, text: canonical(value), until: endOf(form, place, sources, at), searched: place !== '/settings' }],
    )
    const bounded = new Set(sealed.filter(({ until }) => until !== null).map(({ place }) => place)).add(answerPlace)
    const stored = JSON.stringify(withHashes(form, (place, hash) => (bounded.has(place) ? hash : '')))
    const { path, endpoint, depth, answer, score, lookup, timings } = gathered
    return {
      pack: {
        row: { id, path, endpoint, depth, verdict: answer.verdict, ...score, at },
        lookup,
        secret,
        form: stored,
        values: sealed,
        timings,
      },
      size: sealed.reduce((sum, { text }) => sum + text.length, stored.length),
    }
  }
}

/** Leaves out what may not be kept any longer, and names its sources. */
export const packFrom = (stored: StoredPack, sources: Sources, now: number): EvidenceFound => {
  const { row, secret, timings } = stored
  const texts = new Map(stored.values.map(({ place, text }) => [place, text]))
  const values: Record<string, SaltedValue> = { [answerPlace]: { salt: saltOf(secret, answerPlace) } }
  const plain = JSON.parse(stored.form) as Form
  for (const [place, text] of texts) {
    const until = endOf(plain, place, sources, row.at)
    if (text !== null && (until === null || until > now))
      values[place] = { salt: saltOf(secret, place), value: JSON.parse(text) as unknown }
  }
  const form = withHashes(plain, (place, hash) =>
    hash === '' ? saltedHash(values[place]?.salt ?? saltOf(secret, place), texts.get(place) ?? '') : hash,
  )
  return { row, pack: packOf({ id: row.id, form, values }), timings }
}
