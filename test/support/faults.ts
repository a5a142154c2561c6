/** For tests of what goes wrong: the fault that a question or a pull ends in. */
import { UpstreamFault } from '../../core/contract/upstream.ts'

/** An answer, or an error of another class, fails the test. */
export const upstreamFaultOf = async (asked: Promise<unknown>): Promise<UpstreamFault> => {
  const outcome = await asked.catch((error: unknown) => error)
  if (outcome instanceof UpstreamFault) return outcome
  throw new Error(`expected an UpstreamFault, not ${JSON.stringify(outcome)} ${String(outcome)}`)
}
