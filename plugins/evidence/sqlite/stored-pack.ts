/** What passes between the service and the thread of the store, and what a row of a pack has. */
import type { AskTiming, EvidenceRow } from '@domesday/core/evidence'

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
  /** Its salts are made of it: whoever has it can confirm guesses. */
  readonly secret: string
  /**
   * JSON. A hash is empty where its value stays as long as the pack and gives it again: half of a pack would be hashes.
   */
  readonly form: string
  readonly values: readonly SealedValue[]
  readonly timings: readonly AskTiming[]
}

/** That somebody was charged for a pack. */
export interface Ownership {
  readonly id: string
  readonly owner: string
}

export type Queued = QueuedPack | Ownership

/** What a pack has for itself. `content` is null where its value was not kept at all. */
export interface PackBody {
  readonly secret: string
  readonly form: string
  readonly values: readonly (readonly [place: string, content: number | null])[]
  /** Milliseconds, `[began, took]` of each ask. */
  readonly timings: readonly (readonly [number, number])[]
}

export const idBytes = (id: string): Buffer => Buffer.from(id.slice(3), 'hex')
export const idFrom = (bytes: Uint8Array): string => `ev_${Buffer.from(bytes).toString('hex')}`
export const isId = (id: string): boolean => /^ev_[0-9a-f]{64}$/.test(id)
