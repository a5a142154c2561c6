/** Digests, questions and settings: each text is stored once, for as long as a pack uses it and its terms allow. */
import { hash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { compressed, decompressed } from '@domesday/evidence-parts/compress'
import type { SubjectHash } from '@domesday/evidence-parts/short-hash'
import type { SealedValue } from '@domesday/evidence-parts/stored-pack'
import { termsIn } from '@domesday/evidence-parts/subject-terms'

interface ContentRow {
  readonly id: number
  readonly is_here: number
  readonly until: number | null
}

export type Contents = ReturnType<typeof storedContents>

/** Call its methods inside a transaction. */
export const storedContents = (db: DatabaseSync, subjectHash: SubjectHash) => {
  const find = db.prepare('select id, body is not null as is_here, until from contents where hash = ?')
  const insert = db.prepare('insert into contents (hash, body, until) values (?, ?, ?) returning id')
  const refill = db.prepare('update contents set body = ?, until = ? where id = ?')
  const prolong = db.prepare('update contents set until = ? where id = ?')
  const read = db.prepare('select body from contents where id = ?')
  const remove = db.prepare('delete from contents where id = ?')
  const empty = db.prepare('update contents set body = null where id = ?')
  const isUsed = db.prepare('select 1 from uses where content = ? limit 1')
  const name = db.prepare('insert or ignore into subjects (subject, content) values (?, ?)')
  const unname = db.prepare('delete from subjects where subject = ? and content = ?')

  const index = (id: number, text: string): void => {
    for (const term of termsIn(JSON.parse(text))) name.run(subjectHash(term), id)
  }
  const unindex = (id: number, body: Uint8Array): void => {
    for (const term of termsIn(JSON.parse(decompressed(body)))) unname.run(subjectHash(term), id)
  }
  const bodyOf = (id: number): Uint8Array | null => (read.get(id)?.['body'] as Uint8Array | null | undefined) ?? null

  return {
    /** The id of the text, new or existing; null if it may not be kept at all. */
    keep: ({ text, until, searched }: Omit<SealedValue, 'place'>, now: number): number | null => {
      if (until !== null && until <= now) return null
      const digest = hash('sha256', text, 'buffer')
      const known = find.get(digest) as ContentRow | undefined
      if (known === undefined) {
        const id = Number(insert.get(digest, compressed(text), until)!['id'])
        if (searched) index(id, text)
        return id
      }
      if (known.is_here === 0) {
        refill.run(compressed(text), until, known.id)
        if (searched) index(known.id, text)
      } else if (known.until !== null && (until === null || until > known.until)) prolong.run(until, known.id)
      return known.id
    },
    /** Null once it is erased. */
    text: (id: number): string | null => {
      const body = bodyOf(id)
      return body && decompressed(body)
    },
    /** Erases the text, and leaves its row. */
    erase: (id: number): void => {
      const body = bodyOf(id)
      if (body === null) return
      unindex(id, body)
      empty.run(id)
    },
    /** Removes it if no pack uses it. */
    release: (id: number): void => {
      if (isUsed.get(id) !== undefined) return
      const body = bodyOf(id)
      if (body !== null) unindex(id, body)
      remove.run(id)
    },
  }
}
