/** Keeps what was learnt of members in a file of the client's own, so that a restart forgets nothing. */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { integer, object, table } from '@domesday/core'
import type { Learnt } from '@domesday/client-formats'
import { digestMisfit, makeOwnFolder, ownFile, refuseLink } from '@domesday/core/client'

export interface KeptMembers {
  read(): Learnt
  /** Replaces the file. One that cannot be written is told of, and learnt anew. */
  write(learnt: Learnt): void
}

const count = integer({ minimum: 0 })
const shape = { digest: table(table(object({ rows: count, there: count }))) } as Parameters<typeof digestMisfit>[0]

export const membersIn = (dir: string, warn: (details: object, message: string) => void): KeptMembers => {
  const file = join(dir, 'members.json')
  return {
    read: () => {
      if (!existsSync(file)) return {}
      try {
        refuseLink(file)
        const kept = JSON.parse(readFileSync(file, 'utf8')) as Learnt
        if (kept !== null && digestMisfit(shape, kept) === null) return kept
      } catch {
        // It is learnt anew.
      }
      rmSync(file, { force: true })
      return {}
    },
    write: (learnt) => {
      if (Object.keys(learnt).length === 0) return
      try {
        makeOwnFolder(dir)
        // What stands there may be a link to another file.
        rmSync(`${file}.new`, { force: true })
        writeFileSync(`${file}.new`, JSON.stringify(learnt), { mode: ownFile, flag: 'wx' })
        renameSync(`${file}.new`, file)
      } catch (fault) {
        warn({ file, error: (fault as Error).message }, 'what is learnt of upstream members cannot be kept')
      }
    },
  }
}
