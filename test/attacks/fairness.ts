/** One caller against the others. */
import { setTimeout } from 'node:timers/promises'
import { openFaultyWorld } from '../service/faulty-world.ts'
import { attacked, counted, holding, times, type Attack, type Attacked, type Outcome } from './service.ts'

const at = '/api/v1/location/WA11UH?depth=summary'
const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const much = '{ calls: 1000000, per: 1m }'
const proxied = 'http: { trust_proxy: [127.0.0.1] }'

const unending = async (path: string, key: string | null, { open, send, key: make }: Attacked): Promise<Outcome> => {
  const other = await make()
  for (let n = 0; n < 520; n++)
    open(
      `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${key === null ? '' : `authorization: Bearer ${key}\r\n`}content-type: application/json\r\naccept: application/json, text/event-stream\r\ncontent-length: 5000\r\n\r\n{`,
      `127.0.0.${2 + (n % 4)}`,
    )
  const replies: boolean[] = []
  for (let n = 0; n < 100; n++) {
    replies.push((await send(at, { key: other })).status === 200)
    await setTimeout(50)
  }
  return counted(replies)
}

/** Milliseconds that /livez takes at the worst while `work` runs. */
const worstDelay = async ({ send }: Attacked, work: () => Promise<unknown>): Promise<number> => {
  let worst = 0,
    isDone = false
  const looking = (async () => {
    while (!isDone) {
      const began = performance.now()
      await send('/livez')
      worst = Math.max(worst, performance.now() - began)
      await setTimeout(5)
    }
  })()
  await work()
  isDone = true
  await looking
  return worst
}

const cpuOf = async ({ cpu }: Attacked, work: () => Promise<unknown>): Promise<number> => {
  const before = cpu()
  await work()
  return cpu() - before
}

const over = async (
  setting: Parameters<typeof attacked>[0],
  run: (world: Awaited<ReturnType<typeof openFaultyWorld>>, service: Attacked) => Promise<Outcome>,
) => {
  const world = await openFaultyWorld(['location'])
  try {
    return await holding({ ...setting, gateway: world.origin }, (service) => run(world, service))
  } finally {
    world.close()
  }
}

export const fairness: readonly Attack[] = [
  {
    what: '520 tool calls of one key whose bodies never end, from four addresses: calls of another key',
    due: 'answered',
    test: ['test/service/bodies.test.ts', 'holds no place, and ends with its connection'],
    run: () => holding({}, async (service) => unending('/mcp', await service.key(), service)),
  },
  {
    what: '520 `POST /keys` whose bodies never end: calls of a key',
    due: 'answered',
    test: ['test/service/bodies.test.ts', 'holds no place, and ends with its connection'],
    run: () => holding({}, (service) => unending('/keys', null, service)),
  },
  {
    what: 'tool calls of 4 MB with 400,000 unknown arguments',
    due: '`/livez` at most 100 ms later, less than 300 ms of processor time each',
    test: ['test/service/admission.test.ts', 'many arguments'],
    run: () =>
      holding({}, async (service) => {
        const key = await service.key()
        const own = Object.fromEntries(times(400_000, (n) => [`a${n.toString(36)}`, 1]))
        const params = { name: 'uk_location_intelligence', arguments: own }
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
        const call = () => service.send('/mcp', { method: 'POST', key, headers: json, body }).catch(() => null)
        await call()
        const quiet = await worstDelay(service, () => setTimeout(500))
        const checks: boolean[] = []
        for (let n = 0; n < 10; n++) {
          let used = 0
          const delay = await worstDelay(service, async () => {
            used = await cpuOf(service, call)
          })
          checks.push(delay < quiet + 100 && used < 300)
        }
        return counted(checks)
      }),
  },
  {
    what: 'unpaid calls that name one parameter 4,080 times',
    due: 'at most ten times the processor time of another unpaid call',
    test: ['test/service/admission.test.ts', 'one name many times, unpaid'],
    run: () =>
      holding({ service: `limits: { per_address: ${much} }` }, async (service) => {
        const calls = (path: string) => async () => {
          for (let n = 0; n < 200; n++) await service.send(path)
        }
        await calls('/pay/location/WA11UH')()
        const plain = await cpuOf(service, calls('/pay/location/WA11UH'))
        const long = await cpuOf(service, calls(`/pay/location/WA11UH?${'a&'.repeat(4_079)}a`))
        return counted([long <= 10 * plain])
      }),
  },
  {
    what: '2,000 wrong keys from one address in a row: those beyond 1,500',
    due: '429',
    test: ['test/service/admission.test.ts', 'wrong keys are limited by address, and a good one is not'],
    run: () =>
      holding({}, async ({ send }) => {
        let limited = 0
        for (let n = 0; n < 2_000; n++) if ((await send(at, { key: `domesday_live_${n}` })).status === 429) limited++
        return { held: Math.min(500, limited), of: 500 }
      }),
  },
  {
    what: 'two `Host` headers, on four routes',
    due: '400',
    test: ['test/service/admission.test.ts', 'two Host headers and a request without a version are refused'],
    run: () =>
      holding({}, async ({ open }) => {
        const paths = ['/livez', at, '/catalogue', '/mcp']
        const callers = paths.map((path) =>
          open(`GET ${path} HTTP/1.1\r\nhost: a\r\nhost: b\r\nconnection: close\r\n\r\n`),
        )
        for (let n = 0; n < 500 && callers.some(({ closed }) => !closed()); n++) await setTimeout(10)
        return counted(callers.map(({ heard }) => / 400 /.test(heard())))
      }),
  },
  {
    what: 'six calls of one key for which a source fails: the calls of other keys after them',
    due: 'answered within 2 s',
    test: ['plugins/clients/http/breaker.test.ts', 'close the source to that caller, and to nobody else'],
    run: () =>
      over({ sources: { 'postcodes-io': 'breaker: { failures: 5, for: 15s }\n' } }, async (world, { send, key }) => {
        const [bad, ...good] = await Promise.all(times(6, key))
        world.instead = (target) => (/postcodes-io.*ZZ/i.test(target) ? 'no JSON' : null)
        for (const n of times(6, (one) => one)) await send(`/api/v1/location/ZZ1%20${n}AA?depth=summary`, { key: bad! })
        const began = performance.now()
        const replies = await Promise.all(good.map((one, n) => send(`${at}&radius_m=${700 + n}`, { key: one })))
        return counted(replies.map(({ status }) => status === 200 && performance.now() - began < 2_000))
      }),
  },
  {
    what: 'a source that says `Retry-After: 30`: calls in the next 12 s',
    due: 'it is not asked, callers are refused within 1 s',
    test: ['plugins/clients/http/retry.test.ts', 'gets no call either from those who queued before it said so'],
    run: () =>
      over({}, async (world, { send, key }) => {
        const caller = await key()
        world.faults.set('postcodes-io', 'busy')
        await send(at, { key: caller })
        const asked = world.calls.length
        const checks: boolean[] = []
        for (let n = 0; n < 12; n++) {
          const began = performance.now()
          const { status } = await send(`/api/v1/location/SW1A2AA?depth=summary&radius_m=${900 + n}`, { key: caller })
          checks.push(status === 503 && performance.now() - began < 1_000 && world.calls.length === asked)
          await setTimeout(1_000)
        }
        return counted(checks)
      }),
  },
  {
    what: 'our own limit to a source is used up: calls',
    due: '503 `source_busy`, not a failure of the source',
    test: [
      'test/service/not-asked.test.ts',
      'makes the call a 503 where there is no answer without it, free, and says when to try again',
    ],
    run: () =>
      over({ sources: { 'postcodes-io': 'rate: { calls: 1, per: 1h, burst: 1 }\n' } }, async (_, { send, key }) => {
        const caller = await key()
        await send(at, { key: caller })
        const replies = []
        for (const postcode of ['EH11YZ', 'SW1A2AA', 'NW19HZ'])
          replies.push(await send(`/api/v1/location/${postcode}?depth=summary`, { key: caller }))
        return counted(replies.map(({ status, body }) => status === 503 && body.code === 'source_busy'))
      }),
  },
  {
    what: '60 `POST /keys` from addresses of one IPv6 /64: those beyond 20',
    due: '429',
    test: ['test/service/admission.test.ts', 'counts the addresses of one IPv6 /64 as one'],
    run: () =>
      holding({ service: proxied }, async ({ send }) => {
        const from = (n: number) =>
          ({ method: 'POST', headers: { 'x-forwarded-for': `2001:db8::${n.toString(16)}` } }) as const
        const replies: boolean[] = []
        for (let n = 1; n <= 60; n++) replies.push((await send('/keys', from(n))).status === 429)
        return counted(replies.slice(20))
      }),
  },
  {
    what: '900 free calls from addresses of one IPv6 /64: those beyond 700',
    due: '429',
    test: ['test/service/admission.test.ts', 'counts the addresses of one IPv6 /64 as one'],
    run: () =>
      holding({ service: proxied }, async ({ send }) => {
        let limited = 0
        for (let n = 1; n <= 900; n++)
          if (
            (await send('/errors/internal', { headers: { 'x-forwarded-for': `2001:db8::${n.toString(16)}` } }))
              .status === 429
          )
            limited++
        return { held: Math.min(200, limited), of: 200 }
      }),
  },
  {
    what: '36 callers of 18 addresses that ask for a large file twelve times and never read',
    due: 'cut within two minutes',
    test: ['test/service/admission.test.ts', 'one that does not read is cut, and one that waits is not'],
    run: () =>
      holding({}, async ({ open, metrics }) => {
        const asked = 'GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(12)
        // As many as the places allow: what is refused leaves nothing unread.
        for (let n = 0; n < 36; n++) open(asked, `127.0.1.${1 + (n % 18)}`).socket.pause()
        let cut = 0
        for (const until = performance.now() + 120_000; performance.now() < until && cut < 36;) {
          await setTimeout(1_000)
          cut = Number(/reason="unread",surface="service"\} (\d+)/.exec(await metrics())?.[1] ?? 0)
        }
        return { held: cut, of: 36 }
      }),
  },
]
