/** A database that goes away for a while: what runs goes on, is noted once it is back, and is done once. */
import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { partsAt, timing } from '../../../test/conformance/jobs/parts.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { tcpProxy } from '../../../test/support/tcp-proxy.ts'
import type { Job, OpenJobs } from '@domesday/core/jobs'
import { pgBoss } from './index.ts'

const database = await testDatabase()

describe.skipIf(database === null)('while its database is away', () => {
  const opened: OpenJobs[] = []
  afterEach(() => Promise.all(opened.splice(0).map((one) => one.close())))

  it('a node goes on with its job, and notes the end once it is back; no other does it again', async () => {
    const address = new URL(await database!.schema())
    const proxy = await tcpProxy({ host: address.hostname, port: Number(address.port || 5432) })
    const behind = new URL(address)
    behind.host = `127.0.0.1:${proxy.port}`
    const runs: string[] = []
    let end = (): void => {}
    const said: string[] = []
    const node = async (name: string, url: URL): Promise<OpenJobs> => {
      const job: Job = {
        id: 'long',
        title: 'Long',
        scope: 'fleet',
        every: () => 3_600_000,
        run: async () => {
          runs.push(name)
          await new Promise<void>((resolve) => (end = resolve))
          return 'whole'
        },
      }
      const note = (_: object, message: string): void => void said.push(message)
      const one = await pgBoss.open({
        ...partsAt({ dataDir: '/nowhere', env: { DATABASE_URL: url.href } }, name, [job]),
        log: { info: note, warn: note },
        // However long it is away here, nobody takes the node for dead.
        timing: () => ({ ...timing, silence: 3_600_000 }),
      })
      opened.push(one)
      one.start()
      return one
    }
    await node('cut', behind)
    await expect.poll(() => runs).toEqual(['cut'])
    const other = await node('other', address)
    proxy.cut()
    await expect.poll(() => said).toContain('cannot read the job schedule; retrying')
    end()
    // Away for many looks.
    await new Promise((resolve) => setTimeout(resolve, 25 * timing.look))
    expect((await other.list())[0]).toMatchObject({ last: null, running: { node: 'cut' } })
    proxy.restore()
    await expect.poll(async () => (await other.list())[0]!.last).toMatchObject({ outcome: 'done', node: 'cut' })
    await expect.poll(() => said).toContain('scheduled work goes on')
    expect(runs).toEqual(['cut'])
    await Promise.all(opened.splice(0).map((one) => one.close()))
    await proxy.close()
  })
})

it.skipIf(database === null)('says which schema a user without rights has to be given, and uses it then', async () => {
  const address = new URL(await database!.schema()),
    role = `domesday_test_${randomUUID().replaceAll('-', '')}`
  const schema = address.search.match(/search_path%3D(\w+)/)![1]!
  await database!.query(address.href, `create role ${role} login; grant usage on schema "${schema}" to ${role}`)
  const limited = new URL(address)
  limited.username = role
  const open = (mayCreate = true) =>
    pgBoss.open({ ...partsAt({ dataDir: '/nowhere', env: { DATABASE_URL: limited.href } }, 'one', []), mayCreate })
  try {
    await expect(open()).rejects.toThrow(`scheduled work needs the schema ${schema}_jobs in the database`)
    await database!.query(address.href, `create schema "${schema}_jobs" authorization ${role}`)
    const opened = await open()
    expect(await opened.list()).toEqual([])
    await opened.close()
    await database!.query(address.href, `alter schema "${schema}_jobs" owner to current_user`)
    for (const mayCreate of [true, false])
      await expect(open(mayCreate)).rejects.toThrow(
        `scheduled work needs the schema ${schema}_jobs in the database of DATABASE_URL, owned with its tables by the user of this service`,
      )
  } finally {
    await database!.query(address.href, `drop schema if exists "${schema}_jobs" cascade`)
    await database!.query(address.href, `drop owned by ${role}; drop role ${role}`)
  }
})
