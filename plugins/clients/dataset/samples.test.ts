import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Dataset } from '@domesday/core'
import { UpstreamFault } from '@domesday/core/client'
import { csvFile, folder, keys, schools, csvTable } from '../../../test/support/datasets.ts'
import { importSamples } from './samples.ts'

/** A source's package with a sample, and a gateway that serves the samples of such packages. */
const packaged = (id: string, sample: string): Dataset => {
  const home = folder()
  mkdirSync(join(home, 'samples'))
  writeFileSync(join(home, 'samples', 'schools.csv'), sample)
  return schools({ id, home, pull: [csvFile({ addresses: () => ['/samples/schools.csv'] })] }) as Dataset
}

const boot = (dir: string, sources: readonly Dataset[], day = new Date('2026-03-05T09:00:00Z')) =>
  importSamples({
    sources: new Map(sources.map((source) => [source.id, source])),
    dir,
    day,
    fetcherOf: (dataset) => ({
      download: async (path, to) => {
        const body = readFileSync(join(dataset.home, path as string), 'utf8')
        if (body === '') throw new UpstreamFault(dataset.id, 'upstream_failed', 'answered 404')
        writeFileSync(to, body)
      },
      fetchPage: () => Promise.reject(new Error('no pages here')),
    }),
  })

describe('samples', () => {
  it('are imported once, and again when they have changed, however few are left', async () => {
    const dir = folder()
    const source = packaged('one', csvTable('1,Ash,,,', '2,Birch,,,', '3,Cedar,,,'))
    expect(await boot(dir, [source])).toEqual({ imported: ['one'], failed: [] })
    expect(await boot(dir, [source])).toEqual({ imported: [], failed: [] })
    expect(await boot(dir, [source], new Date('2026-03-05T17:00:00Z'))).toEqual({ imported: [], failed: [] })
    writeFileSync(join(source.home, 'samples', 'schools.csv'), csvTable('9,Yew,,,'))
    expect(await boot(dir, [source])).toEqual({ imported: ['one'], failed: [] })
    expect(await keys(source, dir)).toEqual(['9'])
  })

  it('are imported again when their package, or the day of the sample world, has changed', async () => {
    const dir = folder()
    const source = packaged('one', csvTable('1,Ash,,,'))
    await boot(dir, [source])
    writeFileSync(join(source.home, 'index.ts'), 'export const other = 1')
    expect((await boot(dir, [source])).imported).toEqual(['one'])
    expect((await boot(dir, [source], new Date('2026-03-06T09:00:00Z'))).imported).toEqual(['one'])
  })

  it('at fault are told of, and keep no other away', async () => {
    const dir = folder()
    const [broken, sound] = [packaged('broken', ''), packaged('sound', csvTable('1,Ash,,,'))]
    expect(await boot(dir, [broken, sound])).toEqual({
      imported: ['sound'],
      failed: [{ id: 'broken', why: 'answered 404' }],
    })
  })
})
