/** One process pulls a dataset at a time, whoever started it. The lock ends with its process, however that ends. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeOwnFile, makeOwnFolder } from '@domesday/core/client'

/** Calls `work` under the lock; resolves to null where another process has it. */
export const whileLocked = async <T>(dir: string, id: string, work: () => Promise<T>): Promise<T | null> => {
  makeOwnFolder(dir)
  const path = join(dir, `${id}.lock`)
  makeOwnFile(path)
  const db = new DatabaseSync(path, { timeout: 0 })
  try {
    try {
      db.exec('BEGIN EXCLUSIVE')
    } catch (fault) {
      if (isLocked(fault)) return null
      throw fault
    }
    return await work()
  } finally {
    db.close()
  }
}

/** 5 is SQLite's code for a lock that another connection holds. */
const isLocked = (fault: unknown): boolean => (Number((fault as { errcode?: number }).errcode) & 0xff) === 5
