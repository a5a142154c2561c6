/** Writes packs and who may read them: a batch is one transaction. */
import { shortHash, type SubjectHash } from '@domesday/evidence-parts/short-hash'
import {
  idBytes,
  writtenBody,
  type Ownership,
  type Queued,
  type QueuedPack,
} from '@domesday/evidence-parts/stored-pack'
import type { Reads } from '@domesday/store-postgres/reads'
import { keepContents, type ContentIdOf } from './contents.ts'
import { withWriters, type QueryRows } from './locks.ts'
import { perMillisecond } from './sequence.ts'

/** Skips packs that are stored: a batch is sent again if its answer was lost. */
const packSql = `
  insert into packs (seq, id, endpoint, path, lookup, depth, verdict, score, rating, body, contents)
  select at * ${perMillisecond} + nextval('pack_numbers'), id, endpoint, path, lookup, depth, verdict, score, rating, body, contents::bigint[]
  from unnest($1::bigint[], $2::bytea[], $3::text[], $4::text[], $5::bigint[], $6::text[], $7::text[],
    $8::double precision[], $9::text[], $10::bytea[], $11::text[])
    with ordinality as new (at, id, endpoint, path, lookup, depth, verdict, score, rating, body, contents, place)
  where not exists (select from packs where packs.id = new.id)
  order by place
`
/** Ignores owners of packs that are not stored. */
const charged = `from unnest($1::bytea[], $2::text[]) as new (id, name) join packs on packs.id = new.id`
const ownerSql = `
  insert into owners (name) select distinct name ${charged}
  where not exists (select from owners where owners.name = new.name) order by name on conflict do nothing
`
const readerSql = `
  insert into readers (owner, pack) select distinct owners.id, packs.seq ${charged} join owners on owners.name = new.name
  order by 1, 2 on conflict do nothing
`

const isPack = (one: Queued): one is QueuedPack => 'row' in one

const keepPacks = async (all: QueryRows, packs: readonly QueuedPack[], contentIdOf: ContentIdOf): Promise<void> => {
  const bodies = packs.map((pack) => {
    const contents: number[] = []
    const body = writtenBody(pack, (value) => {
      const content = contentIdOf(value)
      return content === null ? null : contents.push(content) - 1
    })
    return { body, contents: `{${contents.join(',')}}` }
  })
  const column = <T>(of: (pack: QueuedPack) => T): readonly T[] => packs.map(of)
  await all(packSql, [
    column(({ row }) => row.at),
    column(({ row }) => idBytes(row.id)),
    column(({ row }) => row.endpoint),
    column(({ row }) => row.path),
    column(({ lookup }) => shortHash(lookup)),
    column(({ row }) => row.depth),
    column(({ row }) => row.verdict),
    column(({ row }) => row.score),
    column(({ row }) => row.rating),
    bodies.map(({ body }) => body),
    bodies.map(({ contents }) => contents),
  ])
}

const admit = async (all: QueryRows, owned: readonly Ownership[]): Promise<void> => {
  const values = [owned.map(({ id }) => idBytes(id)), owned.map(({ owner }) => owner)]
  await all(ownerSql, values)
  await all(readerSql, values)
}

export const writeBatch = (
  reads: Reads,
  subjectHash: SubjectHash,
  batch: readonly Queued[],
  now: number,
): Promise<void> => {
  const packs = batch.filter(isPack),
    owned = batch.filter((one): one is Ownership => !isPack(one))
  return withWriters(reads, async (all) => {
    if (packs.length > 0) await keepPacks(all, packs, await keepContents(all, subjectHash, packs, now))
    if (owned.length > 0) await admit(all, owned)
  })
}
