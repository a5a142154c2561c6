/** All operations on the file. They run in one thread of a server, or in a command. */
import { randomUUID } from 'node:crypto'
import type { EvidenceTables, OnDead, Retention } from '@domesday/evidence-parts/tables'
import type { Queued } from '@domesday/evidence-parts/stored-pack'
import { storedContents } from './contents.ts'
import { inTransaction, openDatabase } from './database.ts'
import { erasing } from './erasing.ts'
import { subjectHashIn } from './index-key.ts'
import { storedPacks } from './packs.ts'
import { reading } from './reading.ts'
import { remembered } from './remembered.ts'
import { startHeartbeats } from './writers.ts'

export const openTables = (dataDir: string, onDead: OnDead): EvidenceTables => {
  const db = openDatabase(dataDir)
  const subjectHash = subjectHashIn(dataDir, db)
  const contents = storedContents(db, subjectHash)
  const packs = storedPacks(db, contents)
  const erase = erasing(db, { contents, packs, subjectHash })
  const read = reading(db, contents)
  const pragma = (name: string): number => Number(db.prepare(`pragma ${name}`).get()![name])
  const count = (table: string): number => Number(db.prepare(`select count(*) as n from ${table}`).get()!['n'])

  const heartbeats = onDead === null ? null : startHeartbeats(db, randomUUID(), onDead)
  const remember = remembered(db)
  /** Packs made before it have expired. While evidence is off, existing packs keep the time they had. */
  const oldest = ({ now, keepFor }: Retention): number => now - (keepFor > 0 ? keepFor : remember.keepFor())

  return {
    write: (batch, now) => {
      const keep = (one: Queued): void => ('row' in one ? packs.keep(one, now) : packs.own(one))
      try {
        inTransaction(db, () => batch.forEach(keep))
        return { lost: 0 }
      } catch {
        // One by one, so that one that cannot be written does not fail the others.
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
    find: (id, owner, retention) => read.find(id, owner, oldest(retention)),
    list: (query, from, retention) => read.list(query, from, oldest(retention)),
    about: erase.about,
    forget: erase.forget,
    expire: (retention) => {
      if (retention.keepFor > 0) remember.setKeepFor(retention.keepFor)
      return erase.expire(oldest(retention), retention.now)
    },
    size: () => ({
      packs: count('packs'),
      contents: count('contents'),
      bytes: (pragma('page_count') - pragma('freelist_count')) * pragma('page_size'),
    }),
    close: () => {
      heartbeats?.retire()
      db.close()
    },
  }
}
