/** Digests, questions and settings: each text is stored once, for as long as a pack uses it and its terms allow. */
import { hash } from 'node:crypto'
import { compressed } from '@domesday/evidence-parts/compress'
import type { SubjectHash } from '@domesday/evidence-parts/short-hash'
import type { QueuedPack, SealedValue } from '@domesday/evidence-parts/stored-pack'
import { termsIn } from '@domesday/evidence-parts/subject-terms'
import type { QueryRows } from './locks.ts'

/** Milliseconds: update `used_at` at most once a minute, so that writers do not wait for each other. */
export const usedWithin = 60_000

interface Wanted {
  readonly text: string
  readonly hash: Buffer
  readonly until: number | null
  readonly searched: boolean
  readonly usedAt: number
}

interface KnownRow {
  readonly id: number
  readonly hash: string
  readonly is_here: boolean
  readonly until: number | null
  readonly used_at: number
}

const later = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : Math.max(a, b))

/** Each text of a batch once, by its hash in hex. What may not be kept at all is left out. */
const wantedIn = (packs: readonly QueuedPack[], now: number): ReadonlyMap<string, Wanted> => {
  const wanted = new Map<string, Wanted>()
  for (const { row, values } of packs)
    for (const { text, until, searched } of values) {
      if (until !== null && until <= now) continue
      const digest = hash('sha256', text, 'buffer'),
        name = digest.toString('hex'),
        one = wanted.get(name)
      wanted.set(name, {
        text,
        hash: digest,
        until: one === undefined ? until : later(until, one.until),
        searched: searched || (one?.searched ?? false),
        usedAt: Math.max(row.at, one?.usedAt ?? 0),
      })
    }
  return wanted
}

const isKept = ({ until, usedAt }: Wanted, known: KnownRow): boolean =>
  known.is_here && known.used_at > usedAt - usedWithin && later(known.until, until) === known.until

const knownSql = `
  select id, encode(hash, 'hex') as hash, body is not null as is_here, until, used_at from contents
  where hash = any($1::bytea[])
`

/** Ordered by hash, so that all nodes lock rows in the same order. Without a body: the text is stored already. */
const keepSql = `
  insert into contents (hash, body, until, used_at, subjects)
  select hash, body, until, used_at, subjects::bigint[]
  from unnest($1::bytea[], $2::bytea[], $3::bigint[], $4::bigint[], $5::text[]) as new (hash, body, until, used_at, subjects)
  order by hash
  on conflict (hash) do update set
    body = coalesce(contents.body, excluded.body),
    subjects = case when contents.body is null then excluded.subjects else contents.subjects end,
    until = case
      when contents.body is null then excluded.until
      when contents.until is not null and excluded.until is not null then greatest(contents.until, excluded.until)
    end,
    used_at = greatest(contents.used_at, excluded.used_at)
  returning id, encode(hash, 'hex') as hash
`

export type ContentIdOf = (value: Pick<SealedValue, 'text'>) => number | null

/** Call it with the lock of writers. Resolves to the ids of the texts; null for one that may not be kept at all. */
export const keepContents = async (
  all: QueryRows,
  subjectHash: SubjectHash,
  packs: readonly QueuedPack[],
  now: number,
): Promise<ContentIdOf> => {
  const wanted = wantedIn(packs, now)
  const known = new Map(
    (await all<KnownRow>(knownSql, [[...wanted.values()].map((one) => one.hash)])).map((row) => [row.hash, row]),
  )
  const ids = new Map([...known].map(([name, { id }]) => [name, id]))
  const changed = [...wanted].filter(([name, one]) => !known.has(name) || !isKept(one, known.get(name)!))
  const isHere = (name: string): boolean => known.get(name)?.is_here ?? false
  const subjectsOf = ({ text, searched }: Wanted): string =>
    `{${searched ? [...termsIn(JSON.parse(text))].map(subjectHash).join(',') : ''}}`
  const kept =
    changed.length === 0
      ? []
      : await all<{ readonly id: number; readonly hash: string }>(keepSql, [
          changed.map(([, one]) => one.hash),
          changed.map(([name, { text }]) => (isHere(name) ? null : compressed(text))),
          changed.map(([, { until }]) => until),
          changed.map(([, { usedAt }]) => usedAt),
          changed.map(([name, one]) => (isHere(name) ? '{}' : subjectsOf(one))),
        ])
  for (const { id, hash: name } of kept) ids.set(name, id)
  const byText = new Map([...wanted].map(([name, { text }]) => [text, ids.get(name)!]))
  return ({ text }) => byText.get(text) ?? null
}
