/**
 * The write-ahead log, which every commit is appended to: what the disk has of it is kept, even where the machine
 * loses its power.
 */
import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs'

export interface Wal {
  /** Returns, or resolves, once the disk has all that was committed before. */
  sync(): void | Promise<void>
  close(): void
}

/** Milliseconds. To hand a shorter sync to another thread costs more than to wait for it. */
const longest = 1
/** How much the last sync counts in what is usual. */
const weight = 0.1

/**
 * Opens the log of a database that is open, and stays so: SQLite makes it then, and holds no lock on it that a second
 * descriptor would break. Where SQLite writes the log back to the database and begins it anew, it syncs both itself.
 * A disk that is quick is waited for on the spot; one that is slow, by another thread, so that the event loop goes
 * on.
 */
export const openWal = (database: string): Wal => {
  const wal = openSync(`${database}-wal`, 'r+')
  let usual = 0
  const learn = (began: number): void => {
    usual += (performance.now() - began - usual) * weight
  }

  const here = (): void => {
    const began = performance.now()
    fdatasyncSync(wal)
    learn(began)
  }
  const aside = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const began = performance.now()
      fdatasync(wal, (fault) => {
        learn(began)
        if (fault) reject(fault)
        else resolve()
      })
    })
  return { sync: () => (usual > longest ? aside() : here()), close: () => closeSync(wal) }
}
