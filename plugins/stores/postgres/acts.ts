/** The audit trail of operators' acts; the functions that change something note them. */
import type { Client } from 'pg'
import type { Act, Actor, Acts, AuditTrail } from '@domesday/core/store'
import { storable } from './operations.ts'
import type { Reads } from './reads.ts'

const listedByDefault = 100

const actsSql = `
  select seq, at, who, surface, act, target, key_id as "keyId", details from acts
  where at >= $1 and ($2::bigint is null or at < $2) and ($3::text is null or key_id = $3) and ($4::bigint is null or seq < $4)
  order by seq desc limit $5
`

export const postgresActs = (reads: Pick<Reads, 'all'>): Acts => ({
  list: ({ since = 0, until, keyId, before, limit = listedByDefault } = {}) =>
    reads.all<Act>(actsSql, [since, until, keyId, before, limit]),
})

/** Adds nothing if a newer row is the same: a statement is sent again if its answer was lost. */
const noteSql = `
  insert into acts (at, who, surface, act, target, details)
  select coalesce($7::bigint, (extract(epoch from clock_timestamp()) * 1000)::bigint), $2, $3, $4, $5, $6
  where not exists (
    select from acts where seq > $1 and (who, surface, act, target, details) = ($2, $3, $4, $5, $6::jsonb)
  )
`

/** `clock`: null for the time of the database. */
export const postgresTrail = (reads: Pick<Reads, 'all'>, clock: () => number | null): AuditTrail => ({
  ...postgresActs(reads),
  note: async ({ who, surface }, { act, target, details }) => {
    const [newest] = await reads.all<{ seq: number }>('select coalesce(max(seq), 0) as seq from acts')
    await reads.all(noteSql, [newest!.seq, who, surface, act, target, JSON.stringify(details, storable), clock()])
  },
})

/** Notes an act on all data, in the transaction of its change; without an actor nothing. */
export const noteAct = async (
  client: Pick<Client, 'query'>,
  by: Actor | undefined,
  { act, target, details }: Pick<Act, 'act' | 'target' | 'details'>,
): Promise<void> => {
  await client.query('select note_act($1, $2, $3, null, $4, (extract(epoch from clock_timestamp()) * 1000)::bigint)', [
    by,
    act,
    target,
    JSON.stringify(details, storable),
  ])
}
