/** What passes between the service and the thread of the store, and what a row of a pack has. */
import type { AskTiming, EvidenceRow } from '@domesday/core/evidence'
import { compressed, decompressed } from './compress.ts'

/** A sealed value on its way to the store. */
export interface SealedValue {
  /** Its place in the pack. */
  readonly place: string
  /** Its canonical JSON. */
  readonly text: string
  /** Until when the terms of its source allow to keep it; null: without limit. */
  readonly until: number | null
  /** Whether subjects are found in it. */
  readonly searched: boolean
}

export interface QueuedPack {
  readonly row: EvidenceRow
  readonly lookup: string
  /** Salts are derived from it: whoever has it can confirm guesses. */
  readonly secret: string
  /** JSON. Hashes that can be recomputed from stored values are left empty: they would be half the pack. */
  readonly form: string
  readonly values: readonly SealedValue[]
  readonly timings: readonly AskTiming[]
}

/** Somebody was charged for a pack. */
export interface Ownership {
  readonly id: string
  readonly owner: string
}

export type Queued = QueuedPack | Ownership

/** The part of a pack that no other pack shares. `content` is null if its value was not kept at all. */
export interface PackBody {
  readonly secret: string
  readonly form: string
  readonly values: readonly (readonly [place: string, content: number | null])[]
  /** Milliseconds, `[began, took]` of each ask. */
  readonly timings: readonly (readonly [number, number])[]
}

/** A pack as it is read; a value is null once it was erased. */
export interface StoredPack {
  readonly row: EvidenceRow
  readonly secret: string
  readonly form: string
  readonly values: readonly { readonly place: string; readonly text: string | null }[]
  readonly timings: readonly AskTiming[]
}

const tenths = (ms: number): number => Math.round(ms * 10) / 10

/** The body as it is stored. `contentOf`: the id of the stored value. */
export const writtenBody = (
  { secret, form, values, timings }: QueuedPack,
  contentOf: (value: SealedValue) => number | null,
): Buffer =>
  compressed(
    JSON.stringify({
      secret,
      form,
      values: values.map((value) => [value.place, contentOf(value)] as const),
      timings: timings.map(({ began, took }) => [tenths(began), tenths(took)]),
    } satisfies PackBody),
  )

export const bodyOf = (stored: Uint8Array): PackBody => JSON.parse(decompressed(stored)) as PackBody

export const packWith = (
  row: EvidenceRow,
  { secret, form, values, timings }: PackBody,
  textOf: (content: number) => string | null,
): StoredPack => ({
  row,
  secret,
  form,
  values: values.map(([place, content]) => ({ place, text: content === null ? null : textOf(content) })),
  timings: timings.map(([began, took]) => ({ began, took })),
})

export const idBytes = (id: string): Buffer => Buffer.from(id.slice(3), 'hex')
export const idFrom = (bytes: Uint8Array): string => `ev_${Buffer.from(bytes).toString('hex')}`
export const isId = (id: string): boolean => /^ev_[0-9a-f]{64}$/.test(id)
