/** The primary of a node loses the line to its synchronous standby: commits wait, and nothing is lost or doubled. */
import { afterAll, describe, expect, it } from 'vitest'
import { primaryAndStandby } from '../support/primary-and-standby.ts'
import { tcpProxy } from '../support/tcp-proxy.ts'
import { call, settled, sound } from './callers.ts'
import { openFleet } from './fleet.ts'
import { unlimited } from './settings.ts'

const line = await tcpProxy({ host: '127.0.0.1', port: 1 })
const pair = await primaryAndStandby(line)
const fleet =
  pair === null
    ? null
    : await openFleet({
        nodes: 1,
        endpoints: ['location'],
        service: unlimited,
        server: `postgres://postgres@127.0.0.1:${pair.primary().port}/postgres`,
      })
afterAll(async () => {
  await fleet?.close()
  await pair?.close()
  await line.close()
})

describe.skipIf(fleet === null)('a node whose primary', () => {
  const answered = new Map<string, number>()
  it.each(['cut', 'stall'] as const)(
    'loses its standby by a %s refuses, and goes on when it is back',
    async (fault) => {
      const { origin } = fleet!.nodes[0]!
      const readiness = async (): Promise<number> => (await fetch(`${origin}/readyz`)).status
      const callers = call({ count: 8, origin: () => origin, keys: [await fleet!.key(1_000_000)] })
      await callers.more(50)
      line[fault]()
      await expect.poll(readiness).toBe(503)
      await expect.poll(() => callers.failed.length).toBeGreaterThan(0)
      line.restore()
      await expect.poll(readiness).toBe(200)
      await callers.more(50)
      await callers.stop()
      expect(callers.failed.filter((failure) => !/^503 .*"code":"overloaded"/.test(failure))).toEqual([])
      callers.answered.forEach((credits, id) => answered.set(id, credits))
      const books = await settled(fleet!, answered)
      console.log(JSON.stringify({ fault, failed: callers.failed.length, ...books }))
      const { unexpected: _, ...due } = sound
      expect(books).toMatchObject({ ...due, answeredAndRefunded: 0 })
    },
  )
})
