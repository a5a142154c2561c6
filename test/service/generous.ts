import { appendFileSync } from 'node:fs'
import { join } from 'node:path'

/** For tests that are not about rate limits. `keys`: new ones an hour an address. */
export const generous = (dir: string, keys = 3): void =>
  appendFileSync(
    join(dir, 'service.yaml'),
    `\nlimits: { per_key: { calls: 100000, per: 1m }, per_address: { calls: 100000, per: 1m }, keys_per_address: { calls: ${keys}, per: 1h } }\n` +
      'http: { connections_per_address: 10000, in_flight_share: { key: 1, address: 1, surface: 1 } }\n',
  )
