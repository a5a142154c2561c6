/** Runs a whole service on its own port, over the sample data or any gateway, with a temporary data folder. */
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type Container, projectRoot, type ServiceOptions, startService, tokens } from '@domesday/core/tool'
import { request } from 'undici'
import { takeKeptSamples } from './kept-samples.ts'

export interface ServiceReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** Parsed if the body is JSON. */
  readonly body: any
}

export interface Sending {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly key?: string | null
  readonly body?: string
}

export interface RunningService {
  readonly origin: string
  readonly metricsOrigin: string | null
  readonly container: Container
  /** Its own settings, by default a copy of the project's, which a test may edit. */
  readonly configDir: string
  readonly dataDir: string
  /** Sends a request with the service's first key, with `key`, or without one if `key` is null. */
  send(path: string, sent?: Sending): Promise<ServiceReply>
  /** A new key with so many credits. */
  key(credits: number): Promise<string>
  close(): Promise<void>
}

export type StartOptions = Partial<
  Pick<ServiceOptions, 'mode' | 'gateway' | 'env' | 'host' | 'loaded' | 'now' | 'logTo' | 'substitutes' | 'patience'>
> & {
  /** Starts from no settings, not from a copy of the project's: `configure` writes `service.yaml`. */
  readonly bare?: boolean
  /** Edits the settings before the start. */
  readonly configure?: (dir: string) => void
  readonly dataDir?: string
}

/** `configure` for a single endpoint. `sources`: settings of sources, a line of YAML by id. */
export const only =
  (endpoint: string, sources: Readonly<Record<string, string>> = {}) =>
  (dir: string): void => {
    writeFileSync(join(dir, 'service.yaml'), `endpoints: [${endpoint}]\n`)
    mkdirSync(join(dir, 'sources'), { recursive: true })
    for (const [id, line] of Object.entries(sources)) writeFileSync(join(dir, 'sources', `${id}.yaml`), `${line}\n`)
  }

/** Appends each request and answer to the file in DOMESDAY_EXCHANGES, if set, for external checks. */
const logExchange = (exchange: object): void => {
  const file = process.env['DOMESDAY_EXCHANGES']
  if (file) appendFileSync(file, `${JSON.stringify(exchange)}\n`)
}

/** Paths in service.yaml count from that file: those in a copy have to be absolute. */
const copySettings = (from: string, to: string): void => {
  cpSync(from, to, { recursive: true, filter: (path) => basename(path) !== 'schemas' })
  const file = join(to, 'service.yaml')
  const absolute = (path: string): string =>
    [resolve(from, path), resolve(projectRoot, path)].find((one) => existsSync(one)) ?? path
  writeFileSync(file, readFileSync(file, 'utf8').replace(/(?<=[\s,[:'"])\.{1,2}\/[^\s,\]'"]+/g, absolute))
}

/** Its event loop is that of the test too, whose own work holds it up: that is no load. */
const neverTooBusy = (dir: string): void => {
  const file = join(dir, 'service.yaml')
  if (existsSync(file) && !/^overload:/m.test(readFileSync(file, 'utf8')))
    appendFileSync(file, '\noverload: { event_loop_delay: 1d }\n')
}

export const runService = async ({
  mode = 'sandbox',
  env = {},
  bare = false,
  configure,
  dataDir: ownDataDir,
  logTo = { write: () => {} },
  ...rest
}: StartOptions = {}): Promise<RunningService> => {
  const dir = mkdtempSync(join(tmpdir(), 'domesday-service-'))
  const configDir = join(dir, 'config'),
    dataDir = ownDataDir ?? join(dir, 'data')
  if (bare) mkdirSync(configDir)
  else copySettings(join(projectRoot, 'config'), configDir)
  configure?.(configDir)
  neverTooBusy(configDir)
  const ofSampleDay = mode === 'sandbox' && !rest.gateway && !ownDataDir
  const keepSamples = ofSampleDay ? takeKeptSamples(dataDir) : null
  const service = await startService({
    mode,
    env,
    configDir,
    dataDir,
    port: 0,
    metricsPort: 0,
    host: '127.0.0.1',
    logTo,
    ...(mode === 'sandbox' && !rest.gateway && { patience: 50 }),
    ...rest,
  })
  keepSamples?.()
  const billing = service.container.get(tokens.billing)
  const newKey = async (credits: number): Promise<string> => (await billing.keys.create({ credits })).key
  const own = await newKey(1_000_000)

  const send = async (
    path: string,
    { method = 'GET', headers = {}, key = own, body }: Sending = {},
  ): Promise<ServiceReply> => {
    const answer = await request(`${service.origin}${path}`, {
      method: method as 'GET',
      headers: { ...(key !== null && { authorization: `Bearer ${key}` }), ...headers },
      ...(body !== undefined && { body }),
    })
    const bytes = Buffer.from(await answer.body.arrayBuffer())
    const text = (answer.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString()
    const shown = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)]))
    logExchange({ method, path, headers, body, status: answer.statusCode, shown, text })
    return {
      status: answer.statusCode,
      headers: shown,
      text,
      body: shown['content-type']?.includes('json') && text !== '' ? (JSON.parse(text) as unknown) : undefined,
    }
  }
  return {
    origin: service.origin,
    metricsOrigin: service.metricsOrigin,
    container: service.container,
    configDir,
    dataDir,
    send,
    key: newKey,
    close: async () => {
      await service.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
