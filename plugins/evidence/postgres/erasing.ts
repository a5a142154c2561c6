/** Removes expired packs and what a subject wants forgotten, in steps between which others can write. */
import type { EvidenceAbout } from '@domesday/core/evidence'
import type { SubjectHash } from '@domesday/evidence-parts/short-hash'
import { shownRows } from '@domesday/evidence-parts/tables'
import { subjectTerms } from '@domesday/evidence-parts/subject-terms'
import type { Reads } from '@domesday/store-postgres/reads'
import { usedWithin } from './contents.ts'
import { withoutWriters, type QueryRows } from './locks.ts'
import { rowColumns, rowOf, type RowFound } from './reading.ts'
import { firstAt } from './sequence.ts'

/** A step takes some milliseconds. */
const perStep = 200

/** Packs of a path, and those in whose digests or questions a subject is found. */
const resting = `(
  select seq from packs where hashtextextended(path, 0) = hashtextextended($1, 0) and path = $1
  union
  select seq from contents join packs on packs.contents @> array[contents.id] where subjects && $2::bigint[]
)`

const isUnused = 'not exists (select from packs where packs.contents @> array[contents.id])'

const lapsedSql = `
  update contents set body = null, subjects = '{}' where id = any(array(
    select id from contents where until <= $1 and body is not null order by until limit ${perStep}
  ))
  returning id
`
const unusedSql = `
  delete from contents where id = any(array(select id from contents where used_at < $1 order by used_at limit ${perStep}))
  returning id
`
const namelessSql = `
  delete from owners where id = any($1::integer[]) and not exists (select from readers where owner = owners.id)
`

/** Removes these packs with their readers; resolves to the ids of the contents that they used. */
const removePacks = async (all: QueryRows, seqs: readonly number[]): Promise<readonly number[]> => {
  const gone = await all<{ readonly contents: readonly string[] }>(
    'delete from packs where seq = any($1::bigint[]) returning contents',
    [seqs],
  )
  const readers = await all<{ readonly owner: number }>(
    'delete from readers where pack = any($1::bigint[]) returning owner',
    [seqs],
  )
  if (readers.length > 0) await all(namelessSql, [[...new Set(readers.map(({ owner }) => owner))]])
  return [...new Set(gone.flatMap(({ contents }) => contents.map(Number)))]
}

const inSteps = async (reads: Reads, step: (all: QueryRows) => Promise<number>): Promise<number> => {
  for (let erased = 0; ;) {
    const count = await withoutWriters(reads, step)
    erased += count
    if (count < perStep) return erased
  }
}

const seqsOf = (rows: readonly { readonly seq: number }[]): readonly number[] => rows.map(({ seq }) => seq)

/** `oldest`: packs made before it have expired. Resolves to the number of removed packs. */
export const expirePacks = async (reads: Reads, oldest: number, now: number): Promise<number> => {
  await inSteps(reads, async (all) => (await all(lapsedSql, [now])).length)
  const removed = await inSteps(reads, async (all) => {
    const over = seqsOf(
      await all<RowFound>(`select seq from packs where seq < $1 order by seq limit ${perStep}`, [firstAt(oldest)]),
    )
    if (over.length > 0) await removePacks(all, over)
    return over.length
  })
  // Every pack that used these has expired.
  const unused = Math.max(0, oldest) - usedWithin
  await inSteps(reads, async (all) => (await all(unusedSql, [unused])).length)
  return removed
}

const bindings = (subjectHash: SubjectHash, subject: string): readonly unknown[] => [
  subject,
  [...subjectTerms(subject)].map(subjectHash),
]

export const packsAbout = async (all: QueryRows, subjectHash: SubjectHash, subject: string): Promise<EvidenceAbout> => {
  const wanted = bindings(subjectHash, subject)
  const each = await all<{ readonly endpoint: string; readonly count: number }>(
    `select endpoint, count(*) from packs where seq in ${resting} group by endpoint order by endpoint`,
    wanted,
  )
  const newest = await all<RowFound>(
    `select ${rowColumns} from packs where seq in ${resting} order by seq desc limit ${shownRows}`,
    wanted,
  )
  return {
    endpoints: Object.fromEntries(each.map(({ endpoint, count }) => [endpoint, count])),
    newest: newest.map(rowOf),
  }
}

export const forgetPacks = async (reads: Reads, subjectHash: SubjectHash, subject: string): Promise<number> => {
  const wanted = bindings(subjectHash, subject)
  const removed = await inSteps(reads, async (all) => {
    const found = seqsOf(await all<RowFound>(`select seq from packs where seq in ${resting} limit ${perStep}`, wanted))
    if (found.length === 0) return 0
    const contents = await removePacks(all, found)
    await all(`delete from contents where id = any($1::bigint[]) and ${isUnused}`, [contents])
    return found.length
  })
  // Contents that only expired packs used: the next sweep would remove them, but later.
  await withoutWriters(reads, (all) =>
    all(`delete from contents where subjects && $1::bigint[] and ${isUnused}`, [wanted[1]]),
  )
  // Erased rows stay in the table's pages until a vacuum.
  if (removed > 0) await reads.slowly('vacuum contents, packs, readers')
  return removed
}
