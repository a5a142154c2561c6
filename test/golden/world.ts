/**
 * The sample world with some answers replaced, behind a service that remembers nothing: no caches, no limits, no
 * breakers, so that each question meets the world as it is at that moment.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { madeUpCredentials, runService, type ServiceReply } from '@domesday/tool-testing'
import { inspect } from '../../core/service/configure.ts'
import { projectRoot, type AnySource } from '../../core/registry/load.ts'
import { fetcherOf } from '../../plugins/clients/dataset/fetcher.ts'
import { tokens } from '../../core/service/tokens.ts'
import type { Dataset } from '../../core/contract/dataset.ts'
import { importSamples } from '../../plugins/clients/dataset/samples.ts'
import { createSandbox } from '../../plugins/tools/gateway/sandbox.ts'
import { json, listenOnLoopback, type Answer, type Call } from '../../plugins/tools/gateway/server.ts'

const { plugins } = await inspect(join(projectRoot, 'config'), {})
const sandbox = createSandbox({ sources: plugins.sources })
const env = madeUpCredentials(plugins.sources)
/** Without these there is no answer at all. */
const required = new Set(['companies-house', 'dvsa-mot-history'])

/** Answers in the sample world's place, or leaves it to it. */
export type StandIn = (call: Call) => Promise<Answer | undefined> | Answer | undefined

export interface Variant {
  /** The day of the world. */
  readonly date?: string
  /** False: only the list of sanctions is imported, without which every verdict is in doubt; `none`: nothing is. */
  readonly datasets?: false | 'none'
  /** Without: no credential but those of required sources. */
  readonly credentials?: false
  /** Datasets that are imported through the stand-in. */
  readonly pull?: readonly string[]
  /** Some of their files may not be there. */
  readonly inPart?: true
}

export interface GoldenWorld {
  /** What answers instead, until the next is set. */
  standIn: StandIn
  get(path: string): Promise<ServiceReply>
  close(): Promise<void>
}

export const sampleAnswer = (call: Call): Promise<Answer> => sandbox.answer(call)

const isForToken = ({ body }: Call): boolean => Buffer.from(body).includes('grant_type=client_credentials')
const token = json(200, { access_token: 'test', token_type: 'Bearer', expires_in: 3600 })

/** Settings under which every question is asked anew. */
const forgetful = (date: string | undefined) => (dir: string) => {
  const world = date === undefined ? '' : `sandbox: { date: '${date}' }\n`
  const plenty = '{ calls: 100000000, per: 1m }'
  writeFileSync(
    join(dir, 'service.yaml'),
    `${world}limits: { per_key: ${plenty}, per_address: ${plenty} }\nendpoints: [${[...plugins.endpoints.keys()].join(', ')}]\n`,
  )
  mkdirSync(join(dir, 'sources'), { recursive: true })
  for (const source of plugins.sources.values()) writeFileSync(join(dir, 'sources', `${source.id}.yaml`), anew(source))
}
const anew = ({ operations, kind }: AnySource): string => {
  const ttl = ['default', ...operations.keys()].map((id) => `${id}: 0s`)
  const live = `ttl: { ${ttl.join(', ')} }\nstale_for: 0s\nbreaker: { failures: 1000000, for: 1s }\ntries: 1\n`
  return `${kind === 'dataset' ? '' : live}rate: { calls: 100000000, per: 1s }\n`
}

/** The datasets of the sample world, imported once for all worlds of a test file. */
let imported: Promise<string> | undefined
const importOnce = (): Promise<string> =>
  (imported ??= (async () => {
    const service = await runService({ dataDir: mkdtempSync(join(tmpdir(), 'domesday-golden-')) })
    await service.close()
    return service.dataDir
  })())
/** For `afterAll`: removes what was imported. */
export const forgetImports = async (): Promise<void> => {
  if (imported) rmSync(await imported, { recursive: true, force: true })
  imported = undefined
}

export const openGoldenWorld = async (
  { date, datasets, credentials, pull = [], inPart }: Variant = {},
  first?: StandIn,
): Promise<GoldenWorld> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'domesday-golden-'))
  if (datasets === undefined) {
    const from = join(await importOnce(), 'datasets')
    if (existsSync(from)) cpSync(from, join(dataDir, 'datasets'), { recursive: true })
  }
  const world: { standIn: StandIn } = { standIn: first ?? (() => undefined) }
  const gateway = await listenOnLoopback(async (call) =>
    isForToken(call) ? token : ((await world.standIn(call)) ?? sandbox.answer(call)),
  )
  const some = Object.fromEntries(
    Object.entries(env).filter(([name]) =>
      [...required].some((id) => name.startsWith(id.toUpperCase().replaceAll('-', '_'))),
    ),
  )
  const service = await runService({
    gateway: gateway.origin,
    patience: 50,
    env: credentials === false ? some : env,
    dataDir,
    configure: forgetful(date),
  })
  await importThrough(service, dataDir, datasets === false ? ['uk-sanctions-list', ...pull] : pull, inPart)
  return Object.assign(world, {
    get: async (path: string) => {
      service.container.get(tokens.answering).forget()
      return service.send(`/api/v1${path}`)
    },
    close: async () => {
      await service.close()
      await gateway.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  })
}

const importThrough = async (
  { container }: Awaited<ReturnType<typeof runService>>,
  dataDir: string,
  ids: readonly string[],
  inPart = false,
): Promise<void> => {
  if (ids.length === 0) return
  const { current } = container.get(tokens.configured)
  const dir = join(dataDir, 'datasets')
  const egress = container.get(tokens.egress),
    { download } = container.get(tokens.clients)
  const sources = new Map(ids.map((id) => [id, plugins.sources.get(id) as Dataset]))
  for (const id of ids) for (const end of ['', '-wal', '-shm']) rmSync(join(dir, `${id}.sqlite${end}`), { force: true })
  const { failed } = await importSamples({
    sources,
    dir,
    day: new Date(current().service.sandbox.date),
    fetcherOf: (dataset) => fetcherOf(dataset, current().source(dataset.id), { egress, download, dir }),
  })
  if (failed.length > 0 && !inPart) throw new Error(failed.map(({ id, why }) => `${id}: ${why}`).join('\n'))
}
