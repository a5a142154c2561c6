/** Starts from the pack that an earlier start made, in a copy of the project whose sources the tests may change. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { projectRoot } from '../../core/boot/load.ts'
import { freshPack, packsOf, stampOf, type Manifest } from '../../core/boot/pack/pack.ts'

const mark = 'from the pack'
/** Milliseconds. What makes a pack lets others go first: on a machine whose processors are busy it takes its time. */
const patience = 90_000
let root: string,
  data = 0
let children: ChildProcess[] = []

beforeAll(() => {
  root = join(realpathSync(mkdtempSync(join(tmpdir(), 'domesday-pack-'))), 'project')
  for (const name of ['core', 'plugins', 'config', 'package.json'])
    cpSync(join(projectRoot, name), join(root, name), { recursive: true, filter: (path) => !path.endsWith('.test.ts') })
  // The installed packages as they are, and the workspace's own as they are here.
  const from = join(projectRoot, 'node_modules'),
    to = join(root, 'node_modules')
  mkdirSync(to)
  for (const name of readdirSync(from))
    if (name !== '@domesday' && name !== '.cache') symlinkSync(join(from, name), join(to, name))
  cpSync(join(from, '@domesday'), join(to, '@domesday'), { recursive: true, verbatimSymlinks: true })
  symlinkSync(to, join(root, '../node_modules'))
})
afterEach(async () => {
  const ends = children
    .filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
    .map((child) => once(child, 'exit'))
  for (const child of children) child.kill('SIGKILL')
  await Promise.all(ends)
  children = []
})
afterAll(() => rmSync(dirname(root), { recursive: true, force: true }))

interface Started {
  readonly origin: string
  readonly key: string
  readonly printed: string
  readonly packed: boolean
}

const start = (env: Readonly<Record<string, string>> = {}): Promise<Started> =>
  new Promise((resolve, reject) => {
    const dataDir = join(root, '../data', String(data++))
    mkdirSync(dataDir, { recursive: true })
    const child = spawn(process.execPath, [join(root, 'core/start.js')], {
      cwd: dataDir,
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: join(root, '../compiled'),
        PORT: '0',
        METRICS_PORT: '0',
        DOMESDAY_DATA_DIR: dataDir,
        ...env,
      },
    })
    children.push(child)
    let printed = ''
    const read = (chunk: Buffer): void => {
      printed += chunk.toString()
      const [, origin] = /address +(http:\S+)/.exec(printed) ?? [],
        [, key] = /key +(domesday_live_\S+)/.exec(printed) ?? []
      if (origin && key && /endpoints, \d+ sources/.test(printed))
        resolve({ origin, key, printed, packed: printed.includes(mark) })
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.on('exit', (code) => reject(new Error(`ended with ${code}: ${printed}`)))
  })

const manifestFile = (): string => join(packsOf(root), 'pack.json')

/** Changes the manifest to agree with the pack's own files, as somebody has changed them. */
const restamp = (): void => {
  const manifest = JSON.parse(readFileSync(manifestFile(), 'utf8')) as Manifest
  const files = manifest.files.map((stamp) =>
    stamp[0].includes('.cache') ? [stamp[0], ...stampOf(join(root, stamp[0])).slice(1)] : stamp,
  )
  writeFileSync(manifestFile(), JSON.stringify({ ...manifest, files }))
}

/** Waits for a pack other than this one, and lets each start from it say so. */
const made = async (before?: Manifest): Promise<Manifest> => {
  for (const until = Date.now() + patience; Date.now() < until;) {
    const pack = freshPack(root)
    if (pack && pack.entry !== before?.entry) {
      appendFileSync(join(root, pack.entry), `\nconsole.error('${mark}')\n`)
      restamp()
      return pack
    }
    await wait(50)
  }
  throw new Error('no pack was made')
}
/** The one there is, or one made by a start. */
const pack = async (): Promise<Manifest> => {
  const now = freshPack(root)
  if (now) return now
  await start()
  return made()
}
const stop = async (): Promise<void> => {
  const running = children.at(-1)!
  running.kill('SIGKILL')
  await once(running, 'exit')
}
const get = async ({ origin, key }: Started, path: string): Promise<Record<string, any>> =>
  (await fetch(`${origin}${path}`, { headers: { authorization: `Bearer ${key}` } })).json() as Promise<
    Record<string, any>
  >
/** Without what differs from call to call. */
const timeless = (answer: object): unknown =>
  JSON.parse(
    JSON.stringify(answer, (name, value: unknown) =>
      /^(request_id|.*_ms|balance.*|timestamp|generated_at|as_of)$/.test(name) ? null : value,
    ),
  )

const edit = (file: string, change: (text: string) => string): (() => void) => {
  const path = join(root, file),
    before = readFileSync(path, 'utf8')
  writeFileSync(path, change(before))
  return () => writeFileSync(path, before)
}

describe('a start from the pack', { timeout: 2 * patience }, () => {
  it('answers as one from source does', async () => {
    const paths = [
      '/catalogue',
      '/openapi.json',
      '/api/v1/location/WA11UH?depth=full',
      '/api/v1/report/entity/99000017',
    ]
    const source = await start({ DOMESDAY_PACK: '0' })
    const expected = []
    for (const path of paths) {
      const answer = await get(source, path)
      // A problem would be the same from both, and tell of neither.
      expect(answer, path).not.toHaveProperty('status')
      expected.push(timeless(answer))
    }
    await pack()
    const packed = await start()
    expect([source.packed, packed.packed]).toEqual([false, true])
    for (const [i, path] of paths.entries()) expect(timeless(await get(packed, path))).toEqual(expected[i])
  })

  it('goes on when a later pack has taken the place of its own', async () => {
    await pack()
    const started = await start()
    expect(started.packed).toBe(true)
    // Once it has loaded all of its own, but no samples of the sources that are asked below.
    await get(started, '/api/v1/vehicle/ZZ19DOM')
    await wait(1000)
    rmSync(packsOf(root), { recursive: true })
    expect(await get(started, '/api/v1/location/WA11UH?depth=full')).toMatchObject({
      data: { location: { postcode: 'WA1 1UH' } },
      _meta: { missing: [] },
    })
  })

  it('is not made where the operator wants none', async () => {
    await pack()
    expect((await start({ DOMESDAY_PACK: '0' })).packed).toBe(false)
  })

  it('keeps the pack to its owner', async () => {
    const { entry } = await pack()
    for (const path of [packsOf(root), dirname(join(root, entry))]) expect(statSync(path).mode & 0o777).toBe(0o700)
  })

  it('loads endpoints of others beside it, on the same modules', async () => {
    const before = await pack()
    // From elsewhere, so it is never packed. A second instance of its sources would be a source that is declared twice.
    cpSync(join(root, 'plugins/endpoints/energy'), join(root, '../power'), { recursive: true })
    const index = join(root, '../power/index.ts')
    writeFileSync(
      index,
      readFileSync(index, 'utf8')
        .replace("id: 'energy'", "id: 'power'")
        .replace('/energy/{', '/power/{')
        .replace('uk_energy_intelligence', 'uk_power'),
    )
    const undo = edit('config/service.yaml', (text) => `${text}  - ../power\n`)
    const started = await start()
    undo()
    expect(started.packed).toBe(true)
    expect(started.printed).toContain('23 endpoints')
    const [theirs, ours] = [await get(started, '/api/v1/power/WA11UH'), await get(started, '/api/v1/energy/WA11UH')]
    expect(theirs['data']?.carbon).toEqual(ours['data']?.carbon)
    expect(theirs['data']?.carbon).toHaveProperty('intensity_gco2_kwh')
    await wait(1500)
    expect(freshPack(root)?.entry).toBe(before.entry)
  })
})

describe('a pack', { timeout: 2 * patience }, () => {
  it('is stale once a source has changed: the change is in force at the next start, and the next pack has it', async () => {
    const before = await pack()
    const undo = edit('core/boot/greeting.ts', (text) => text.replace('Domesday, sandbox', 'Domesday, altered'))
    const first = await start()
    expect(first.packed).toBe(false)
    expect(first.printed).toContain('Domesday, altered')
    await made(before)
    const second = await start()
    expect(second.packed).toBe(true)
    expect(second.printed).toContain('Domesday, altered')
    undo()
  })

  it('is ignored where a file of it is not whole', async () => {
    const { entry } = await pack()
    const [largest] = readdirSync(dirname(join(root, entry))).filter(
      (name) => name.startsWith('start-') && name.endsWith('.mjs'),
    )
    truncateSync(join(root, dirname(entry), largest!), 1000)
    const started = await start({ DOMESDAY_PACK: '' })
    expect(started.packed).toBe(false)
    expect((await get(started, '/api/v1/location/WA11UH'))['_meta']).toBeDefined()
    await made()
  })

  it('that cannot be loaded is given up for the sources, and made anew', async () => {
    const before = await pack()
    writeFileSync(join(root, before.entry), 'throw new Error("broken")')
    restamp()
    const started = await start()
    expect(started.packed).toBe(false)
    await made(before)
    await stop()
    expect((await start()).packed).toBe(true)
  })

  it('is ignored where its list is not whole', async () => {
    await pack()
    truncateSync(manifestFile(), 500)
    expect((await start()).packed).toBe(false)
    await made()
  })

  it('is made once by starts at the same time, which all answer', async () => {
    rmSync(packsOf(root), { recursive: true, force: true })
    const started = await Promise.all([start(), start(), start()])
    for (const each of started) expect((await get(each, '/api/v1/location/WA11UH'))['_meta']).toBeDefined()
    await made()
    await wait(1000)
    expect(readdirSync(packsOf(root))).toHaveLength(2)
    const again = await Promise.all([start(), start()])
    expect(again.map(({ packed }) => packed)).toEqual([true, true])
  })
})
