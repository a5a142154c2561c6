/** All operations on the schema of evidence. They run in one thread of a server, or in a command. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { BillingError, Failure } from '@domesday/core/evidence'
import { evidenceAway } from '@domesday/evidence-parts/away'
import { hashWith, type SubjectHash } from '@domesday/evidence-parts/short-hash'
import type { EvidenceTables, OnDead, Retention, Size, Written } from '@domesday/evidence-parts/tables'
import type { Queued } from '@domesday/evidence-parts/stored-pack'
import type { Limits } from '@domesday/store-postgres/connect'
import { isAway } from '@domesday/store-postgres/faults'
import { openReads, type Reads } from '@domesday/store-postgres/reads'
import { expirePacks, forgetPacks, packsAbout } from './erasing.ts'
import { findPack, listPacks } from './reading.ts'
import { startHeartbeats, type Heartbeats } from './runs.ts'
import { openSchema, type SchemaPlace } from './schema.ts'
import { shareKeys } from './shared-keys.ts'
import { writeBatch } from './writing.ts'

export interface TablesPlace extends SchemaPlace, Limits {}

interface Database {
  readonly reads: Reads
  readonly subjectHash: SubjectHash
  /** Null for a command. */
  readonly heartbeats: Heartbeats | null
}

/** Milliseconds between attempts to write while the database is away. */
const retryMs = 500
/** Milliseconds: one node sweeps for all, no more often than this. */
const sweepEvery = 55_000

const sizeSql = `
  select (select count(*) from packs) as packs, (select count(*) from contents) as contents, (
    select sum(pg_total_relation_size(oid))::bigint from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'
  ) as bytes
`

const openDatabase = async (place: TablesPlace, make: boolean, onDead: OnDead): Promise<Database | null> => {
  const address = await openSchema(place, make)
  if (address === null) return null
  const reads = await openReads(address, place, evidenceAway)
  try {
    const [own] = await reads.all<{ readonly index_key: string }>('select index_key from domesday')
    const heartbeats = onDead === null ? null : await startHeartbeats(reads.all, randomUUID(), onDead)
    return { reads, subjectHash: hashWith(own!.index_key), heartbeats }
  } catch (fault) {
    await reads.close()
    throw fault
  }
}

export const openTables = (place: TablesPlace, onDead: OnDead): EvidenceTables => {
  let opened: Promise<Database | null> | null = null
  let isClosing = false

  /** Null if nothing was ever kept, unless `make`. */
  const database = async (make = false): Promise<Database | null> => {
    const one = (opened ??= openDatabase(place, make, onDead))
    try {
      const found = await one
      if (found !== null) return found
      if (opened === one) opened = null
      return make ? database(true) : null
    } catch (fault) {
      if (opened === one) opened = null
      throw fault instanceof Failure || fault instanceof BillingError || !isAway(fault) ? fault : evidenceAway()
    }
  }
  const reading = async <T>(none: T, read: (found: Database) => Promise<T>): Promise<T> => {
    const found = await database()
    return found === null ? none : read(found)
  }

  /** Retries until the database is back. Rejects if the batch itself is at fault. */
  const write = async (batch: readonly Queued[], now: number): Promise<void> => {
    for (;;) {
      try {
        const { reads, subjectHash } = (await database(true))!
        return await writeBatch(reads, subjectHash, batch, now)
      } catch (fault) {
        if (!(fault instanceof Failure) || isClosing) throw fault
      }
      await sleep(retryMs)
    }
  }
  /** Packs made before it have expired. While evidence is off, existing packs keep the time they had. */
  const oldest = async ({ reads }: Database, { now, keepFor }: Retention): Promise<number> => {
    if (keepFor > 0) return now - keepFor
    const [kept] = await reads.all<{ readonly keep_for: number | null }>('select keep_for from domesday')
    return kept!.keep_for === null ? 0 : now - kept!.keep_for
  }

  return {
    write: async (batch, now): Promise<Written> => {
      try {
        await write(batch, now)
        return { lost: 0 }
      } catch (first) {
        if (first instanceof Failure) return { lost: batch.length, why: String(first) }
      }
      // One by one, so that one that cannot be written does not fail the others.
      const faults: string[] = []
      for (const one of batch) await write([one], now).catch((fault: unknown) => faults.push(String(fault)))
      return faults[0] === undefined ? { lost: 0 } : { lost: faults.length, why: faults[0] }
    },
    find: (id, owner, retention) =>
      reading(null, async (found) => findPack(found.reads.all, id, owner, await oldest(found, retention))),
    list: (query, from, retention) =>
      reading({ rows: [], next: null }, async (found) =>
        listPacks(found.reads.all, query, from, await oldest(found, retention)),
      ),
    about: (subject) =>
      reading({ endpoints: {}, newest: [] }, ({ reads, subjectHash }) =>
        packsAbout(reads.slowly, subjectHash, subject),
      ),
    forget: (subject) => reading(0, ({ reads, subjectHash }) => forgetPacks(reads, subjectHash, subject)),
    expire: (retention) =>
      reading(0, async (found) => {
        const { now, keepFor } = retention
        const claimed = await found.reads.all(
          `update domesday set swept_at = $1::bigint, keep_for = coalesce(nullif($2::bigint, 0), keep_for)
           where swept_at not between $1::bigint - ${sweepEvery} and $1::bigint returning id`,
          [now, keepFor],
        )
        return claimed.length === 0 ? 0 : expirePacks(found.reads, await oldest(found, retention), now)
      }),
    size: () =>
      reading<Size>({ packs: 0, contents: 0, bytes: 0 }, async ({ reads }) => (await reads.slowly<Size>(sizeSql))[0]!),
    shareKeys: (own) => reading(own, ({ reads }) => shareKeys(reads.all, own)),
    close: async () => {
      isClosing = true
      const found = await opened?.catch(() => null)
      await found?.heartbeats?.retire().catch(() => {})
      await found?.reads.close()
    },
  }
}
