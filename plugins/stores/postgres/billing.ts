/** Opens the store: one connection that writes, some that read, and the secrets of all keys in memory. */
import { randomUUID } from 'node:crypto'
import type { Billing, StoreParts } from '@domesday/core/store'
import { recoveredCharges } from '@domesday/store-parts/recovered'
import { refundsBy } from '@domesday/store-parts/refunds'
import { postgresTrail } from './acts.ts'
import { addressIn } from './address.ts'
import { recentAudit } from './audit.ts'
import { checkEngine, connect, type Limits } from './connect.ts'
import { postgresDelivery } from './delivery.ts'
import { postgresIdempotency } from './idempotency.ts'
import { postgresKeys } from './keys.ts'
import { postgresLedger } from './ledger.ts'
import { ensureSchema } from './migrate.ts'
import { postgresPayments } from './payments.ts'
import { openReads } from './reads.ts'
import { postgresReports } from './reports.ts'
import { openSecrets } from './secrets.ts'
import { openSession } from './session.ts'
import { reachable } from './start.ts'
import { sweeper } from './sweeper.ts'
import { openWriter } from './writer.ts'

/** Milliseconds for the statements that make the tables. */
const longest = 600_000

export interface Opening extends Pick<StoreParts, 'env' | 'mode' | 'now' | 'warn' | 'log'>, Limits {
  /** Milliseconds that a start waits for the database. */
  readonly start: number
}

/** Rejects with `unusable` where the database cannot be used. */
export const openBilling = async (opening: Opening): Promise<Billing> => {
  const { env, mode, timeout, warn, now = Date.now } = opening
  // Times are those of the database, whose clock all nodes share; tests have their own.
  const clock = (): number | null => opening.now?.() ?? null
  const address = addressIn(env)
  const first = await reachable(address, () => connect(address, longest), opening.start, opening.log)
  const { id: fleet } = await reachable(address, async () => {
    await checkEngine(first)
    return ensureSchema(first, mode)
  }).finally(() => first.end())

  let run = randomUUID()
  const reads = await openReads(address, opening)
  const [writer, secrets] = await reachable(address, () =>
    Promise.all([
      openWriter({
        open: async (onEnd) => openSession(await connect(address, timeout, onEnd), run, clock),
        renew: () => {
          run = randomUUID()
        },
        timeout,
      }),
      openSecrets(reads, now),
    ]),
  )
  const recovered = recoveredCharges()
  const { sweep, stop } = sweeper(writer, reads, { clock, warn, recovered })
  let closing: Promise<void> | null = null

  return {
    keys: postgresKeys(reads, secrets, { now, clock }),
    ledger: postgresLedger(writer, reads, clock),
    idempotency: postgresIdempotency(writer, reads),
    payments: postgresPayments(reads, clock, () => run),
    delivery: postgresDelivery(writer, reads, recovered, refundsBy(now)),
    acts: postgresTrail(reads, clock),
    fleet,
    gauges: [
      {
        name: 'domesday_database_available',
        help: 'Whether PostgreSQL answers: 0 while nothing can be charged',
        read: () => Number(writer.isAvailable()),
      },
    ],
    sweep,
    reports: postgresReports(reads, clock),
    recentAudit: recentAudit(reads, clock),
    close: () =>
      (closing ??= (async () => {
        secrets.stop()
        await stop()
        await writer.close()
        await reads.close()
      })()),
  }
}
