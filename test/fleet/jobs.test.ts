/** Scheduled work of live nodes on one PostgreSQL: one pulls a dataset, the others have its file. */
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { getRollbackPlans } from 'pg-boss'
import { startService } from '@domesday/core/tool'
import { describe, expect, it, onTestFinished } from 'vitest'
import { placeIn } from '../../plugins/jobs/pg-boss/place.ts'
import { openBucket } from '../support/bucket.ts'
import { testDatabase } from '../support/postgres.ts'
import { fileIn, hashOf, isReady, scheduledWork } from './scheduled.ts'

const database = await testDatabase()
const { dir, configDir, gateway, downloads, goOn, shareBy, domesday, jobs } = await scheduledWork()
const command = join(dir, 'command')

describe.skipIf(database === null)('nodes with scheduled work', () => {
  let env: Readonly<Record<string, string>> = {}
  const anotherFleet = async (): Promise<void> => {
    env = { PATH: process.env['PATH']!, DATABASE_URL: await database!.schema() }
  }
  const start = async (name: string) => {
    const dataDir = join(dir, name)
    let logged = ''
    const service = await startService({
      mode: 'live',
      env,
      configDir,
      dataDir,
      gateway,
      host: '127.0.0.1',
      port: 0,
      metricsPort: 0,
      logTo: { write: (line) => void (logged += line) },
    })
    let ended: Promise<void> | undefined
    const stop = (): Promise<void> => (ended ??= service.close())
    onTestFinished(stop)
    await service.warm()
    return { stop, dataDir, origin: service.origin, file: fileIn(dataDir), logged: () => logged }
  }

  it('have a dataset pulled by one, and by none twice', async () => {
    mkdirSync(join(dir, 'shared'))
    shareBy(join(dir, 'shared'))
    await anotherFleet()
    const [one, other] = [await start('one'), await start('other')]
    await expect.poll(() => downloads.length).toBe(1)
    await expect
      .poll(async () => (await jobs(env)).get('datasets.gias')!['running'])
      .toMatchObject({ since: expect.any(Number) })
    for (const { origin } of [one, other]) expect(await isReady(origin)).toBe(false)
    goOn()
    await expect.poll(async () => (await jobs(env)).get('datasets.gias')!['last']).toMatchObject({ outcome: 'done' })
    // Each looks every minute for what another has pulled; an operator need not wait for that.
    for (const { dataDir } of [one, other])
      expect(await domesday(env, dataDir, 'jobs', 'run', 'datasets.fetch')).toMatchObject({ status: 0 })
    for (const { origin } of [one, other]) expect(await isReady(origin)).toBe(true)
    expect(hashOf(one.file)).toBe(hashOf(other.file))
    expect((await jobs(env)).get('datasets.gias')).toMatchObject({ failures: 0, running: null })
    expect((await jobs(env)).get('datasets.ofsted')).toMatchObject({ next: null, last: null })

    const third = await start('third')
    await expect.poll(() => isReady(third.origin)).toBe(true)
    expect(hashOf(third.file)).toBe(hashOf(other.file))
    expect(downloads).toHaveLength(1)

    const asked = await domesday(env, command, 'jobs', 'run', 'datasets.gias')
    expect(asked).toMatchObject({ status: 0, printed: expect.stringMatching(/^datasets\.gias: done on .*: \d+ rows/) })
    expect(downloads).toHaveLength(2)
  })

  it('do not start on a schedule of an earlier release, until it is migrated by command', async () => {
    const { schema, version } = await placeIn(env['DATABASE_URL']!)
    await database!.query(env['DATABASE_URL']!, getRollbackPlans(`"${schema}"`, version!))
    await expect(start('refused')).rejects.toThrow(/^the scheduled work .* run domesday migrate --live$/)
    expect((await domesday(env, command, 'jobs', 'list')).remarks).toContain('run domesday migrate --live')
    const migrated = await domesday(env, command, 'migrate', '--json')
    expect([migrated.status, JSON.parse(migrated.printed)]).toMatchObject([
      0,
      { copy: null, schedule: { from: version! - 1, to: version }, faults: [] },
    ])
    expect((await jobs(env)).get('datasets.gias')).toMatchObject({ last: { outcome: 'done' } })
    expect((await domesday(env, command, 'migrate')).printed).toContain(
      `the scheduled work has schema ${version} already`,
    )
  })

  it('share it over a bucket, do not start on one that is set up wrongly, and end while it is silent', async () => {
    const bucket = await openBucket()
    shareBy('s3://domesday-data/fleet')
    await expect(start('refused')).rejects.toThrow(
      /^shared_files s3:\/\/domesday-data\/fleet needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY and AWS_REGION$/,
    )
    env = { ...env, ...bucket.env }
    const fourth = await start('fourth')
    expect(await domesday(env, command, 'jobs', 'run', 'datasets.gias')).toMatchObject({ status: 0 })
    expect([...bucket.objects.keys()].toSorted()).toEqual([
      expect.stringMatching(/^fleet\/gias\.sqlite\.[0-9a-f]{16}$/),
      'fleet/gias.sqlite.json',
    ])
    await expect.poll(() => isReady(fourth.origin)).toBe(true)
    const before = downloads.length
    const fifth = await start('fifth')
    await expect.poll(() => isReady(fifth.origin)).toBe(true)
    expect(hashOf(fifth.file)).toBe(hashOf(fourth.file))
    expect(downloads).toHaveLength(before)

    bucket.be('silent', Infinity)
    const asked = bucket.calls.length
    const stopped = await start('stopped')
    // The start asks once, then the job that fetches.
    await expect.poll(() => bucket.calls.length).toBeGreaterThan(asked + 1)
    await stopped.stop()
  })

  it('that share no files do each all of it: a command says so, and shows and orders that of its own folder', async () => {
    shareBy()
    await anotherFleet()
    const apart = await start('apart')
    const own = 'datasets.gias, datasets.ofsted'
    expect(await domesday(env, command, 'jobs', 'list')).toEqual({
      status: 0,
      printed: '',
      remarks: `Each node does these by itself, and none runs on the data folder ${command}: ${own}. On its machine, with its DOMESDAY_DATA_DIR, jobs list shows them`,
    })
    expect(await domesday(env, command, 'jobs', 'run', 'datasets.gias')).toMatchObject({
      status: 2,
      remarks: expect.stringContaining(`for its own data folder, and none runs on ${command}`),
    })
    await expect.poll(() => existsSync(apart.file)).toBe(true)
    const listed = () => domesday(env, apart.dataDir, 'jobs', 'list')
    // The end of the job is noted after its file is in place.
    await expect.poll(async () => (await listed()).printed).toMatch(/^datasets\.gias .* done .*\ndatasets\.ofsted /m)
    expect((await listed()).remarks).toBe(
      `Each node does these by itself, shown is what the one on the data folder ${apart.dataDir} does: ${own}`,
    )
    const asked = await domesday(env, apart.dataDir, 'jobs', 'run', 'datasets.gias')
    expect(asked).toMatchObject({ status: 0, printed: expect.stringMatching(/^datasets\.gias: done on /) })
  })

  it('ask no source while the folder that they share is not mounted, and say so', async () => {
    const unmounted = join(dir, 'unmounted')
    shareBy(unmounted)
    await anotherFleet()
    const before = downloads.length
    const sixth = await start('sixth')
    expect(sixth.logged()).toContain(`the shared folder ${unmounted} is not there`)
    await expect
      .poll(async () => (await jobs(env)).get('datasets.gias')!['last'])
      .toMatchObject({ outcome: 'failed', detail: `gias: the shared folder ${unmounted} is not there` })
    expect(downloads).toHaveLength(before)
  })
})
