/** The key that hashes subjects: the index tells nothing to whoever has the file alone. */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { BillingError, ownFile } from '@domesday/core/evidence'
import { hashWith, type SubjectHash } from '@domesday/evidence-parts/short-hash'

/** Creates the key with a new index. Throws if the key is not that of the index: erasures would find nothing. */
export const subjectHashIn = (dataDir: string, db: DatabaseSync): SubjectHash => {
  const file = join(dataDir, 'evidence.key')
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64url'), { mode: ownFile, flag: 'wx' })
  const subjectHash = hashWith(readFileSync(file, 'utf8'))
  const own = subjectHash('key')
  db.prepare("insert or ignore into notes values ('key', ?)").run(own)
  if (db.prepare("select value from notes where name = 'key'").get()!['value'] !== own)
    throw new BillingError(
      'unusable',
      `${file} is not the key that evidence.db was written with: put that back, or remove both files`,
    )
  return subjectHash
}
