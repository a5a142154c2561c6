import { integer } from '@domesday/core'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { UpstreamFault } from '@domesday/core/client'
import { csvFile, folder, schools, csvTable } from '../../../test/support/datasets.ts'
import { declare, partsFor, settingsFor } from '../../../test/support/loopback.ts'
import { upstreamFaultOf } from '../../../test/support/faults.ts'
import { datasets } from './index.ts'

/** A dataset with a package that holds its sample. */
const packaged = (id: string, other: { readonly optional?: true } = {}) => {
  const home = folder()
  mkdirSync(join(home, 'samples'))
  return schools({ id, home, pull: [csvFile()], ...other })
}

const opened = (...sources: Parameters<typeof partsFor>[0]) => {
  const parts = partsFor(
    sources,
    settingsFor('http://127.0.0.1:1'),
    { by_command: [] },
    { dataDir: join(folder(), 'datasets') },
  )
  const asked: string[] = []
  const client = datasets.open({
    ...parts,
    download: async ({ source, path, to }) => {
      asked.push(source.id)
      if (source.id === 'broken')
        throw new UpstreamFault(source.id, 'upstream_failed', `${path as string} answered 404`)
      writeFileSync(to as string, csvTable('1,Ash,,,', '2,Birch,,,'))
      return { changed: true, received: 1, etag: null, modified: null, headers: {} }
    },
  })
  onTestFinished(() => client.close())
  return { client, asked, events: parts.events }
}

describe('the client of datasets', () => {
  it('answers from what was imported, and says how each question ended', async () => {
    const source = packaged('trees')
    const count = source.ask('count', (rows) => [...rows.all()].length, { digest: integer() })
    const { client, events } = opened(source)
    expect(client.isReady('trees')).toBe(false)
    expect(await upstreamFaultOf(client.ask(count, undefined))).toMatchObject({
      source: 'trees',
      reason: 'not_imported',
    })
    expect(await client.loadSamples!()).toEqual([])
    await client.warm()
    await expect.poll(() => client.isReady('trees')).toBe(true)
    expect((await client.ask(count, undefined)).value).toBe(2)
    expect(events.map(({ source: id, outcome }) => `${id} ${outcome}`)).toEqual(['trees not_imported', 'trees ok'])
  })

  it('imports the samples of all that is not optional, and says which could not be', async () => {
    const live = declare({ id: 'live' })
    live.store({ pull: [csvFile()], row: () => null, key: () => '' })
    const { client, asked } = opened(packaged('broken'), packaged('sound'), packaged('extra', { optional: true }), live)
    expect(await client.loadSamples!()).toEqual([{ id: 'broken', why: '/schools.csv answered 404' }])
    expect(asked).toEqual(['broken', 'sound'])
    expect(['broken', 'sound', 'extra'].map((id) => client.isReady(id))).toEqual([false, true, false])
  })

  it('takes a live source for ready without its store', () => {
    const live = declare({ id: 'live' })
    live.store({ pull: [csvFile()], row: () => null, key: () => '' })
    expect(opened(live).client.isReady('live')).toBe(true)
  })
})
