/** Evidence for one machine: what answers were made from, in SQLite, beside the ledger. */
import { object, text } from '@domesday/core'
import { durationPattern, evidence, sizePattern } from '@domesday/core/evidence'

const span = (description: string) => text({ description, pattern: durationPattern })
const size = (description: string) => text({ description, pattern: sizePattern })

/** Uses `evidence.db` and `evidence.key` in the data folder. Several processes may open them at once. */
export const sqlite = evidence({
  id: 'sqlite',
  home: import.meta.dirname,
  settings: {
    keep: object({
      sandbox: span('How long what an answer was made from is kept in the sandbox; 0d: none'),
      live: span('The same in live mode, where it is a register of who looked up whom'),
    }),
    largest: size('The most that what one answer was made from may have as JSON; larger ones are not kept'),
    queue: size('What may wait to be written, as JSON; an answer beyond it is not kept'),
  },
  open: async (parts) => {
    const { openEvidence } = await import('./open-evidence.ts')
    return openEvidence(parts)
  },
})
