/** Evidence in the database: its schema is made by the first node that keeps any. */
import { milliseconds, type EvidenceParts, type OpenEvidence } from '@domesday/core/evidence'
import { openEvidence } from '@domesday/evidence-parts/open-evidence'
import { addressIn } from '@domesday/store-postgres/address'
import { reachable } from '@domesday/store-postgres/start'
import { openSchema } from './schema.ts'
import type { DatabaseSettings } from './settings.ts'
import type { TablesPlace } from './tables.ts'

export const openInDatabase = async (parts: EvidenceParts<DatabaseSettings>): Promise<OpenEvidence> => {
  const { mode, settings } = parts,
    { keep, timeout, start, connections } = settings()
  const env = { DATABASE_URL: parts.env['DATABASE_URL'] }
  const place: TablesPlace = { env, mode, timeout: milliseconds(timeout), connections }
  // A fault of the database must fail the start, not the first answer.
  const found = await reachable(
    addressIn(env),
    () => openSchema(place, milliseconds(keep[mode]) > 0),
    milliseconds(start),
  )
  return openEvidence(parts, {
    id: 'postgres',
    module: new URL('./tables.ts', import.meta.url),
    place,
    isThere: () => found !== null,
    patience: place.timeout,
    isShared: true,
  })
}
