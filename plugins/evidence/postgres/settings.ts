/** The settings of evidence in a database. */
import { integer, type All } from '@domesday/core'
import { evidenceSettings, span } from '@domesday/evidence-parts/settings'

export const databaseSettings = {
  ...evidenceSettings,
  timeout: span('How long a call waits for the database'),
  start: span('How long a start waits for a database that cannot be reached'),
  connections: integer({ description: 'Connections of each node for evidence', minimum: 1, maximum: 100 }),
}
export type DatabaseSettings = All<typeof databaseSettings>
