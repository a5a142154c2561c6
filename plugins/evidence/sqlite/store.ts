/** All that is done with the file. One thread of a server does it, or a command. */
import type { EvidenceAbout, EvidenceQuery } from '@domesday/core/evidence'
import { storedContents } from './contents.ts'
import { inTransaction, openDatabase } from './database.ts'
import { erasing } from './erasing.ts'
import { subjectHashIn } from './index-key.ts'
import { storedPacks } from './packs.ts'
import { reading } from './reading.ts'
import { remembered } from './remembered.ts'
import type { Queued } from './stored-pack.ts'
import { heartbeat, writers } from './writers.ts'

export interface Size {
  readonly packs: number
  readonly contents: number
  /** Of the file, without what is free in it. */
  readonly bytes: number
}

/** What became of a batch. `why`: of the first that was lost. */
export interface Written {
  readonly lost: number
  readonly why?: string
}

/** Milliseconds. */
export interface Span {
  /** Unix. */
  readonly now: number
  /** How long packs are kept; 0 while none is made. */
  readonly keepFor: number
}

export type Store = ReturnType<typeof openStore>

/** `onDead` is told how many processes ended without closing. */
export const openStore = (dataDir: string, self: string, onDead: (dead: number) => void) => {
  const db = openDatabase(dataDir)
  const subjectHash = subjectHashIn(dataDir, db)
  const contents = storedContents(db, subjectHash)
  const packs = storedPacks(db, contents)
  const erase = erasing(db, { contents, packs, subjectHash })
  const read = reading(db, contents)
  const alive = writers(db, self, Date.now)
  const pragma = (name: string): number => Number(db.prepare(`pragma ${name}`).get()![name])
  const count = (table: string): number => Number(db.prepare(`select count(*) as n from ${table}`).get()!['n'])

  const beat = (): void => {
    const dead = inTransaction(db, () => {
      alive.beat()
      return alive.buryDead()
    })
    if (dead > 0) onDead(dead)
  }
  beat()
  const beating = setInterval(() => {
    try {
      beat()
    } catch {
      // The disk is full, or a command has the lock: the next beat tries again.
    }
  }, heartbeat)
  beating.unref()

  const remember = remembered(db)
  /** When the oldest pack may have been made. While none is kept, those that are there keep the time they had. */
  const oldest = ({ now, keepFor }: Span): number => now - (keepFor > 0 ? keepFor : remember.keepFor())

  return {
    write: (batch: readonly Queued[], now: number): Written => {
      const keep = (one: Queued): void => ('row' in one ? packs.keep(one, now) : packs.own(one))
      try {
        inTransaction(db, () => batch.forEach(keep))
        return { lost: 0 }
      } catch {
        // One that cannot be written does not take the others with it.
        const faults = batch.flatMap((one) => {
          try {
            inTransaction(db, () => keep(one))
            return []
          } catch (fault) {
            return [String(fault)]
          }
        })
        return faults[0] === undefined ? { lost: 0 } : { lost: faults.length, why: faults[0] }
      }
    },
    find: (id: string, owner: string | null, span: Span) => read.find(id, owner, oldest(span)),
    list: (query: Omit<EvidenceQuery, 'cursor'>, from: number | null, span: Span) =>
      read.list(query, from, oldest(span)),
    about: (subject: string): EvidenceAbout => erase.about(subject),
    forget: (subject: string): Promise<number> => erase.forget(subject),
    expire: (span: Span): Promise<number> => {
      if (span.keepFor > 0) remember.setKeepFor(span.keepFor)
      return erase.expire(oldest(span), span.now)
    },
    size: (): Size => ({
      packs: count('packs'),
      contents: count('contents'),
      bytes: (pragma('page_count') - pragma('freelist_count')) * pragma('page_size'),
    }),
    close: (): void => {
      clearInterval(beating)
      inTransaction(db, alive.retire)
      db.close()
    },
  }
}
