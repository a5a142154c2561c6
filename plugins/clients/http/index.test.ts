import { integer } from '@domesday/core'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { folder } from '../../../test/support/datasets.ts'
import { declare, respondJson, loopback, partsFor, settingsFor } from '../../../test/support/loopback.ts'
import { http } from './index.ts'

const settings = {
  cache: { entries: 10, bytes: '1MB' },
  shared: { bytes: '1kB' },
  bulk: { urgency: 6, look_ups: 30, one_in: 10 },
}
const about = declare()
const lookup = about.get('lookup', {
  path: (id: number) => ['/lookup', { id }],
  digest: integer(),
  read: ({ n }: { readonly n: number }) => n,
})
const twice = about.run('twice', async (id: number, { ask }) => (await ask(lookup, id)) + (await ask(lookup, id)), {
  digest: integer(),
})

const clock = about.run('clock', async (_: null, { now }) => now(), { digest: integer() })

const opened = (origin: string, day = () => new Date()) => {
  const parts = partsFor([about], settingsFor(origin), settings, { day })
  const client = http.open({ ...parts, ask: (operation, input) => client.ask(operation, input) })
  onTestFinished(() => client.close())
  return { client, events: parts.events }
}

it('answers calls, and runs over the questions of every client, and says how each ended', async () => {
  const { origin, seen } = await loopback((response) => respondJson(response, { n: 4 }))
  const { client, events } = opened(origin)
  await client.warm()
  expect(client.isReady('test-source')).toBe(true)
  expect((await client.ask(twice, 1)).value).toBe(8)
  expect(seen).toHaveLength(1)
  expect(events.map(({ operation, outcome }) => `${operation} ${outcome}`)).toEqual([
    'lookup ok',
    'lookup cache',
    'twice ok',
  ])
})

it('shows a run the clock of the sources’ world, and tells the age of its answer by that of the machine', async () => {
  const day = new Date('2020-02-29T09:00:00Z')
  const begun = Date.now()
  const { value, at } = await opened('http://127.0.0.1:9', () => day).client.ask(clock, null)
  expect(value).toBe(day.getTime())
  expect(at).toBeGreaterThanOrEqual(begun)
})

it('loads what it stands on with the first question', async () => {
  const { origin } = await loopback((response) => respondJson(response, { n: 4 }))
  expect((await opened(origin).client.ask(lookup, 1)).value).toBe(4)
  await opened(origin).client.close()
})

it('downloads for the other clients', async () => {
  const { origin } = await loopback((response) => response.end('a,b\n'))
  const to = join(folder(), 'file')
  writeFileSync(to, '')
  const job = { source: about, settings: settingsFor(origin), path: '/file.csv', to }
  expect(await opened(origin).client.download!(job)).toMatchObject({ changed: true, received: 4 })
  expect(readFileSync(to, 'utf8')).toBe('a,b\n')
})
