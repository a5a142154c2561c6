/** The PostgreSQL of two nodes is killed under load, and its standby takes its place. */
import { setTimeout } from 'node:timers/promises'
import { primaryAndStandby } from '../support/primary-and-standby.ts'
import { tcpProxy } from '../support/tcp-proxy.ts'
import { call, settled, type Outcome } from './callers.ts'
import { openFleet } from './fleet.ts'
import type { RunningNode } from './process.ts'
import { unlimited } from './settings.ts'

export interface FailedOver extends Outcome {
  /** Of each time the milliseconds from the kill until both nodes were ready again. */
  readonly away: readonly number[]
}

const readyAgain = async ({ origin, printed }: RunningNode): Promise<void> => {
  const begun = performance.now()
  for (;;) {
    const { ok, body } = await fetch(`${origin}/readyz`)
    await body?.cancel()
    if (ok) return
    if (performance.now() - begun > 300_000)
      throw new Error(`a node is not ready after the fail-over:\n${printed().slice(-2_000)}`)
    await setTimeout(20)
  }
}

/** Null, and a line that says so, where no PostgreSQL server is installed. */
export const failOver = async (times: number, say: (line: string) => void = () => {}): Promise<FailedOver | null> => {
  const pair = await primaryAndStandby()
  if (pair === null) return null
  const proxy = await tcpProxy(pair.primary())
  const fleet = await openFleet({
    endpoints: ['location'],
    service: unlimited,
    server: `postgres://postgres@127.0.0.1:${proxy.port}/postgres`,
  })
  try {
    const origins = fleet!.nodes.map(({ origin }) => origin)
    const keys = [await fleet!.key(10_000_000), await fleet!.key(10_000_000)]
    const callers = call({ count: 24, origin: (n) => origins[n % 2]!, keys, pause: 5 })
    const away: number[] = []
    for (let time = 1; time <= times; time++) {
      await callers.more(300)
      const begun = performance.now()
      await pair.kill()
      // Nodes wait three seconds for it before they refuse: each second operator takes longer.
      if (time % 2 === 0) await setTimeout(6_000)
      await pair.promote()
      proxy.turn(pair.primary())
      await Promise.all(fleet!.nodes.map(readyAgain))
      away.push(Math.round(performance.now() - begun))
      await callers.more(300)
      await pair.rejoin()
      say(`fail-over ${time}: ${callers.answered.size} answers so far, away for ${away.at(-1)!} ms`)
    }
    await callers.stop()
    const unexpected = callers.failed.filter((failure) => !/^503 .*"code":"overloaded"/.test(failure))
    return { ...(await settled(fleet!, callers.answered)), failed: callers.failed.length, unexpected, away }
  } finally {
    await fleet?.close()
    await proxy.close()
    await pair.close()
  }
}
