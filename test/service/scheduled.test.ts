/** Which services do scheduled work, and what they say of it. */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openScheduled, tokens } from '@domesday/core/tool'
import { only, runService, type StartOptions } from '@domesday/tool-testing'
import { domesday, type Typed } from '../support/commands.ts'
import { folderOf } from '../support/folder.ts'

/** No real source is asked. */
const live: StartOptions = { mode: 'live', gateway: 'http://127.0.0.1:1' }

const started = async (options: StartOptions) => {
  const service = await runService(options)
  onTestFinished(() => service.close())
  return service
}

const scheduledOf = async (options: StartOptions) => {
  const { container } = await started(options)
  const scheduled = await openScheduled(container, true)
  onTestFinished(async () => void (await scheduled?.close()))
  return { container, scheduled }
}

describe('scheduled work', () => {
  it('is of live services: each dataset as often as its source says', async () => {
    const { container, scheduled } = await scheduledOf({ ...live, configure: only('education') })
    const listed = await scheduled!.list()
    expect(listed.map(({ id, scope, last, next }) => [id, scope, last, next! <= Date.now()])).toEqual([
      ['datasets.gias', 'node', null, true],
      ['datasets.ofsted', 'node', null, true],
    ])
    expect(listed.map((job) => job.every_ms / 86_400_000)).toEqual([7, 14])
    const { packages } = container.get(tokens.configured)
    expect([packages.jobs?.id, packages.sharedJobs]).toEqual(['local', null])
  })

  it('is not of the sandbox, and not of a service that turns it off', async () => {
    expect((await scheduledOf({})).scheduled).toBeNull()
    const configure = (dir: string): void => appendFileSync(join(dir, 'service.yaml'), 'jobs: none\n')
    expect((await scheduledOf({ ...live, configure })).scheduled).toBeNull()
  })

  it('is refused with its place where its package is unknown', async () => {
    const configure = (dir: string): void => appendFileSync(join(dir, 'service.yaml'), 'jobs: locl\n')
    await expect(runService({ ...live, configure })).rejects.toThrow(
      /service\.yaml:\d+:7 {2}jobs 'locl': there is no such plugin; did you mean 'local'\?/,
    )
  })

  it('is told in readiness where data are twice as old as they may be', async () => {
    const dataDir = folderOf({})
    const env = {
      DOMESDAY_CONFIG_DIR: folderOf({}),
      DOMESDAY_DATA_DIR: dataDir,
      DOMESDAY_UPSTREAM_GATEWAY: 'http://127.0.0.1:1',
    }
    const sandbox = await started({ configure: only('education') })
    const gateway = sandbox.container.get(tokens.egress).gateway!
    only('education')(env.DOMESDAY_CONFIG_DIR)
    const pulling = { ...env, DOMESDAY_UPSTREAM_GATEWAY: gateway }
    const { code, err } = await domesday({ env: pulling }, 'datasets', 'pull', 'gias', '--live')
    expect(code, err).toBe(0)
    const configure = (dir: string): void => {
      only('education')(dir)
      mkdirSync(join(dir, 'sources'), { recursive: true })
      writeFileSync(join(dir, 'sources/gias.yaml'), 'refresh: 1ms\n')
    }
    const { send } = await started({ ...live, dataDir, configure })
    const { status, body } = await send('/readyz', { key: null })
    expect([status, body.status]).toEqual([200, 'ok'])
    expect(body.notes).toEqual([expect.stringMatching(/^the data of gias are .* old, more than twice the /)])
  })
})

describe('domesday jobs', () => {
  const configured = (more = ''): Typed => {
    const config = folderOf({})
    only('education')(config)
    appendFileSync(join(config, 'service.yaml'), more)
    return { env: { DOMESDAY_CONFIG_DIR: config, DOMESDAY_DATA_DIR: folderOf({}) } }
  }

  it('lists what there is before any was done, for people and programs', async () => {
    const typed = configured()
    const { code, out } = await domesday(typed, 'jobs', 'list', '--live')
    expect([code, out]).toEqual([0, expect.stringMatching(/^id .*\ndatasets\.gias +never .* now/)])
    const { out: json } = await domesday(typed, 'jobs', 'list', '--live', '--json')
    expect(JSON.parse(json)).toMatchObject([{ id: 'datasets.gias', last: null }, { id: 'datasets.ofsted' }])
  })

  it('says why there is none', async () => {
    expect(await domesday(configured(), 'jobs', 'list')).toMatchObject({
      code: 2,
      err: 'domesday: jobs list has nothing to show: the sandbox has no scheduled work. --live shows that of a live service',
    })
    expect(await domesday(configured('jobs: none\n'), 'jobs', 'list', '--live')).toMatchObject({
      code: 2,
      err: expect.stringContaining("'jobs: none' in service.yaml"),
    })
    expect(await domesday(configured(), 'jobs', 'run', 'datasets.nothing', '--live')).toMatchObject({
      code: 2,
      err: "domesday: jobs run cannot do it: there is no job 'datasets.nothing'",
    })
    const typed = configured()
    expect(await domesday(typed, 'jobs', 'run', 'datasets.gias', '--live')).toMatchObject({
      code: 2,
      err: `domesday: jobs run cannot do it: a live service does datasets.gias for its own data folder, and none runs on ${typed.env['DOMESDAY_DATA_DIR']}`,
    })
  })
})
