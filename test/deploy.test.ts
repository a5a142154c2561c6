/** The files of docs/deploy, by the linters of their formats. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { validate } from 'dockerfile-utils'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { configure, milliseconds, optionsFrom, type Settings } from '@domesday/core/tool'
import { projectRoot } from '../core/registry/load.ts'

let read: Settings
/** The settings of a node of compose.yaml. */
const settings = (): Settings => read
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'domesday-compose-'))
  writeFileSync(join(folder, 'service.yaml'), written('service.yaml'))
  const { current } = await configure(optionsFrom({ DOMESDAY_CONFIG_DIR: folder }, { live: true }))
  read = current()
  rmSync(folder, { recursive: true })
})

const written = (file: string): string => readFileSync(join(projectRoot, 'docs/deploy', file), 'utf8')

it('the Containerfile is well formed, and copies what there is', () => {
  const text = written('Containerfile')
  expect(validate(text).map(({ message, range }) => `${range.start.line + 1}: ${message}`)).toEqual([])
  const copied = [...text.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, names]) => names!.split(' '))
  expect(copied).toContain('core')
  expect(copied.filter((name) => !existsSync(join(projectRoot, name)))).toEqual([])
})

it('the Containerfile has the Node that `npm ci` brings along', () => {
  const { optionalDependencies } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
    optionalDependencies: Record<string, string>
  }
  const images = [...written('Containerfile').matchAll(/^FROM node:([\d.]+)/gm)].map(([, version]) => version)
  expect(new Set(images)).toEqual(new Set(Object.values(optionalDependencies)))
})

it('systemd takes the unit', ({ skip }) => {
  if (spawnSync('systemd-analyze', ['--version']).status !== 0) skip('there is no systemd-analyze here')
  const folder = mkdtempSync(join(tmpdir(), 'domesday-unit-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const unit = join(folder, 'domesday.service')
  // It wants to see the program, and the project is not installed where the unit has it.
  writeFileSync(unit, written('domesday.service').replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`))
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' })
  // It also tells of other units of the machine. What it does not know it tells, and ends with 0.
  expect([status, stderr.split('\n').filter((line) => line.includes('domesday'))]).toEqual([0, []])
})

interface Service {
  readonly image: string
  readonly volumes?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly depends_on?: readonly string[] | Readonly<Record<string, { readonly condition: string }>>
  readonly healthcheck?: { readonly test: readonly string[] }
  readonly networks: readonly string[]
  readonly ports?: readonly string[]
  readonly stop_grace_period?: string
  readonly command?: readonly string[]
  readonly build?: { readonly context: string; readonly dockerfile: string }
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>
  readonly volumes: object
  readonly networks: Readonly<Record<string, { readonly ipam: { readonly config: readonly { subnet: string }[] } }>>
}
const compose = (): Compose => parse(written('compose.yaml'), { merge: true, strict: true }) as Compose
const nodes = (): readonly (readonly [string, Service])[] =>
  Object.entries(compose().services).filter(([name]) => name.startsWith('node-'))

/** What does not run here is held together by its names. */
describe('compose.yaml', () => {
  it('names what there is: services, volumes, networks, files and folders', () => {
    const { services, volumes, networks } = compose()
    expect(Object.keys(services)).toEqual(['node-1', 'node-2', 'proxy', 'postgres', 'valkey'])
    const mounted = Object.values(services).flatMap(({ volumes: own = [] }) => own.map((one) => one.split(':')[0]!))
    const [files, named] = [mounted.filter((one) => one.startsWith('.')), mounted.filter((one) => !one.startsWith('.'))]
    expect(files.filter((file) => !existsSync(join(projectRoot, 'docs/deploy', file)))).toEqual([])
    expect(new Set(named)).toEqual(new Set(Object.keys(volumes)))
    for (const [name, { networks: own, depends_on: before = [], image }] of Object.entries(services)) {
      expect(own, name).toEqual(Object.keys(networks))
      expect(image, name).not.toMatch(/:latest$/)
      for (const other of Array.isArray(before) ? before : Object.keys(before))
        expect(services, name).toHaveProperty(other)
    }
    const { context, dockerfile } = services['node-1']!.build!
    expect(existsSync(join(projectRoot, 'docs/deploy', context, dockerfile))).toBe(true)
  })

  it('keeps no secret, and starts without none', () => {
    const text = written('compose.yaml')
    const wanted = [...text.matchAll(/\$\{(\w+)(:\?)?/g)].map(([, name, must]) => [name, must])
    expect(new Set(wanted.map(([name]) => name))).toEqual(new Set(['POSTGRES_PASSWORD', 'VALKEY_PASSWORD']))
    expect(wanted.filter(([, must]) => must === undefined)).toEqual([])
  })

  it('has nodes that differ in their folder alone, wait for both engines, and have time to drain', () => {
    const [[, one], [, other]] = nodes() as [readonly [string, Service], readonly [string, Service]]
    const same = ({ build: _, volumes: _own, ...rest }: Service) => rest
    expect(same(one)).toEqual(same(other))
    expect(one.depends_on).toEqual({
      postgres: { condition: 'service_healthy' },
      valkey: { condition: 'service_healthy' },
    })
    for (const engine of ['postgres', 'valkey']) expect(compose().services[engine]!.healthcheck?.test).toBeDefined()
    const { http } = settings().service
    expect(milliseconds(one.stop_grace_period!)).toBeGreaterThan(http.lame_duck + http.drain)
  })

  it('lets Valkey forget the oldest before its memory is full, and keep nothing on disk', () => {
    const [, , script] = compose().services['valkey']!.command!
    expect(script).toContain(' --save "" --appendonly no --maxmemory 256mb --maxmemory-policy allkeys-lru ')
  })

  it('says how a new release migrates the database, as the page does', () => {
    const command = /docker compose -f \S+ run --rm --no-deps node-1 node (\S+) --run (\S+) migrate --live/
    const told = [written('compose.yaml').replace(/ \\\n# +/g, ' '), written('../operators.md')].map((text) =>
      command.exec(text),
    )
    expect(told[0]?.[0]).toBe(told[1]?.[0])
    for (const file of told[0]!.slice(1)) expect(existsSync(join(projectRoot, file)), file).toBe(true)
  })

  it('gives nodes addresses that the service takes', () => {
    const { DATABASE_URL = '', VALKEY_URL = '' } = nodes()[0]![1].environment!
    const plain = (text: string): URL => new URL(text.replace(/\$\{.*?\}/g, 'secret'))
    const { services } = compose()
    expect(plain(DATABASE_URL)).toMatchObject({ protocol: 'postgres:', hostname: 'postgres', pathname: '/domesday' })
    expect(plain(VALKEY_URL)).toMatchObject({ protocol: 'redis:', hostname: 'valkey' })
    expect(services['postgres']!.environment).toMatchObject({ POSTGRES_USER: 'domesday', POSTGRES_DB: 'domesday' })
    expect(plain(DATABASE_URL).username).toBe('domesday')
  })

  it('opens the proxy alone, to this machine', () => {
    const open = Object.entries(compose().services).filter(([, { ports }]) => ports !== undefined)
    expect(open.map(([name, { ports }]) => [name, ports])).toEqual([['proxy', ['127.0.0.1:8080:8080']]])
  })
})

describe('service.yaml of the nodes', () => {
  it('serves what the project serves, and trusts the network of the proxy', async () => {
    const { ipam } = Object.values(compose().networks)[0]!
    const endpointsOf = (text: string): unknown => (parse(text) as { endpoints: unknown }).endpoints
    expect(endpointsOf(written('service.yaml'))).toEqual(
      endpointsOf(readFileSync(join(projectRoot, 'config/service.yaml'), 'utf8')),
    )
    expect(settings().service.http.trust_proxy).toEqual(ipam.config.map(({ subnet }) => subnet))
  })
})

describe('the Caddyfile', () => {
  const text = written('Caddyfile')

  it('is balanced, and asks the nodes of compose.yaml', () => {
    const bare = text.replace(/#.*/g, '')
    expect(bare.split('{').length).toBe(bare.split('}').length)
    expect(/reverse_proxy ([^{]+) \{/.exec(bare)![1]!.split(' ')).toEqual(nodes().map(([name]) => `${name}:8080`))
  })

  it('looks at /readyz often enough for the time that a draining node gives it', () => {
    const interval = milliseconds(/health_interval (\S+)/.exec(text)![1]!)
    expect(text).toMatch(/health_uri \/readyz\n/)
    expect(settings().service.http.lame_duck).toBeGreaterThan(3 * interval)
  })

  it('sends nothing twice', () => {
    expect(text).toMatch(/lb_retry_match \{\s+expression `false`\s+\}/)
  })
})

it('prometheus.yaml asks the nodes at the port of their metrics, for the rules that are there', () => {
  interface Prometheus {
    readonly rule_files: readonly string[]
    readonly scrape_configs: readonly { job_name: string; static_configs: readonly { targets: readonly string[] }[] }[]
  }
  const { rule_files: files, scrape_configs: jobs } = parse(written('prometheus.yaml')) as Prometheus
  expect(files.map((file) => existsSync(join(projectRoot, 'docs/deploy', file)))).toEqual([true])
  const targets = nodes().map(([name]) => `${name}:${settings().service.metrics.port}`)
  expect(jobs).toMatchObject([{ job_name: 'domesday', static_configs: [{ targets }] }])
})
