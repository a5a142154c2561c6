/** Writes packs and who may read them, and removes them. */
import type { DatabaseSync } from 'node:sqlite'
import { shortHash } from '@domesday/evidence-parts/short-hash'
import { bodyOf, idBytes, writtenBody, type Ownership, type QueuedPack } from '@domesday/evidence-parts/stored-pack'
import type { Contents } from './contents.ts'
import { firstAt } from './sequence.ts'

/** The owner who reads all. */
export const operator = 0

export type Packs = ReturnType<typeof storedPacks>

/** Call its methods inside a transaction. */
export const storedPacks = (db: DatabaseSync, contents: Contents) => {
  const isTaken = db.prepare('select 1 from packs where seq = ?')
  const insert = db.prepare(
    `insert into packs (seq, id, endpoint, path, depth, verdict, score, rating, body)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const use = db.prepare('insert or ignore into uses (content, pack) values (?, ?)')
  const unuse = db.prepare('delete from uses where content = ? and pack = ?')
  const admit = db.prepare('insert or ignore into readers (owner, pack, path, lookup) values (?, ?, ?, ?)')
  const known = db.prepare(
    'select pack, path, lookup from readers where owner = 0 and pack = (select seq from packs where id = ?)',
  )
  const ownerOf = db.prepare(
    'insert into owners (name) values (?) on conflict (name) do update set name = excluded.name returning id',
  )
  const bodyAt = db.prepare('select body from packs where seq = ?')
  const remove = db.prepare('delete from packs where seq = ?')
  const dismiss = db.prepare('delete from readers where pack = ? and owner > 0 returning owner')
  const dismissOperator = db.prepare('delete from readers where pack = ? and owner = 0')
  const forgetOwner = db.prepare(
    'delete from owners where id = ? and not exists (select 1 from readers where owner = owners.id)',
  )

  const free = (at: number): number => {
    let seq = firstAt(at)
    while (isTaken.get(seq) !== undefined) seq += 1
    return seq
  }

  return {
    keep: (pack: QueuedPack, now: number): void => {
      const { row, lookup, values } = pack,
        { id, endpoint, path, depth, verdict, score, rating } = row
      const seq = free(row.at)
      const kept = new Map(values.map((value) => [value, contents.keep(value, now)]))
      const body = writtenBody(pack, (value) => kept.get(value)!)
      insert.run(seq, idBytes(id), endpoint, path, depth, verdict, score, rating, body)
      for (const content of kept.values()) if (content !== null) use.run(content, seq)
      admit.run(operator, seq, shortHash(path), shortHash(lookup))
    },
    /** Does nothing if the pack is not stored. */
    own: ({ id, owner }: Ownership): void => {
      const pack = known.get(idBytes(id))
      if (pack === undefined) return
      const reader = Number(ownerOf.get(owner)!['id'])
      admit.run(reader, pack['pack']!, pack['path']!, pack['lookup']!)
    },
    remove: (seq: number): void => {
      const { values } = bodyOf(bodyAt.get(seq)!['body'] as Uint8Array)
      remove.run(seq)
      for (const { owner } of dismiss.all(seq)) forgetOwner.run(owner!)
      dismissOperator.run(seq)
      const used = new Set(values.flatMap(([, content]) => (content === null ? [] : [content])))
      for (const content of used) unuse.run(content, seq)
      for (const content of used) contents.release(content)
    },
  }
}
