/** The audit trail of operators' acts; the functions that change something note them. */
import type { Act, Acts } from '@domesday/core/store'
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
