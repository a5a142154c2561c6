/** For tests of clients: an upstream on loopback, and an HTTP client that asks it. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import type { AnySource, ClientParts, Egress, UpstreamEvent } from '../../core/contract/client.ts'
import type { Auth, SourceAbout } from '../../core/contract/source-about.ts'
import { source, type Source } from '../../core/contract/source.ts'
import { createHttpClient, type HttpClient, type HttpClientOptions } from '../../plugins/clients/http/http-client.ts'
import type { SourceSettings, Upstream } from '../../core/contract/upstream.ts'

export interface Seen {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly at: number
}
export interface Loopback {
  readonly origin: string
  readonly host: string
  readonly seen: Seen[]
}
type Answer = (response: ServerResponse, seen: Seen, count: number) => unknown

/** A server that keeps every request. `count` is the number of this one, from 1. */
export const loopback = async (answer: Answer): Promise<Loopback> => {
  const seen: Seen[] = []
  const server = createServer(async (request: IncomingMessage, response) => {
    const { method = '', url = '', headers } = request
    const one = { method, url, headers, body: await text(request), at: performance.now() }
    await answer(response, one, seen.push(one))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { origin: `http://${host}`, host, seen }
}

export const respondJson = (
  response: ServerResponse,
  value: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))
}

export const settingsFor = (base: string, other: Partial<SourceSettings> = {}): SourceSettings => ({
  base,
  hosts: [],
  timeout: 60_000,
  tries: 1,
  rate: null,
  concurrency: 8,
  ttl: { default: 60_000 },
  stale_for: 0,
  breaker: { failures: 5, for: 60_000 },
  max_bytes: 1_000_000,
  refresh: null,
  pull: null,
  ...other,
})

export const declare = (other: Partial<SourceAbout> & { readonly auth?: readonly Auth[] } = {}): Source =>
  source({
    id: 'test-source',
    title: 'Test',
    home: import.meta.dirname,
    licence: 'OGL-UK-3.0',
    attribution: 'Test data',
    coverage: 'Everything',
    ...other,
  })

export interface TestClient extends HttpClient {
  readonly events: UpstreamEvent[]
  readonly warnings: object[]
  readonly notes: object[]
}

export interface TestClientOptions extends Partial<Egress> {
  readonly unlimited?: boolean
  /** Answers the questions that a `run` puts to datasets. */
  readonly datasets?: Upstream['ask']
  /** Epoch milliseconds. */
  readonly now?: () => number
  readonly members?: HttpClientOptions['members']
  /** What the nodes of a fleet share. */
  readonly shared?: ClientParts['shared']
}

/** An HTTP client of some sources under given settings, or settings that a function gives. */
export const clientOf = (
  sources: readonly AnySource[],
  settings: SourceSettings | ((id: string) => SourceSettings),
  { unlimited = false, datasets, now, shared, members, ...egress }: TestClientOptions = {},
): TestClient => {
  const events: UpstreamEvent[] = []
  const warnings: object[] = []
  const notes: object[] = []
  const client = createHttpClient({
    sources: new Map(sources.map((source) => [source.id, source])),
    sourceSettings: typeof settings === 'function' ? settings : () => settings,
    egress: { gateway: null, env: {}, contact: 'https://example.test/contact', version: '3.0.0', ...egress },
    cache: { entries: 1_000, bytes: 1_000_000 },
    bulk: () => ({ urgency: 6, look_ups: 30, one_in: 10 }),
    unlimited,
    day: () => new Date(now?.() ?? Date.now()),
    shared,
    members,
    longestShared: 10_000,
    ask: (operation, input) =>
      datasets !== undefined && operation.how.kind === 'ask'
        ? datasets(operation, input)
        : client.ask(operation, input),
    log: {
      warn: (details) => void warnings.push(details),
      info: (details, message) => void notes.push({ ...details, message }),
    },
    observe: (event) => void events.push(event),
    ...(now && { now }),
  })
  onTestFinished(() => client.close())
  return { ...client, events, warnings, notes }
}

/** What a client is opened with in a test: `ask` and `download` are for the client under test to be given. */
export const partsFor = <S>(
  sources: readonly AnySource[],
  sourceSettings: SourceSettings,
  settings: S,
  other: Partial<ClientParts<S>> = {},
): ClientParts<S> & { readonly events: UpstreamEvent[] } => {
  const events: UpstreamEvent[] = []
  return {
    sources: new Map(sources.map((source) => [source.id, source])),
    settings: () => settings,
    sourceSettings: () => sourceSettings,
    egress: { gateway: null, env: {}, contact: '', version: '3.0.0' },
    unlimited: false,
    dataDir: '/nowhere',
    ask: () => Promise.reject(new Error('no other client here')),
    download: () => Promise.reject(new Error('no downloads here')),
    day: () => new Date('2026-03-05T09:00:00Z'),
    now: Date.now,
    log: { warn: () => {}, info: () => {} },
    observe: (event) => void events.push(event),
    events,
    ...other,
  }
}
