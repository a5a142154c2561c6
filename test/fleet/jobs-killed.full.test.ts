/** A node that pulls a dataset is killed: the other node pulls it. */
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { testDatabase } from '../support/postgres.ts'
import { startNode } from './process.ts'
import { fileIn, hashOf, isReady, scheduledWork } from './scheduled.ts'

const database = await testDatabase()
const { dir, configDir, gateway, downloads, goOn, shareBy, jobs } = await scheduledWork()

describe.skipIf(database === null)('two nodes with scheduled work', () => {
  it('have a dataset pulled by one, and by the other once that is killed', async () => {
    mkdirSync(join(dir, 'shared'))
    shareBy(join(dir, 'shared'))
    const env = { PATH: process.env['PATH']!, DATABASE_URL: await database!.schema() }
    const start = async (name: string) => {
      const node = await startNode({
        ...env,
        HOST: '127.0.0.1',
        PORT: '0',
        METRICS_PORT: '0',
        DOMESDAY_CONFIG_DIR: configDir,
        DOMESDAY_UPSTREAM_GATEWAY: gateway,
        DOMESDAY_DATA_DIR: join(dir, name),
      })
      onTestFinished(async () => void (await node.stop('SIGKILL')))
      return node
    }
    const job = async () => (await jobs(env)).get('datasets.gias')!
    const one = await start('one')
    await expect.poll(() => downloads.length).toBe(1)
    const other = await start('other')
    await expect.poll(async () => (await job())['running']?.node).toMatch(`:${one.pid}`)
    expect(await isReady(one.origin)).toBe(false)

    await one.stop('SIGKILL')
    // Its command ends with it: the half that came is put in no place.
    await expect.poll(() => downloads[0]!.destroyed).toBe(true)
    goOn()
    await expect.poll(async () => (await job())['last']?.node).toMatch(`:${other.pid}`)
    expect(await job()).toMatchObject({ failures: 0, running: null, last: { outcome: 'done' } })
    expect(existsSync(fileIn(join(dir, 'one')))).toBe(false)
    await expect.poll(() => isReady(other.origin)).toBe(true)

    const third = await start('third')
    await expect.poll(() => isReady(third.origin)).toBe(true)
    expect(hashOf(fileIn(join(dir, 'third')))).toBe(hashOf(fileIn(join(dir, 'other'))))
    expect(downloads).toHaveLength(2)
    for (const node of [other, third]) expect(await node.stop()).toBe(0)
  })
})
