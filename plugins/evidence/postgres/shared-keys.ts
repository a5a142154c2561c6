/** The public keys of all nodes: each verifies what any of them signed. */
import type { PublicKey } from '@domesday/verify/signed'
import type { QueryRows } from './locks.ts'

/** A key that was retired stays so. */
const noteSql = `
  insert into signing_keys (kid, x, exp) select * from unnest($1::text[], $2::text[], $3::bigint[]) as own (kid, x, exp)
  order by kid
  on conflict (kid) do update set exp = least(signing_keys.exp, excluded.exp)
    where least(signing_keys.exp, excluded.exp) is distinct from signing_keys.exp
`

export const shareKeys = async (all: QueryRows, own: readonly PublicKey[]): Promise<readonly PublicKey[]> => {
  if (own.length > 0)
    await all(noteSql, [own.map(({ kid }) => kid), own.map(({ x }) => x), own.map(({ exp }) => exp ?? null)])
  const rows = await all<{ readonly kid: string; readonly x: string; readonly exp: number | null }>(
    'select kid, x, exp from signing_keys order by exp is not null, added_at desc, kid',
  )
  return rows.map(({ kid, x, exp }) => ({
    kty: 'OKP',
    crv: 'Ed25519',
    x,
    kid,
    ...(exp !== null && { exp }),
    alg: 'EdDSA',
    use: 'sig',
  }))
}
