/** A schedule of another release: it is migrated by the operator's command, and by no start. */
import { getRollbackPlans } from 'pg-boss'
import { afterEach, describe, expect, it } from 'vitest'
import type { Job, OpenJobs } from '@domesday/core/jobs'
import { partsAt } from '../../../test/conformance/jobs/parts.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { pgBoss } from './index.ts'
import { newest, placeIn } from './place.ts'

const database = await testDatabase()
const opened: OpenJobs[] = []
afterEach(() => Promise.all(opened.splice(0).map((one) => one.close())))

const log = { info: () => {}, warn: () => {} }

const newFleet = async () => {
  const address = await database!.schema()
  const env = { DATABASE_URL: address }
  const open = async (mayCreate: boolean, jobs: readonly Job[] = []) => {
    const one = await pgBoss.open({ ...partsAt({ dataDir: '/nowhere', env }, 'one', jobs), mayCreate })
    opened.push(one)
    return one
  }
  const { schema } = await placeIn(address)
  return {
    open,
    versionNow: async () => (await placeIn(address)).version,
    migrate: () => pgBoss.migrate!({ env, log }),
    query: (sql: string) => database!.query(address, sql.replaceAll('own.', `"${schema}".`)),
    undoLast: () => database!.query(address, getRollbackPlans(`"${schema}"`, newest)),
  }
}

describe.skipIf(database === null)('a schedule', () => {
  it('of an earlier release is refused, unchanged, until it is migrated with what it holds', async () => {
    const { open, versionNow, migrate, undoLast } = await newFleet()
    const job: Job = {
      id: 'first',
      title: 'First',
      scope: 'fleet',
      every: () => 3_600_000,
      run: async () => 'all of it',
    }
    const first = await open(true, [job])
    first.start()
    await expect.poll(async () => (await first.list())[0]!.last?.outcome).toBe('done')
    await opened.pop()!.close()
    await undoLast()
    const words = `has schema ${newest - 1}, this release needs ${newest}: run domesday migrate --live`
    for (const isNode of [true, false]) await expect(open(isNode)).rejects.toThrow(words)
    expect(await versionNow()).toBe(newest - 1)
    expect(await migrate()).toEqual({ from: newest - 1, to: newest })
    expect(await migrate()).toEqual({ from: newest, to: newest })
    expect((await (await open(true, [job])).list())[0]).toMatchObject({ id: 'first', last: { outcome: 'done' } })
  })

  it('that is not there is made by the first node, and by no command', async () => {
    const { open, versionNow, migrate } = await newFleet()
    expect(await migrate()).toBeNull()
    await open(false)
    expect(await versionNow()).toBeNull()
    await open(true)
    expect(await versionNow()).toBe(newest)
  })

  it('of a later release is used by nodes that are still at work, and by no command', async () => {
    const { open, versionNow, migrate, query } = await newFleet()
    await open(true)
    await query(`update own.version set version = ${newest + 1}`)
    await expect(open(false)).rejects.toThrow('use the command of the newer release')
    expect(await (await open(true)).list()).toEqual([])
    expect(await migrate()).toEqual({ from: newest + 1, to: newest + 1 })
    expect(await versionNow()).toBe(newest + 1)
  })
})
