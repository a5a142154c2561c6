/** Finds packs for those who may read them. */
import type { DatabaseSync } from 'node:sqlite'
import type { EvidenceQuery, EvidenceRow } from '@domesday/core/evidence'
import { shortHash } from '@domesday/evidence-parts/short-hash'
import { longAfter, mostRows, type FoundRows } from '@domesday/evidence-parts/tables'
import { bodyOf, idBytes, idFrom, isId, packWith, type StoredPack } from '@domesday/evidence-parts/stored-pack'
import type { Contents } from './contents.ts'
import { operator } from './packs.ts'
import { firstAt, timeOf } from './sequence.ts'

export const rowColumns = 'seq, id, packs.path as path, endpoint, depth, verdict, score, rating'

export const rowOf = (row: Readonly<Record<string, unknown>>): EvidenceRow => {
  const { id, seq, ...rest } = row as Readonly<Record<string, unknown>> & {
    readonly id: Uint8Array
    readonly seq: number
  }
  return { ...(rest as Omit<EvidenceRow, 'id' | 'at'>), id: idFrom(id), at: timeOf(seq) }
}

/** `oldest`: packs made before it have expired. A late sweep may not have removed them yet. */
export const reading = (db: DatabaseSync, contents: Contents) => {
  const ownerId = db.prepare('select id from owners where name = ?')
  const one = db.prepare(
    `select ${rowColumns}, body from packs where id = ? and seq >= ?
     and exists (select 1 from readers where owner = ? and pack = seq)`,
  )
  const pages = (where: string) =>
    db.prepare(
      `select ${rowColumns} from readers join packs on packs.seq = readers.pack
       where owner = ? ${where} and pack < ? and pack >= ? order by pack desc limit ?`,
    )
  const all = pages(''),
    ofPath = pages('and readers.path = ? and packs.path = ?'),
    ofLookup = pages('and readers.lookup = ?'),
    ofBoth = pages('and readers.lookup = ? and packs.path = ?')

  /** Null for somebody who owns nothing. */
  const readerOf = (owner: string | null): number | null =>
    owner === null ? operator : ((ownerId.get(owner)?.['id'] as number | undefined) ?? null)

  return {
    find: (id: string, owner: string | null, oldest: number): StoredPack | null => {
      const reader = isId(id) ? readerOf(owner) : null
      const found = reader === null ? undefined : one.get(idBytes(id), firstAt(oldest), reader)
      if (found === undefined) return null
      const { body, ...row } = found
      return packWith(rowOf(row), bodyOf(body as Uint8Array), contents.text)
    },
    /** `from`: the number of the last row of the page before. */
    list: (
      { owner, path, lookup, before = longAfter, since = 0, limit }: Omit<EvidenceQuery, 'cursor'>,
      from: number | null,
      oldest: number,
    ): FoundRows => {
      const end = Math.min(from ?? firstAt(longAfter), firstAt(before))
      const reader = readerOf(owner)
      if (reader === null) return { rows: [], next: null }
      const most = Math.max(1, Math.min(limit, mostRows))
      const span = [end, firstAt(Math.max(since, oldest)), most + 1] as const
      const found =
        lookup !== undefined && path !== undefined
          ? ofBoth.all(reader, shortHash(lookup), path, ...span)
          : lookup !== undefined
            ? ofLookup.all(reader, shortHash(lookup), ...span)
            : path !== undefined
              ? ofPath.all(reader, shortHash(path), path, ...span)
              : all.all(reader, ...span)
      const rows = found.slice(0, most)
      const last = rows.at(-1)
      return {
        rows: rows.map(rowOf),
        next: found.length > most && last !== undefined ? Number(last['seq']) : null,
      }
    },
  }
}
