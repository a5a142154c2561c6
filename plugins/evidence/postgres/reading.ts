/** Finds packs for those who may read them. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { EvidenceQuery, EvidenceRow } from '@domesday/core/evidence'
import { decompressed } from '@domesday/evidence-parts/compress'
import { shortHash } from '@domesday/evidence-parts/short-hash'
import { longAfter, mostRows, type FoundRows } from '@domesday/evidence-parts/tables'
import { bodyOf, idBytes, idFrom, isId, packWith, type StoredPack } from '@domesday/evidence-parts/stored-pack'
import type { QueryRows } from './locks.ts'
import { firstAt, timeOf } from './sequence.ts'

/** Milliseconds. A pack that is not found may still be in another node's queue: retry once, after this. */
const underWay = 200

export const rowColumns = 'seq, packs.id, path, endpoint, depth, verdict, score, rating'

export interface RowFound extends Omit<EvidenceRow, 'id' | 'at'> {
  readonly seq: number
  readonly id: Uint8Array
}

export const rowOf = ({ id, seq, path, endpoint, depth, verdict, score, rating }: RowFound): EvidenceRow => ({
  id: idFrom(id),
  path,
  endpoint,
  depth,
  verdict,
  score,
  rating,
  at: timeOf(seq),
})

const ownerId = (place: number): string => `(select id from owners where name = $${place})`

const packSql = `
  select ${rowColumns}, body, contents from packs where id = $1 and seq >= $2
  and ($3::text is null or exists (select from readers where owner = ${ownerId(3)} and pack = seq))
`

type PackFound = RowFound & { readonly body: Uint8Array; readonly contents: readonly string[] }

/** `oldest`: packs made before it have expired. A late sweep may not have removed them yet. */
export const findPack = async (
  all: QueryRows,
  id: string,
  owner: string | null,
  oldest: number,
): Promise<StoredPack | null> => {
  if (!isId(id)) return null
  const look = async (): Promise<PackFound | undefined> =>
    (await all<PackFound>(packSql, [idBytes(id), firstAt(oldest), owner]))[0]
  let found = await look()
  if (found === undefined) {
    await sleep(underWay)
    found = await look()
  }
  if (found === undefined) return null
  const { body, contents } = found
  const bodies = await all<{ readonly id: number; readonly body: Uint8Array | null }>(
    'select id, body from contents where id = any($1::bigint[])',
    [contents],
  )
  const bodyAt = new Map(bodies.map((one) => [one.id, one.body]))
  return packWith(rowOf(found), bodyOf(body), (place) => {
    const stored = bodyAt.get(Number(contents[place]))
    return stored == null ? null : decompressed(stored)
  })
}

/** `from`: the number of the last row of the page before. */
export const listPacks = async (
  all: QueryRows,
  { owner, path, lookup, before = longAfter, since = 0, limit }: Omit<EvidenceQuery, 'cursor'>,
  from: number | null,
  oldest: number,
): Promise<FoundRows> => {
  const most = Math.max(1, Math.min(limit, mostRows))
  const values: unknown[] = []
  const bound = (value: unknown): number => values.push(value)
  const end = bound(Math.min(from ?? firstAt(longAfter), firstAt(before))),
    begin = bound(firstAt(Math.max(since, oldest)))
  const where: string[] = []
  if (path !== undefined) {
    const place = bound(path)
    where.push(`hashtextextended(path, 0) = hashtextextended($${place}, 0) and path = $${place}`)
  }
  if (lookup !== undefined) where.push(`lookup = $${bound(shortHash(lookup))}`)
  // Of one question there are few packs; of one owner there may be a million.
  const isOfOne = where.length > 0
  const place = owner === null ? null : bound(owner)
  const byOwner = place !== null && !isOfOne
  if (place !== null)
    where.push(
      byOwner
        ? `owner = ${ownerId(place)}`
        : `exists (select from readers where owner = ${ownerId(place)} and pack = seq)`,
    )
  const number = byOwner ? 'pack' : 'seq'
  const found = await all<RowFound>(
    `select ${rowColumns} from ${byOwner ? 'readers join packs on seq = pack' : 'packs'}
     where ${[`${number} < $${end}`, `${number} >= $${begin}`, ...where].join(' and ')}
     order by ${number} desc limit ${most + 1}`,
    values,
  )
  const rows = found.slice(0, most)
  return { rows: rows.map(rowOf), next: found.length > most ? rows.at(-1)!.seq : null }
}
