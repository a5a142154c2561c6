/** Services in every condition that a caller may meet, behind one address: a header names the one that is meant. */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { request } from 'undici'
import { runService, type RunningService } from '../../plugins/tools/testing/service.ts'

/**
 * `sound` answers; `strict` allows four calls a minute; `failing` has upstreams that break, `hanging` ones that never
 * answer; `bare` is live without credentials.
 */
export type Condition = 'sound' | 'strict' | 'failing' | 'hanging' | 'bare'

const listen = (server: Server): Promise<string> =>
  new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)),
  )
/** Limits that no check comes near. */
export const generous =
  'limits: { per_key: { calls: 100000, per: 1m }, per_address: { calls: 100000, per: 1m }, keys_per_address: { calls: 1000, per: 1h } }'
const narrow =
  'limits: { per_key: { calls: 3, per: 1m, burst: 1 }, per_address: { calls: 100000, per: 1m }, keys_per_address: { calls: 2, per: 1h } }'
/** Adds lines to the copied settings of a service. */
export const settings =
  (...lines: readonly string[]) =>
  (dir: string): void =>
    appendFileSync(join(dir, 'service.yaml'), `\n${lines.join('\n')}\n`)

/** Waits for no more than half a second, so that a hanging upstream does not hold the check up. */
const hasty = (dir: string): void => {
  settings(generous)(dir)
  mkdirSync(join(dir, 'endpoints'), { recursive: true })
  writeFileSync(join(dir, 'endpoints/location.yaml'), 'deadline: 500ms\n')
}

export const openServices = async () => {
  const broken = createServer((_, response) => response.writeHead(500).end('broken')),
    silent = createServer(() => {})
  const services: Record<Condition, RunningService> = {
    sound: await runService({ configure: settings(generous) }),
    strict: await runService({ configure: settings(narrow) }),
    failing: await runService({ configure: settings(generous), gateway: await listen(broken) }),
    hanging: await runService({ configure: hasty, gateway: await listen(silent) }),
    bare: await runService({ mode: 'live', configure: settings(generous) }),
  }
  const front = createServer(async (incoming, response) => {
    const { 'x-condition': condition = 'sound', ...headers } = incoming.headers
    const answer = await request(`${services[condition as Condition].origin}${incoming.url}`, {
      method: incoming.method as 'GET',
      headers: headers as Record<string, string>,
      ...(incoming.method === 'POST' && { body: incoming }),
    })
    response.writeHead(answer.statusCode, answer.headers as Record<string, string>)
    answer.body.pipe(response)
  })
  return {
    services,
    origin: await listen(front),
    close: async () => {
      for (const server of [front, broken, silent]) {
        server.closeAllConnections()
        server.close()
      }
      for (const service of Object.values(services)) await service.close()
    },
  }
}
