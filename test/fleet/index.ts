/**
 * `npm run fleet`: two live nodes over sample data, behind a balancing proxy, for people to try. Needs a PostgreSQL,
 * and uses a Valkey or Redis where one answers. Ctrl-C ends all of it, and removes its database.
 */
import { once } from 'node:events'
import { createServer } from 'node:net'
import { onStop } from '@domesday/core/tool'
import { openBalancer } from './balancer.ts'
import { openFleet, type Fleet } from './fleet.ts'
import { numbersIn, refuse } from './options.ts'

const { nodes: count, port } = numbersIn({
  nodes: { usual: 2, from: 1, to: 9 },
  port: { usual: 8080, from: 0, to: 65_535 },
})
// The proxy takes it last, after a quarter of a minute.
const probe = createServer().listen(port, '127.0.0.1')
await once(probe, 'listening').catch((fault: Error) =>
  refuse(`Port ${port} cannot be used (${fault.message}): name another with --port.`),
)
await once(probe.close(), 'close')

/** Three looks of the proxy. */
const service = `http: { trust_proxy: [127.0.0.1], lame_duck: 1s }
`
// From the first process on: what is told to stop while it starts is stopped once it has.
let stopping = false
const stopped = new Promise<void>((stop) => onStop(stop)).then(() => (stopping = true))
const fleet = await openFleet({ nodes: count, service, datasets: true, say: (line) => console.log(line) }).catch(
  (fault: unknown) => {
    if (fault instanceof RangeError) return refuse(fault.message)
    throw fault
  },
)
if (fleet === null) {
  console.error('The nodes need a PostgreSQL: start one on port 5432, or name it in DATABASE_URL.')
  process.exit(1)
}

/** Tells people where to ask, and when a node leaves or comes back, until they have seen enough. */
const serve = async ({ valkey, nodes, database, key: newKey }: Fleet): Promise<void> => {
  const balancer = await openBalancer(
    nodes.map(({ origin }) => origin),
    port,
  )
  const key = await newKey(10_000)
  const { pathname, host } = new URL(database.url)
  console.log(`
${nodes.length} live nodes over sample data, behind a proxy. Companies, people and vehicles in it are invented.

  address   ${balancer.origin}
  key       ${key}
${nodes.map(({ origin, metricsOrigin, pid }, i) => `  node ${i + 1}    ${origin}, metrics ${metricsOrigin}/metrics, process ${pid}`).join('\n')}
  ledger    ${pathname.slice(1)} at ${host}
  limits    ${valkey === null ? 'each node by itself: no Valkey or Redis answers on its usual port' : `shared, on ${new URL(valkey).host}`}

  curl -H "Authorization: Bearer ${key}" ${balancer.origin}/api/v1/location/WA11UH

kill ${nodes.at(-1)!.pid} lets a node drain and leave, kill -9 takes it away. Ctrl-C ends everything, and removes the database.
`)
  const known = new Set(balancer.ready())
  const watching = setInterval(() => {
    const now = new Set(balancer.ready())
    for (const { origin } of nodes) {
      if (known.has(origin) === now.has(origin)) continue
      console.log(`${origin} ${now.has(origin) ? 'takes calls again' : 'takes no calls'}`)
      if (!known.delete(origin)) known.add(origin)
    }
  }, 200)
  await stopped
  clearInterval(watching)
  await balancer.close()
}
try {
  if (!stopping) await serve(fleet)
} catch (fault) {
  console.error(fault instanceof Error ? fault.message : fault)
  process.exitCode = 1
} finally {
  console.log('stopping …')
  await fleet.close()
}
