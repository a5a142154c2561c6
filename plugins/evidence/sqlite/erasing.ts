/** Removes expired packs and what a subject wants forgotten, in steps between which others can read. */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { setImmediate as turn } from 'node:timers/promises'
import type { EvidenceAbout } from '@domesday/core/evidence'
import { shortHash, type SubjectHash } from '@domesday/evidence-parts/short-hash'
import { shownRows } from '@domesday/evidence-parts/tables'
import { subjectTerms } from '@domesday/evidence-parts/subject-terms'
import type { Contents } from './contents.ts'
import { inTransaction } from './database.ts'
import { operator, type Packs } from './packs.ts'
import { rowColumns, rowOf } from './reading.ts'
import { firstAt } from './sequence.ts'

/** A step takes some milliseconds. */
const perStep = 50

/** Numbers in the JSON of the first parameter. */
const listed = '(select value from json_each(?))'

export const erasing = (
  db: DatabaseSync,
  {
    contents,
    packs,
    subjectHash,
  }: { readonly contents: Contents; readonly packs: Packs; readonly subjectHash: SubjectHash },
) => {
  const over = db.prepare('select seq as id from packs where seq < ? order by seq limit ?')
  const lapsed = db.prepare('select id from contents where until <= ? and body is not null order by until limit ?')
  /** Packs of a path, and those in whose digests or questions a subject is found. */
  const resting = `(
    select readers.pack from readers join packs on packs.seq = readers.pack
      where readers.owner = ${operator} and readers.path = ? and packs.path = ?
    union select uses.pack from subjects join uses on uses.content = subjects.content where subjects.subject in ${listed}
  )`
  const bindings = (subject: string): SQLInputValue[] => [
    shortHash(subject),
    subject,
    JSON.stringify([...subjectTerms(subject)].map(subjectHash)),
  ]
  const each = db.prepare(`select endpoint, count(*) as packs from packs where seq in ${resting} group by endpoint`)
  const newest = db.prepare(`select ${rowColumns} from packs where seq in ${resting} order by seq desc limit ?`)
  const next = db.prepare(`select seq as id from packs where seq in ${resting} limit ?`)

  const inSteps = async (ids: () => readonly number[], erase: (id: number) => void): Promise<number> => {
    for (let erased = 0; ; await turn()) {
      const step = inTransaction(db, () => {
        const found = ids()
        found.forEach(erase)
        return found.length
      })
      erased += step
      if (step < perStep) return erased
    }
  }
  const idsFrom = (rows: readonly Readonly<Record<string, unknown>>[]): readonly number[] =>
    rows.map(({ id }) => Number(id))

  return {
    /** `oldest`: packs made before it have expired. Resolves to the number of removed packs. */
    expire: async (oldest: number, now: number): Promise<number> => {
      await inSteps(() => idsFrom(lapsed.all(now, perStep)), contents.erase)
      return inSteps(() => idsFrom(over.all(firstAt(oldest), perStep)), packs.remove)
    },
    about: (subject: string): EvidenceAbout => ({
      endpoints: Object.fromEntries(
        each.all(...bindings(subject)).map(({ endpoint, packs: count }) => [endpoint, Number(count)]),
      ),
      newest: newest.all(...bindings(subject), shownRows).map(rowOf),
    }),
    forget: async (subject: string): Promise<number> => {
      const wanted = bindings(subject)
      const removed = await inSteps(() => idsFrom(next.all(...wanted, perStep)), packs.remove)
      // The log of SQLite holds what was erased until it is truncated.
      if (removed > 0) db.exec('pragma wal_checkpoint(truncate)')
      return removed
    },
  }
}
