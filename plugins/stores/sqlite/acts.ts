/** The audit trail of operators' acts. */
import type { DatabaseSync } from 'node:sqlite'
import type { Act, Actor, ActName, Acts } from '@domesday/core/store'

/** The first schema that has the table. */
export const schemaWithActs = 9
const listedByDefault = 100

export interface Note {
  readonly act: ActName
  readonly target: string
  readonly keyId: string | null
  readonly details: Act['details']
}

/** Notes an act inside the transaction of its change; without an actor nothing. */
export type NoteAct = (by: Actor | undefined, note: Note) => void

export const noteActs = (db: DatabaseSync, now: () => number): NoteAct => {
  const insert = db.prepare(
    'insert into acts (at, who, surface, act, target, key_id, details) values (?, ?, ?, ?, ?, ?, ?)',
  )
  return (by, { act, target, keyId, details }) => {
    if (by !== undefined) insert.run(now(), by.who, by.surface, act, target, keyId, JSON.stringify(details))
  }
}

export const sqliteActs = (db: DatabaseSync): Acts => {
  const columns = 'seq, at, who, surface, act, target, key_id as keyId, details'
  const within = 'seq < ? and at >= ? and at < ? order by seq desc limit ?'
  const all = db.prepare(`select ${columns} from acts where ${within}`)
  const ofKey = db.prepare(`select ${columns} from acts where key_id = ? and ${within}`)
  return {
    list: async ({ since = 0, until, keyId, before, limit = listedByDefault } = {}) => {
      const bounds = [before ?? Number.MAX_SAFE_INTEGER, since, until ?? Number.MAX_SAFE_INTEGER, limit]
      const rows = keyId === undefined ? all.all(...bounds) : ofKey.all(keyId, ...bounds)
      return rows.map((row) => ({ ...row, details: JSON.parse(String(row['details'])) }) as unknown as Act)
    },
  }
}
