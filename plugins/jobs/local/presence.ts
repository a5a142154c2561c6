/** Whether a service works on the jobs of a data folder. It holds a lock, which ends with its process. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeOwnFile } from '@domesday/core/jobs'

/** Milliseconds. A command that looks has the lock for a moment. */
const lockWait = 2_000

export const presenceIn = (dataDir: string) => {
  const path = join(dataDir, 'jobs.lock')
  let held: DatabaseSync | undefined
  return {
    /** Several services may hold it. */
    hold: (): void => {
      makeOwnFile(path)
      held = new DatabaseSync(path, { timeout: lockWait })
      held.exec('BEGIN')
      held.prepare('SELECT * FROM sqlite_schema').all()
    },
    isHeld: (): boolean => {
      if (!existsSync(path)) return false
      const db = new DatabaseSync(path, { timeout: 0 })
      try {
        db.exec('BEGIN EXCLUSIVE')
        return false
      } catch (fault) {
        if (isLocked(fault)) return true
        throw fault
      } finally {
        db.close()
      }
    },
    release: (): void => held?.close(),
  }
}

/** 5 is SQLite's code for a lock that another connection holds. */
const isLocked = (fault: unknown): boolean => (Number((fault as { errcode?: number }).errcode) & 0xff) === 5
