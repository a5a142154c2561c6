/** One of two nodes is killed in a burst of charged calls at both, and starts again. */
import { call, settled, type Outcome } from './callers.ts'
import type { Fleet } from './fleet.ts'

export const kill = async (fleet: Fleet, times: number, say: (line: string) => void = () => {}): Promise<Outcome> => {
  const keys = [await fleet.key(10_000_000)]
  const answered = new Map<string, number>()
  const unexpected: string[] = []
  let failed = 0
  for (let time = 1; time <= times; time++) {
    if (fleet.nodes[0]!.isEnded()) await fleet.restart(0)
    const [killed, other] = fleet.nodes.map(({ origin }) => call({ count: 12, origin: () => origin, keys, pause: 0 }))
    await Promise.all([killed!.more(100), other!.more(100)])
    await fleet.nodes[0]!.stop('SIGKILL')
    await killed!.stop()
    await other!.more(100)
    await other!.stop()
    failed += killed!.failed.length
    unexpected.push(...other!.failed)
    for (const callers of [killed!, other!]) callers.answered.forEach((credits, id) => answered.set(id, credits))
    say(`kill ${time}: ${answered.size} answers so far`)
  }
  return { ...(await settled(fleet, answered)), failed, unexpected }
}
