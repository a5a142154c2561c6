/** The settings that every store of evidence has. */
import { object, text, type All } from '@domesday/core'
import { durationPattern, sizePattern } from '@domesday/core/evidence'

export const span = (description: string) => text({ description, pattern: durationPattern })
const size = (description: string) => text({ description, pattern: sizePattern })

export const evidenceSettings = {
  keep: object({
    sandbox: span('How long what an answer was made from is kept in the sandbox; 0d: none'),
    live: span('The same in live mode, where it is a register of who looked up whom'),
  }),
  largest: size('The most that what one answer was made from may have as JSON; larger ones are not kept'),
  queue: size('What may wait to be written, as JSON; an answer beyond it is not kept'),
}
export type EvidenceSettings = All<typeof evidenceSettings>
