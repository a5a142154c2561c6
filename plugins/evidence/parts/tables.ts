/** What a store of evidence does. It has a thread of its own, which compresses, writes, reads and erases. */
import type { EvidenceAbout, EvidenceQuery, EvidenceRow } from '@domesday/core/evidence'
import type { PublicKey } from '@domesday/verify/signed'
import type { Queued, StoredPack } from './stored-pack.ts'

export interface Size {
  readonly packs: number
  readonly contents: number
  /** On the disk. */
  readonly bytes: number
}

/** What became of a batch. `why`: of the first that was lost. */
export interface Written {
  readonly lost: number
  readonly why?: string
}

/** Milliseconds. */
export interface Retention {
  /** Unix. */
  readonly now: number
  /** How long packs are kept; 0 while evidence is off. */
  readonly keepFor: number
}

export interface FoundRows {
  readonly rows: readonly EvidenceRow[]
  /** The number of the last row where there are more. */
  readonly next: number | null
}

type Soon<T> = T | Promise<T>

export interface EvidenceTables {
  write(batch: readonly Queued[], now: number): Soon<Written>
  find(id: string, owner: string | null, retention: Retention): Soon<StoredPack | null>
  /** `from`: the number of the last row of the page before. */
  list(query: Omit<EvidenceQuery, 'cursor'>, from: number | null, retention: Retention): Soon<FoundRows>
  about(subject: string): Soon<EvidenceAbout>
  forget(subject: string): Promise<number>
  /** Removes what is kept no longer. Resolves to the number of packs. */
  expire(retention: Retention): Promise<number>
  size(): Soon<Size>
  /** Stores the public keys of this node; resolves to those of all nodes. Only where several nodes share the store. */
  shareKeys?(own: readonly PublicKey[]): Promise<readonly PublicKey[]>
  close(): Soon<void>
}

/** Called with the number of servers that died. Null for a command, whose own death is not reported. */
export type OnDead = ((dead: number) => void) | null

/** The module of a store: the thread imports it. */
export interface TablesModule<Place = any> {
  openTables(place: Place, onDead: OnDead): EvidenceTables
}

/** The most rows of a list. */
export const mostRows = 1_000
/** The most rows of an `EvidenceAbout`. */
export const shownRows = 100
/** Unix milliseconds, far beyond any pack. */
export const longAfter = 1e13
