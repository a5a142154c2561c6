/** The mix of calls, and what was answered. */
import { connect } from 'node:net'
import { Agent, request } from 'undici'

export interface Calls {
  /** One call of the mix. Never rejects. */
  next(): Promise<void>
  /** Credits by request, as whole answers said. */
  readonly answered: ReadonlyMap<string, number>
  /** Answers by status; 0 for connections that were cut by us. */
  readonly statuses: ReadonlyMap<number, number>
  /** Milliseconds of the answers since the last look. */
  taken(): readonly number[]
  close(): Promise<void>
}

const kinds: readonly ((n: number) => string)[] = [
  ...Array.from({ length: 10 }, () => () => '/api/v1/location/WA11UH'),
  ...Array.from({ length: 4 }, () => (n: number) => `/api/v1/location/WA11UH?depth=full&radius_m=${100 + (n % 4_900)}`),
  () => '/api/v1/property/WA11UH?depth=full',
  () => '/api/v1/report/entity/99000017',
  (n) => `/api/v1/legal/word%20${n}`,
  (n) => `/api/v1/location/WA11UH?radius=${n}`,
  () => '/catalogue',
  () => '/account',
]

export const callsOf = (origin: string, key: string): Calls => {
  const { hostname, port } = new URL(origin)
  const agent = new Agent({ connections: 64 })
  const answered = new Map<string, number>(),
    statuses = new Map<number, number>()
  let n = 0,
    taken: number[] = []
  const count = (status: number): void => void statuses.set(status, (statuses.get(status) ?? 0) + 1)

  /** Sends a request and resets the connection behind it. */
  const hangUp = (path: string): Promise<void> =>
    new Promise((resolve) => {
      const socket = connect(Number(port), hostname, () =>
        socket.write(`GET ${path} HTTP/1.1\r\nhost: soak\r\nauthorization: Bearer ${key}\r\n\r\n`, () =>
          socket.resetAndDestroy(),
        ),
      )
      socket.on('error', () => {})
      socket.on('close', () => resolve())
    })

  const ask = async (path: string, idempotencyKey: string | null): Promise<void> => {
    const began = performance.now()
    const { statusCode, body } = await request(origin + path, {
      dispatcher: agent,
      headers: {
        authorization: `Bearer ${key}`,
        ...(idempotencyKey !== null && { 'idempotency-key': idempotencyKey }),
      },
    })
    const text = await body.text()
    taken.push(performance.now() - began)
    count(statusCode)
    const { _meta: meta } = JSON.parse(text) as { _meta?: { request_id: string; credits_charged: number } }
    if (statusCode === 200 && meta) answered.set(meta.request_id, meta.credits_charged)
  }

  return {
    next: async () => {
      const turn = n++
      const path = kinds[turn % kinds.length]!(turn)
      try {
        if (turn % 100 === 99) {
          count(0)
          await hangUp(path)
        } else await ask(path, turn % 7 === 0 ? `soak-${turn}` : null)
      } catch {
        count(-1)
      }
    },
    answered,
    statuses,
    taken: () => {
      const last = taken
      taken = []
      return last
    },
    close: () => agent.close(),
  }
}
