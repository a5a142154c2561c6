/** The fetcher of a dataset with the downloads of the HTTP client, for whoever has no dispatcher of clients yet. */
import type { Egress, SourceSettings } from '@domesday/core/client'
import type { Dataset } from '@domesday/core'
import { download } from '../http/download.ts'
import { fetcherOf, type Fetcher, type Leave } from './fetcher.ts'

export { closedNow } from './fetcher.ts'

export const reachOf = (
  source: Dataset,
  settings: SourceSettings,
  egress: Egress,
  dir: string,
  leave: Leave = {},
): Fetcher => fetcherOf(source, settings, { egress, download: (job) => download(egress, job), dir, leave })
