/** Who runs a command, and the note in the audit trail of what is no change of the ledger. */
import { userInfo } from 'node:os'
import { openStore, type OtherAct } from '@domesday/core/tool'
import type { Invocation } from './command.ts'

/** Who acts, for the audit trail. */
export const actorIn = ({ service: { env } }: Invocation) => ({ who: whoIn(env), surface: 'cli' }) as const

const whoIn = (env: Invocation['service']['env']): string => {
  if (env['DOMESDAY_OPERATOR']) return env['DOMESDAY_OPERATOR']
  try {
    return userInfo().username
  } catch {
    // A container may run under a number that has no name.
    return `user ${process.getuid?.() ?? 'unknown'}`
  }
}

/** Does what `work` does, and notes it. Where the ledger cannot be opened for the note, nothing is done. */
export const noting = async <T>(
  invocation: Invocation,
  work: () => Promise<T>,
  actOf: (result: T) => OtherAct,
): Promise<T> => {
  const { billing } = await openStore(invocation.service)
  try {
    const result = await work()
    await billing.acts.note(actorIn(invocation), actOf(result))
    return result
  } finally {
    await billing.close()
  }
}
