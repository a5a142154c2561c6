/** What the log says of a question without a new answer. */
import type { ClientParts, UpstreamFault } from '@domesday/core/client'
import { CallFault } from './call-fault.ts'

export const kindIn = (fault: UpstreamFault): string => (fault instanceof CallFault ? fault.kind : fault.reason)

/** Limits of this server are not failures of the source: they have words of their own, and are no warning. */
const heldBack: Readonly<Record<string, string>> = {
  own_limit: "upstream call held back by this server's own limit for the source",
  paused: 'upstream call held back: the source asked for a pause',
  breaker_open: 'upstream call held back: the source failed before, and is left alone for a while',
}

export const logFault = (
  log: ClientParts['log'],
  operation: string,
  fault: UpstreamFault,
  /** Whether an old answer helped out. */
  stale: boolean,
): void => {
  const { source, reason, message: detail } = fault,
    kind = kindIn(fault),
    words = heldBack[kind]
  const details = { source, operation, reason, detail, kind, stale }
  if (words !== undefined) return log.info(details, words)
  const more = fault instanceof CallFault && { trouble: fault.trouble, ...(fault.at !== null && { at: fault.at }) }
  log.warn({ ...details, ...more }, 'upstream call failed')
}
