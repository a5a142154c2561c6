/** Scheduled work of two live nodes on one PostgreSQL, each a process: one pulls a dataset, the other has its file. */
import { createHash } from 'node:crypto'
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getRollbackPlans } from 'pg-boss'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectRoot } from '@domesday/core/tool'
import { placeIn } from '../../plugins/jobs/pg-boss/place.ts'
import { openBucket } from '../support/bucket.ts'
import { domesday as typed } from '../support/commands.ts'
import { testDatabase } from '../support/postgres.ts'

const database = await testDatabase()
const slowly = { timeout: 40_000, interval: 100 }
const table = readFileSync(join(projectRoot, 'plugins/sources/gias/samples/edubasealldata.csv'))

/** Of the one dataset that these services have, `gias`; the other of their endpoint is left alone. */
const settings = (shared?: string): Readonly<Record<string, string>> => ({
  'service.yaml': `endpoints: [${join(projectRoot, 'plugins/endpoints/education')}]
schedule: { look: 200ms, silence: 10s, retry: { after: 500ms } }
`,
  'clients/dataset.yaml': `by_command: [ofsted]\n${shared === undefined ? '' : `shared_files: ${shared}\n`}`,
})

describe.skipIf(database === null)('two nodes with scheduled work', () => {
  const dir = mkdtempSync(join(tmpdir(), 'domesday-jobs-'))
  const nodes: ChildProcess[] = []
  /** Downloads begun; while `stalled`, the half of the file comes and no more. */
  const downloads: ServerResponse[] = []
  let stalled = true
  const upstream = createServer((request, response) => {
    if (!request.url!.includes('edubasealldata')) return void response.writeHead(404).end()
    downloads.push(response)
    response.writeHead(200, { 'content-type': 'text/csv', 'content-length': table.length })
    if (stalled) response.write(table.subarray(0, table.length / 2))
    else response.end(table)
  })
  let environment: Readonly<Record<string, string>>

  const shareBy = (shared?: string): void => {
    mkdirSync(join(dir, 'config/clients'), { recursive: true })
    for (const [name, text] of Object.entries(settings(shared))) writeFileSync(join(dir, 'config', name), text)
  }

  beforeAll(async () => {
    mkdirSync(join(dir, 'shared'))
    shareBy(join(dir, 'shared'))
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
    environment = {
      PATH: process.env['PATH']!,
      HOST: '127.0.0.1',
      PORT: '0',
      METRICS_PORT: '0',
      DATABASE_URL: await database!.schema(),
      DOMESDAY_CONFIG_DIR: join(dir, 'config'),
      DOMESDAY_UPSTREAM_GATEWAY: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`,
    }
  })
  afterAll(async () => {
    for (const node of nodes) node.kill('SIGKILL')
    upstream.closeAllConnections()
    upstream.close()
    rmSync(dir, { recursive: true, force: true })
  })

  const spawned = (dataDir: string) => {
    const child = spawn(process.execPath, [join(projectRoot, 'core/start.js'), '--live'], {
      env: { ...environment, DOMESDAY_DATA_DIR: dataDir },
    })
    nodes.push(child)
    let printed = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (printed += String(chunk)))
    return { child, printed: () => printed }
  }
  const start = async (name: string) => {
    const dataDir = join(dir, name)
    const { child, printed } = spawned(dataDir)
    await expect.poll(printed, slowly).toContain('scheduled work begins')
    const [, origin] = /address +(http:\S+)/.exec(printed())!
    return { child, dataDir, printed, origin, file: join(dataDir, 'datasets/gias.sqlite') }
  }
  const domesday = (...words: readonly string[]) => domesdayAt(join(dir, 'command'), ...words)
  const domesdayAt = (dataDir: string, ...words: readonly string[]) =>
    typed({ env: { ...environment, DOMESDAY_DATA_DIR: dataDir } }, ...words)
  const jobs = async () => {
    const { code, out, err } = await domesday('jobs', 'list', '--json', '--live')
    expect(code, err).toBe(0)
    const all = JSON.parse(out) as readonly { readonly id: string; readonly [key: string]: any }[]
    return new Map(all.map((job) => [job.id, job]))
  }
  const isReady = async (origin: string): Promise<boolean> => {
    const { data } = (await (await fetch(`${origin}/catalogue`)).json()) as {
      readonly data: { readonly sources: readonly { readonly id: string; readonly ready: boolean }[] }
    }
    return data.sources.find(({ id }) => id === 'gias')!.ready
  }
  const hashOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex')

  it('have a dataset pulled by one, by the other once that is killed, and by none twice', async () => {
    const one = await start('one')
    await expect.poll(() => downloads.length, slowly).toBe(1)
    const other = await start('other')
    const [first, second] = [one, other].map(({ child }) => String(child.pid)) as [string, string]
    await expect.poll(async () => (await jobs()).get('datasets.gias')!['running']?.node, slowly).toMatch(`:${first}`)
    expect(await isReady(one.origin!)).toBe(false)

    stalled = false
    one.child.kill('SIGKILL')
    // Its command ends with it: the half that came is put in no place.
    await expect.poll(() => downloads[0]!.destroyed, slowly).toBe(true)
    await expect.poll(async () => (await jobs()).get('datasets.gias')!['last']?.node, slowly).toMatch(`:${second}`)
    expect((await jobs()).get('datasets.gias')).toMatchObject({ failures: 0, running: null, last: { outcome: 'done' } })
    expect((await jobs()).get('datasets.ofsted')).toMatchObject({ next: null, last: null })
    expect(existsSync(one.file)).toBe(false)
    await expect.poll(() => isReady(other.origin!), slowly).toBe(true)
    expect(downloads).toHaveLength(2)

    const third = await start('third')
    await expect.poll(() => isReady(third.origin!), slowly).toBe(true)
    expect(hashOf(third.file)).toBe(hashOf(other.file))
    expect(downloads).toHaveLength(2)

    const asked = await domesday('jobs', 'run', 'datasets.gias', '--live')
    expect(asked).toMatchObject({ code: 0, out: expect.stringMatching(/^datasets\.gias: done on .*: 131 rows$/) })
    expect(downloads).toHaveLength(3)
    for (const { child } of [other, third]) {
      const ended = new Promise((resolve) => child.on('exit', resolve))
      child.kill('SIGTERM')
      expect(await ended).toBe(0)
    }
  }, 90_000)

  it('share it over a bucket, and do not start on one that is set up wrongly', async () => {
    const bucket = await openBucket(),
      { env, objects } = bucket
    shareBy('s3://domesday-data/fleet')
    const refused = spawned(join(dir, 'refused'))
    await expect.poll(() => refused.child.exitCode, slowly).toBe(1)
    expect(refused.printed()).toContain(
      'shared_files s3://domesday-data/fleet needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY and AWS_REGION\n',
    )
    expect(refused.printed()).not.toContain('unexpected')

    environment = { ...environment, ...env }
    const fourth = await start('fourth')
    expect(await domesday('jobs', 'run', 'datasets.gias', '--live')).toMatchObject({ code: 0 })
    expect([...objects.keys()].toSorted()).toEqual([
      expect.stringMatching(/^fleet\/gias\.sqlite\.[0-9a-f]{16}$/),
      'fleet/gias.sqlite.json',
    ])
    await expect.poll(() => isReady(fourth.origin!), slowly).toBe(true)
    const before = downloads.length
    const fifth = await start('fifth')
    await expect.poll(() => isReady(fifth.origin!), slowly).toBe(true)
    expect(hashOf(fifth.file)).toBe(hashOf(fourth.file))
    expect(downloads).toHaveLength(before)

    bucket.be('silent', Infinity)
    const asked = bucket.calls.length
    const stopped = await start('stopped')
    // The start asks once, then the job that fetches.
    await expect.poll(() => bucket.calls.length, slowly).toBeGreaterThan(asked + 1)
    const ended = new Promise((resolve) => stopped.child.on('exit', resolve))
    const told = performance.now()
    stopped.child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(performance.now() - told).toBeLessThan(10_000)
  }, 90_000)

  it('do not start on a schedule of an earlier release, until it is migrated by command', async () => {
    const { schema, version } = await placeIn(environment['DATABASE_URL']!)
    await database!.query(environment['DATABASE_URL']!, getRollbackPlans(`"${schema}"`, version!))
    const refused = await new Promise<string>((resolve) =>
      execFile(
        process.execPath,
        [join(projectRoot, 'core/start.js'), '--live'],
        { env: { ...environment, DOMESDAY_DATA_DIR: join(dir, 'refused') } },
        (fault, out, err) => resolve(`${fault?.code} ${err}${out}`),
      ),
    )
    expect(refused).toMatch(/^1 Domesday does not start:\n  the scheduled work .* run domesday migrate --live\n/m)
    // It has answered nobody before.
    expect(refused).not.toContain('Domesday, live')
    expect((await domesday('jobs', 'list', '--live')).err).toContain('run domesday migrate --live')
    const migrated = await domesday('migrate', '--live', '--json')
    expect([migrated.code, JSON.parse(migrated.out)]).toMatchObject([
      0,
      { copy: null, schedule: { from: version! - 1, to: version }, faults: [] },
    ])
    expect((await jobs()).get('datasets.gias')).toMatchObject({ last: { outcome: 'done' } })
    expect((await domesday('migrate', '--live')).out).toContain(`the scheduled work has schema ${version} already`)
  }, 60_000)

  it('that share no files do each all of it: a command says so, and shows and orders that of its own folder', async () => {
    shareBy()
    environment = { ...environment, DATABASE_URL: await database!.schema() }
    const apart = await start('apart')
    const own = 'datasets.gias, datasets.ofsted'
    const elsewhere = join(dir, 'command')
    expect(await domesday('jobs', 'list', '--live')).toEqual({
      code: 0,
      out: '',
      err: `Each node does these by itself, and none runs on the data folder ${elsewhere}: ${own}. On its machine, with its DOMESDAY_DATA_DIR, jobs list shows them`,
    })
    expect(await domesday('jobs', 'run', 'datasets.gias', '--live')).toMatchObject({
      code: 2,
      err: expect.stringContaining(`for its own data folder, and none runs on ${elsewhere}`),
    })
    await expect.poll(() => existsSync(apart.file), slowly).toBe(true)
    const listed = () => domesdayAt(apart.dataDir, 'jobs', 'list', '--live')
    // The end of the job is noted after its file is in place.
    await expect
      .poll(async () => (await listed()).out, slowly)
      .toMatch(/^datasets\.gias .* done .*\ndatasets\.ofsted /m)
    expect((await listed()).err).toBe(
      `Each node does these by itself, shown is what the one on the data folder ${apart.dataDir} does: ${own}`,
    )
    const asked = await domesdayAt(apart.dataDir, 'jobs', 'run', 'datasets.gias', '--live')
    expect(asked).toMatchObject({ code: 0, out: expect.stringMatching(/^datasets\.gias: done on /) })
  }, 60_000)

  it('ask no source while the folder that they share is not mounted, and say so', async () => {
    const unmounted = join(dir, 'unmounted')
    shareBy(unmounted)
    environment = { ...environment, DATABASE_URL: await database!.schema() }
    const before = downloads.length
    const sixth = await start('sixth')
    expect(sixth.printed()).toContain(`the shared folder ${unmounted} is not there`)
    await expect
      .poll(async () => (await jobs()).get('datasets.gias')!['last'], slowly)
      .toMatchObject({ outcome: 'failed', detail: `gias: the shared folder ${unmounted} is not there` })
    expect(downloads).toHaveLength(before)
  }, 60_000)
})
