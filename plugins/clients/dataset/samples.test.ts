import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sent, wire, type Dataset, type DatasetFile } from '@domesday/core'
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

  it('are imported again when a module has changed that their package imports, wherever it stands', async () => {
    const dir = folder()
    const source = packaged('one', csvTable('1,Ash,,,'))
    const beside = join(folder(), 'beside.ts')
    writeFileSync(join(source.home, 'index.ts'), `import { tidy } from '${relative(source.home, beside)}'\n`)
    writeFileSync(beside, 'export const tidy = (name: string) => name.trim()\n')
    await boot(dir, [source])
    expect((await boot(dir, [source])).imported).toEqual([])
    writeFileSync(beside, 'export const tidy = (name: string) => name.toLowerCase()\n')
    expect((await boot(dir, [source])).imported).toEqual(['one'])
  })

  it('are imported again when their declaration has changed, in whatever module it stands', async () => {
    const dir = folder()
    const source = packaged('one', csvTable('1,Ash,,,'))
    await boot(dir, [source])
    const other = schools({ ...(source as object), key: ({ name }) => name })
    expect((await boot(dir, [other])).imported).toEqual(['one'])
    expect(await keys(other, dir)).toEqual(['Ash'])
  })

  it('that cannot be imported leave nothing of an earlier import, and are told at each start', async () => {
    const dir = folder()
    const source = packaged('one', csvTable('1,Ash,,,'))
    await boot(dir, [source])
    const [file] = source.pull as readonly DatasetFile[]
    const demanding = schools({
      ...(source as object),
      pull: [{ ...file!, wire: wire({ grade: sent.must(sent.text) }) }],
    })
    const failed = [{ id: 'one', why: 'none of its rows can be read: there is no grade', field: 'grade' }]
    expect(await boot(dir, [demanding])).toEqual({ imported: [], failed })
    await expect(keys(demanding, dir)).rejects.toMatchObject({ reason: 'not_imported' })
    expect(await boot(dir, [demanding])).toEqual({ imported: [], failed })
    expect(await boot(dir, [source])).toEqual({ imported: ['one'], failed: [] })
  })

  it('that cannot be imported in part have nothing of an earlier import there, and are told at each start', async () => {
    const dir = folder()
    const source = packaged('one', csvTable('1,Ash,,,'))
    writeFileSync(join(source.home, 'samples', 'more.csv'), csvTable('2,Birch,,,'))
    const [file] = source.pull as readonly DatasetFile[]
    const more = { ...file!, part: 'more', addresses: () => ['/samples/more.csv'] }
    const both = schools({ ...(source as object), pull: [file!, more] })
    await boot(dir, [both])
    expect(await keys(both, dir)).toEqual(['1', '2'])
    writeFileSync(join(source.home, 'samples', 'more.csv'), '')
    const told = { imported: ['one'], failed: [{ id: 'one', why: 'more: answered 404' }] }
    expect(await boot(dir, [both])).toEqual(told)
    expect(await keys(both, dir)).toEqual(['1'])
    expect(await boot(dir, [both])).toEqual(told)
  })

  it('are imported without the rows that cannot be read, which are told at each start', async () => {
    const dir = folder()
    const source = packaged('one', csvTable('1,Ash,,,', '2,broken,,,', '3,broken,,,'))
    const told = { imported: ['one'], failed: [{ id: 'one', why: 'row 2 and 1 more cannot be read: cannot be read' }] }
    expect(await boot(dir, [source])).toEqual(told)
    expect(await keys(source, dir)).toEqual(['1'])
    expect(await boot(dir, [source])).toEqual(told)
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
