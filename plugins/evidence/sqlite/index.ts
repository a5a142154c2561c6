/** Evidence for one machine: what answers were made from, in SQLite, beside the ledger. */
import { evidence } from '@domesday/core/evidence'
import { evidenceSettings } from '@domesday/evidence-parts/settings'

/** Uses `evidence.db` and `evidence.key` in the data folder. Several processes may open them at once. */
export const sqlite = evidence({
  id: 'sqlite',
  home: import.meta.dirname,
  settings: evidenceSettings,
  open: async (parts) => {
    const { openInFolder } = await import('./open-in-folder.ts')
    return openInFolder(parts)
  },
})
