/** Remembers how long packs are kept: turning evidence off does not erase existing packs. */
import type { DatabaseSync } from 'node:sqlite'

export const remembered = (db: DatabaseSync) => {
  const read = db.prepare("select value from notes where name = 'keep_for'")
  const write = db.prepare("insert or replace into notes values ('keep_for', ?)")
  const keepFor = (): number => Number(read.get()?.['value'] ?? Infinity)
  return {
    /** Milliseconds. */
    keepFor,
    setKeepFor: (ms: number): void => {
      if (keepFor() !== ms) write.run(ms)
    },
  }
}
