/** All rows of the ledger's file, for another store to take over. */
import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { BillingError } from '@domesday/core/store'
import { tables, type Contents, type Row, type Table } from '@domesday/store-parts/contents'
import { paymentIdOf } from '@domesday/store-parts/payment-id'
import { audit } from './audit.ts'
import { stamp } from './copy.ts'
import { connect, forOperator, isServed, ledgerFile, schemaOf, type Mode } from './database.ts'
import { newest } from './migrate.ts'

const unusable = (message: string): BillingError => new BillingError('unusable', message)

/** Where a table or a column is called otherwise here. */
const sources: Partial<Record<Table, string>> = {
  keys: `(select keys.*, credited - balance - before_day as spent_day, credited - balance - before_month as spent_month,
    json_object('label', label, 'expiresAt', expires_at, 'endpoints', json(endpoints), 'surfaces', json(surfaces),
      'perMinute', per_minute, 'creditsPerDay', credits_per_day, 'creditsPerMonth', credits_per_month,
      'unpaid', json(iif(unpaid, 'true', 'false'))) as terms
    from keys join terms on key_id = id)`,
  // Without its answer it belongs to a call that has ended.
  idempotency: '(select * from idempotency where body is not null)',
  repeats: '(select *, print as lookup_hash, again_at as retry_at from repeats)',
  payments: `(select *, rowid as place, again_at as retry_at, coalesce(surface, 'pay') as sold_by from payments)`,
}
const from = (table: Table): string => sources[table] ?? table

const orders: Partial<Record<Table, string>> = {
  ledger: 'order by seq',
  acts: 'order by seq',
  payments: 'order by place',
}

/** A forgotten payer is empty, and the nonce is then the id. */
const paymentOf = ({ sold_by, payer, nonce, id, ...row }: Row): Row => ({
  ...row,
  surface: sold_by!,
  id: id ?? (payer === '' ? nonce! : paymentIdOf({ payer: String(payer), nonce: String(nonce) })),
  payer: payer === '' ? null : payer!,
})

const contentsOf = (db: DatabaseSync): Contents => ({
  audit: audit(db),
  cursorSecret: (db.prepare('select secret from cursor_secret').get() as { secret: Uint8Array }).secret,
  count: (table) => Number(db.prepare(`select count(*) as count from ${from(table)}`).get()?.['count']),
  *rows(table) {
    const columns = table === 'payments' ? '*' : tables[table].join(', ')
    const all = db.prepare(`select ${columns} from ${from(table)} ${orders[table] ?? ''}`).iterate() as Iterable<Row>
    for (const row of all) yield table === 'payments' ? paymentOf(row) : row
  },
})

/** Throws unless nobody is at work with the ledger, and its books balance. */
const check = (db: DatabaseSync, file: string, now: number): void => {
  if (schemaOf(db) !== newest)
    throw unusable(`${file} has schema ${schemaOf(db)}, this release needs ${newest}: run domesday migrate first`)
  if (isServed(db, now)) throw unusable('a server uses the ledger: stop it first')
  const left = db.prepare(`
    select (select count(*) from holds where state = 'open') as holds,
      (select count(*) from instances where undelivered is not null) as undelivered
  `)
  const { holds, undelivered } = left.get() as { holds: number; undelivered: number }
  if (holds + undelivered > 0)
    throw unusable(
      'calls were cut off: start the service once on this ledger, wait ten seconds and stop it, so that it gives back what they held',
    )
}

/**
 * Hands all rows to `take` while no other process can write, and puts the file aside once that resolves: nothing may be
 * charged to it any more. Resolves to its new name and to what `take` did.
 */
export const handOver = async <T>(
  dir: string,
  { mode, now }: { readonly mode: Mode; readonly now: number },
  take: (contents: Contents) => Promise<T>,
): Promise<{ readonly moved: string; readonly taken: T }> => {
  const file = join(dir, ledgerFile)
  if (!existsSync(file)) throw unusable(`there is no ledger in ${dir}`)
  const moved = join(dir, `ledger-moved-${stamp(now)}.db`)
  const db = forOperator(file, () => connect(file, mode))
  try {
    forOperator(file, () => {
      // All is in the one file then, unless another process has it open.
      db.exec('pragma wal_checkpoint(truncate)')
      db.exec('begin immediate')
      check(db, file, now)
    })
    const contents = forOperator(file, () => contentsOf(db))
    const [fault] = contents.audit.faults
    if (fault !== undefined) throw unusable(`the books of ${file} do not balance: ${fault}`)
    const taken = await take(contents)
    // The logs are empty. Under the old name they would meet the next ledger.
    for (const log of ['', '-wal', '-shm']) if (existsSync(file + log)) renameSync(file + log, moved + log)
    return { moved, taken }
  } finally {
    if (db.isTransaction) db.exec('rollback')
    db.close()
    for (const log of ['-wal', '-shm']) rmSync(moved + log, { force: true })
  }
}
