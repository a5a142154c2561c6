/** One caller against the others. */
import { setTimeout } from 'node:timers/promises'
import { openFaultyWorld } from '../service/faulty-world.ts'
import { attacked, counted, holding, times, type Attack, type Attacked, type Outcome } from './service.ts'

const at = '/api/v1/location/WA11UH?depth=summary'
const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const much = '{ calls: 1000000, per: 1m }'
const sound = ['EH11YZ', 'SW1A2AA', 'NW19HZ', 'CF243AA']
/** A source that is asked each time. */
const uncached = {
  sources: {
    'postcodes-io':
      'breaker: { failures: 5, for: 15s }\nttl: { default: 0s, none: 0s }\nstale_for: 0s\nrate: { calls: 1000, per: 1s }\n',
  },
}
const proxied = 'http: { trust_proxy: [127.0.0.1] }'

/** Anybody gets as many in an hour. */
const mostFree = 20

const unending = async (
  path: string,
  keys: readonly string[],
  { open, send, key: make }: Attacked,
): Promise<Outcome> => {
  const other = await make()
  for (let n = 0; n < 520; n++)
    open(
      `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${keys.length === 0 ? '' : `authorization: Bearer ${keys[n % keys.length]}\r\n`}content-type: application/json\r\naccept: application/json, text/event-stream\r\ncontent-length: 5000\r\n\r\n{`,
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
    run: () => holding({}, async (service) => unending('/mcp', [await service.key()], service)),
  },
  {
    what: '520 tool calls of 20 free keys of one address whose bodies never end: calls of a key that was paid for',
    due: 'answered',
    test: ['test/service/bodies.test.ts', 'holds no place, and ends with its connection'],
    run: () => holding({}, async (service) => unending('/mcp', await service.freeKeys(mostFree), service)),
  },
  {
    what: '520 `POST /keys` whose bodies never end: calls of a key',
    due: 'answered',
    test: ['test/service/bodies.test.ts', 'holds no place, and ends with its connection'],
    run: () => holding({}, (service) => unending('/keys', [], service)),
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
    what: '20 free keys of one address that ask again and again what makes a source fail, for 15 s: calls of a paid key there, and of free keys elsewhere',
    due: 'answered within 2 s',
    test: [
      'test/service/principals.test.ts',
      'that ask what makes a source fail close it to their network, to no other, and to no key that was paid for',
    ],
    run: () =>
      over(uncached, async (world, { send, key, freeKeys }) => {
        const [bad, paid] = [await freeKeys(mostFree), await key()]
        const elsewhere = await Promise.all(
          times(4, async (n) => ({ from: `127.0.0.${n + 2}`, key: (await freeKeys(1, `127.0.0.${n + 2}`))[0]! })),
        )
        world.instead = (target) => (/postcodes-io.*ZZ/i.test(target) ? 'no JSON' : null)
        const until = performance.now() + 15_000
        const attack = bad.map(async (one, k) => {
          for (let n = 0; performance.now() < until; n++) {
            await send(`/api/v1/location/ZZ${n % 10}%20${k % 10}A${'ABDEFGHJLN'[n % 10]}?depth=summary`, { key: one })
            await setTimeout(50)
          }
        })
        const checks: boolean[] = []
        while (performance.now() < until) {
          const began = performance.now()
          const replies = await Promise.all([
            send(at, { key: paid }),
            ...elsewhere.map((one, n) => send(`/api/v1/location/${sound[n]}?depth=summary`, one)),
          ])
          checks.push(...replies.map(({ status }) => status === 200 && performance.now() - began < 2_000))
          await setTimeout(200)
        }
        await Promise.all(attack)
        return counted(checks)
      }),
  },
  {
    what: 'one question that makes a source fail, asked 200 times by 20 free keys of 20 addresses: calls to the source; calls of another key',
    due: 'as many as open its circuit, and two of each for a try; answered',
    test: ['plugins/clients/http/breaker.test.ts', 'is not asked for a while, though %s asks it, and all others are'],
    run: () =>
      over(uncached, async (world, { send, key, freeKeys }) => {
        const other = await key()
        const callers = await Promise.all(
          times(20, async (n) => ({ from: `127.0.0.${n + 2}`, key: (await freeKeys(1, `127.0.0.${n + 2}`))[0]! })),
        )
        world.instead = (target) => (/postcodes-io.*ZZ/i.test(target) ? 'no JSON' : null)
        const statuses: number[] = []
        for (let n = 0; n < 200; n++)
          statuses.push((await send('/api/v1/location/ZZ1%201AA?depth=summary', callers[n % 20])).status)
        const asked = world.targets.filter((target) => /ZZ/i.test(target)).length
        return counted([
          asked <= 10,
          ...statuses.map((status) => status >= 502),
          (await send(at, { key: other })).status === 200,
        ])
      }),
  },
  {
    what: '20 free keys of one address with 10 questions each wait for a source of 4 calls a second: ten calls of a paid key there, one by one',
    due: 'answered within 2 s: their turn is the next or the one after',
    test: ['test/service/fair-shares.test.ts', 'that were handed out for nothing to one address have the turns of one'],
    run: () =>
      over(
        {
          sources: {
            'postcodes-io': 'rate: { calls: 4, per: 1s, burst: 1 }\ntimeout: 7s\nttl: { default: 0s, none: 0s }\n',
          },
        },
        async (world, { send, key, freeKeys }) => {
          const [many, paid] = [await freeKeys(mostFree), await key()]
          const mass = Promise.allSettled(
            times(150, (n) => send(`${at}&radius_m=${500 + n}`, { key: many[n % mostFree]! })),
          )
          await setTimeout(1_000)
          const checks: boolean[] = []
          for (let n = 0; n < 10; n++) {
            const began = performance.now()
            const { status } = await send(`/api/v1/location/SW1A2AA?depth=summary&radius_m=${700 + n}`, { key: paid })
            checks.push(status === 200 && performance.now() - began < 2_000)
          }
          world.close()
          await mass
          return counted(checks)
        },
      ),
  },
  {
    what: '200 calls at once of 20 free keys of one address while a source hangs: calls of a paid key there',
    due: 'answered',
    test: [
      'test/service/admission.test.ts',
      'one address holds its share whatever its free keys; a key that was paid for and other addresses are served',
    ],
    run: () =>
      over({}, async (world, { send, key, freeKeys }) => {
        const [many, paid] = [await freeKeys(mostFree), await key()]
        await send(at, { key: paid })
        world.faults.set('postcodes-io', 'hang')
        const mass = Promise.allSettled(
          times(200, (n) =>
            send(`/api/v1/location/EH1%201${'YABDEFGHJL'[n % 10]}Z?depth=summary`, { key: many[n % mostFree]! }),
          ),
        )
        await setTimeout(500)
        const checks: boolean[] = []
        for (let n = 0; n < 20; n++) checks.push((await send(at, { key: paid })).status === 200)
        await mass
        return counted(checks)
      }),
  },
  {
    what: '20 free keys of one address ask for answers as of a day and for changes for 15 s: their replays; cached look-ups of a paid key there, 95 of 100',
    due: 'at most 60 of each are made; answered within 250 ms',
    test: ['test/service/principals.test.ts', '%s is limited for all free keys of an address together'],
    run: () =>
      holding({}, async ({ send, key, freeKeys }) => {
        const [many, paid] = [await freeKeys(mostFree), await key()]
        const ids = await Promise.all(
          many.map(async (one) => (await send(at, { key: one })).body._meta.evidence as string),
        )
        await send(at, { key: paid })
        const until = performance.now() + 15_000
        let replays = 0
        const attack = many.map(async (one, k) => {
          for (let n = 0; performance.now() < until; n++) {
            const path = n % 2 === 0 ? `${at}&on=2026-10-15` : `/evidence/${ids[k]}/changes/${ids[k]}`
            if ((await send(path, { key: one })).status === 200) replays++
            await setTimeout(30)
          }
        })
        const took: number[] = []
        while (performance.now() < until) {
          const began = performance.now()
          await send(at, { key: paid })
          took.push(performance.now() - began)
          await setTimeout(150)
        }
        await Promise.all(attack)
        const most = took.toSorted((a, b) => a - b).slice(0, Math.floor(0.95 * took.length))
        return counted([replays <= 120, ...most.map((ms) => ms < 250)])
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
    what: '60 calls with `Prefer: whole` of 20 free keys of one address for what a source fails: those beyond twelve',
    due: '429, and no source is asked',
    test: ['test/service/sold.test.ts', 'counts the free keys of one address as one'],
    run: () =>
      over({}, async (world, { send, freeKeys }) => {
        const keys = await freeKeys(20)
        world.faults.set('fsa-food-hygiene', 'drop')
        const ask = (n: number) => send('/api/v1/location/WA11UH', { key: keys[n % 20]!, headers: { prefer: 'whole' } })
        for (let n = 0; n < 12; n++) await ask(n)
        const asked = world.calls.length
        const checks: boolean[] = []
        for (let n = 12; n < 60; n++) checks.push((await ask(n)).status === 429 && world.calls.length === asked)
        return counted(checks)
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
