/** Each failure is counted and logged as what it is. */
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { integer, type BodyFormat } from '@domesday/core'
import type { SourceSettings } from '@domesday/core/client'
import { anything } from '../../../test/support/anything.ts'
import { upstreamFaultOf } from '../../../test/support/faults.ts'
import { clientOf, declare, loopback, respondJson, settingsFor } from '../../../test/support/loopback.ts'

const clientAt = (origin: string, settings: Partial<SourceSettings> = {}, as: BodyFormat = 'json') => {
  const about = declare()
  const lookup = about.get('lookup', { path: (id: number) => `/lookup/${id}`, as, digest: anything, read: (w) => w })
  const client = clientOf([about], settingsFor(origin, settings))
  return { about, client, ask: (id = 1) => client.ask(lookup, id) }
}
const kindsOf = ({ events }: { readonly events: readonly { readonly kind?: string | undefined }[] }) =>
  events.map(({ kind }) => kind)

describe('the kind of a failure', () => {
  const status = (code: number) => (response: ServerResponse) => respondJson(response, {}, code)
  it.each<[string, (response: ServerResponse) => unknown]>([
    ['unauthorised', status(401)],
    ['forbidden', status(403)],
    ['not_found', status(404)],
    ['rejected', status(400)],
    ['rate_limited', (response) => respondJson(response, {}, 429, { 'retry-after': '60' })],
    ['server_error', status(500)],
    ['server_error', status(501)],
    ['timeout', () => undefined],
    ['connection_failed', (response) => response.destroy()],
    ['not_json', (response) => response.end('<html></html>')],
    ['unreadable', (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('not packed')],
    ['too_large', (response) => response.end('1'.repeat(2_000))],
    ['redirect', (response) => response.writeHead(302, { location: 'https://elsewhere.example/' }).end()],
  ])('is %s', async (kind, answer) => {
    const { origin } = await loopback((response) => answer(response))
    const { client, ask } = clientAt(origin, { max_bytes: 1_000, timeout: kind === 'timeout' ? 300 : 60_000 })
    await upstreamFaultOf(ask())
    expect(kindsOf(client)).toEqual([kind])
    expect(client.warnings).toMatchObject([{ kind }])
  })

  it('is connection_refused where nothing listens', async () => {
    const { client, ask } = clientAt('http://127.0.0.1:1')
    await upstreamFaultOf(ask())
    expect(kindsOf(client)).toEqual(['connection_refused'])
  })

  it('is not_csv of a table, and other_shape of an answer that its operation cannot read or show', async () => {
    const { origin } = await loopback((response) => respondJson(response, { n: 'text' }))
    const about = declare()
    const digested = about.get('digested', { path: () => '/', digest: integer(), read: ({ n }: { n: number }) => n })
    const read = about.get('read', { path: () => '/', digest: integer(), read: (wire: any) => wire.list.length })
    const client = clientOf([about], settingsFor(origin))
    for (const one of [digested, read]) await upstreamFaultOf(client.ask(one, null))
    expect(kindsOf(client)).toEqual(['other_shape', 'other_shape'])
    const page = await loopback((response) => response.end('<html></html>'))
    const table = clientAt(page.origin, {}, 'csv')
    await upstreamFaultOf(table.ask())
    expect(kindsOf(table.client)).toEqual(['not_csv'])
  })

  it('stands beside an old answer that helped out, and beside none that came', async () => {
    const { origin } = await loopback((response, _, count) => respondJson(response, {}, count === 1 ? 200 : 404))
    const { client, ask } = clientAt(origin, { ttl: { default: 1 }, stale_for: 60_000 })
    await ask()
    await sleep(5)
    await ask()
    expect(client.events.map(({ outcome, kind }) => [outcome, kind])).toEqual([
      ['ok', undefined],
      ['stale', 'not_found'],
    ])
  })
})

describe('a limit of our own', () => {
  const oneCall = { rate: { calls: 1, per: 600_000, burst: 1 } }

  it('is logged as ours and no warning, and never as a failed call', async () => {
    const { origin } = await loopback((response) => respondJson(response, {}))
    const { client, ask } = clientAt(origin, oneCall)
    await ask(1)
    await upstreamFaultOf(ask(2))
    expect(kindsOf(client)).toEqual([undefined, 'own_limit'])
    expect(client.warnings).toEqual([])
    expect(client.notes).toMatchObject([
      { kind: 'own_limit', message: "upstream call held back by this server's own limit for the source" },
    ])
  })

  it('is told apart from a pause that the source asked for, and from a breaker that is open', async () => {
    const { origin } = await loopback((response, { url }) =>
      respondJson(response, {}, url.endsWith('1') ? 429 : 500, url.endsWith('1') ? { 'retry-after': '60' } : {}),
    )
    const paused = clientAt(origin)
    for (const id of [1, 2]) await upstreamFaultOf(paused.ask(id))
    const down = clientAt(origin, { breaker: { failures: 1, for: 60_000 } })
    for (const id of [3, 4]) await upstreamFaultOf(down.ask(id))
    expect([kindsOf(paused.client), kindsOf(down.client)]).toEqual([
      ['rate_limited', 'paused'],
      ['server_error', 'breaker_open'],
    ])
    expect([...paused.client.notes, ...down.client.notes]).toMatchObject([{ kind: 'paused' }, { kind: 'breaker_open' }])
    expect([...paused.client.warnings, ...down.client.warnings]).toHaveLength(2)
  })
})
