/** The proxy by which people and tests try two nodes. */
import { createServer, type RequestListener, type Server } from 'node:http'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { openBalancer } from './balancer.ts'

interface Node {
  readonly origin: string
  readonly server: Server
  readonly seen: string[]
  isReady: boolean
}

const nodeOf = async (answer: RequestListener, port = 0): Promise<Node> => {
  const seen: string[] = []
  const server = createServer((request, response) => {
    if (request.url === '/readyz') return void response.writeHead(node.isReady ? 200 : 503).end()
    seen.push(`${request.method} ${request.url}`)
    return answer(request, response)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const node: Node = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    seen,
    isReady: true,
  }
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return node
}
const opened = async (nodes: readonly Node[]) => {
  const balancer = await openBalancer(nodes.map(({ origin }) => origin))
  onTestFinished(balancer.close)
  return balancer
}
const ended = async ({ server }: Node): Promise<void> => {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
}
const statuses = async (origin: string, calls: number): Promise<readonly number[]> => {
  const taken: number[] = []
  for (let i = 0; i < calls; i++) {
    const answer = await fetch(`${origin}/x${i}`)
    await answer.arrayBuffer()
    taken.push(answer.status)
  }
  return taken
}

it('asks nodes in turn, hands on what was sent and said, and names the caller', async () => {
  const nodes = await Promise.all(
    ['a', 'b'].map((name) =>
      nodeOf(async (request, response) => {
        let body = ''
        for await (const chunk of request) body += String(chunk)
        response.writeHead(201, { 'x-node': name }).end(`${body} from ${request.headers['x-forwarded-for']}`)
      }),
    ),
  )
  const { origin } = await opened(nodes)
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => fetch(`${origin}/p?q=1`, { method: 'POST', body: 'hello' })),
  )
  expect(answers.map(({ status, headers }) => [status, headers.get('x-node')]).sort()).toEqual([
    [201, 'a'],
    [201, 'a'],
    [201, 'b'],
    [201, 'b'],
  ])
  expect(await answers[0]!.text()).toMatch(/^hello from (::ffff:)?127\.0\.0\.1$/)
  expect(nodes[0]!.seen).toEqual(['POST /p?q=1', 'POST /p?q=1'])
})

it('takes out a node whose /readyz is 503, and back in again', async () => {
  const [a, b] = [await nodeOf((_, r) => r.end('a')), await nodeOf((_, r) => r.end('b'))]
  const balancer = await opened([a, b])
  a.isReady = false
  await expect.poll(balancer.ready).toEqual([b.origin])
  expect(await statuses(balancer.origin, 4)).toEqual([200, 200, 200, 200])
  expect([a.seen.length, b.seen.length]).toEqual([0, 4])
  a.isReady = true
  await expect.poll(balancer.ready).toHaveLength(2)
  await statuses(balancer.origin, 2)
  expect(a.seen).toHaveLength(1)
  for (const one of [a, b]) one.isReady = false
  await expect.poll(balancer.ready).toEqual([])
  const refused = await fetch(balancer.origin)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
})

it('looks at no node where its port is taken', async () => {
  const node = await nodeOf((_, response) => response.end())
  let looks = 0
  node.server.on('request', () => looks++)
  await expect(openBalancer([node.origin], Number(new URL(node.origin).port))).rejects.toThrow('EADDRINUSE')
  await setTimeout(500)
  expect(looks).toBe(1)
})

it('asks the other node at once where a connection is refused', async () => {
  const [a, b] = [await nodeOf((_, r) => r.end('a')), await nodeOf((_, r) => r.end('b'))]
  const balancer = await opened([a, b])
  await ended(a)
  expect(new Set(await statuses(balancer.origin, 4))).toEqual(new Set([200]))
  expect(b.seen).toHaveLength(4)
})

it('sends no request twice: one that a node drops is a 502', async () => {
  const [a, b] = [await nodeOf((request) => request.socket.destroy()), await nodeOf((_, r) => r.end('b'))]
  const balancer = await opened([a, b])
  expect((await statuses(balancer.origin, 4)).toSorted((x, y) => x - y)).toEqual([200, 200, 502, 502])
  expect([a.seen.length, b.seen.length]).toEqual([2, 2])
})

it('ends an answer that breaks off where it broke off, and lets go of a call whose caller has gone', async () => {
  let gone = 0
  const a = await nodeOf((request, response) => {
    if (request.url === '/half')
      return void response.writeHead(200, { 'content-length': 10 }).write('half', () => response.destroy())
    request.on('close', () => gone++)
  })
  const { origin } = await opened([a])
  await expect(fetch(`${origin}/half`).then((answer) => answer.text())).rejects.toThrow('terminated')
  const caller = connect(Number(new URL(origin).port), '127.0.0.1')
  caller.write('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n')
  await expect.poll(() => a.seen).toContain('GET /slow')
  caller.destroy()
  await expect.poll(() => gone).toBe(1)
})
