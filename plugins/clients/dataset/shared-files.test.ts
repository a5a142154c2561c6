import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { csvTable, folder, keys, pullFrom, schools, serving } from '../../../test/support/datasets.ts'
import { down, feed, feedPage, marchDay, notice, notices } from '../../../test/support/harvest.ts'
import { refreshDataset } from './refresh.ts'
import { openSharedFiles } from './shared-files.ts'

const dataset = schools()
const day = new Date('2026-03-05T09:00:00Z')

/** Nodes with a data folder each, and one that they share. */
const fleet = () => {
  const shared = folder()
  const node = async () => {
    const dir = folder()
    const files = await openSharedFiles(shared, { dir, env: {} })
    return {
      dir,
      files,
      pull: (rows: readonly string[], now = Date.now()) =>
        refreshDataset(dataset, {
          dir,
          day,
          now: () => now,
          download: serving({ '/schools.csv': csvTable(...rows) }),
          fetchPage: () => Promise.reject(new Error('no pages here')),
          shared: files,
        }),
      keys: () => keys(dataset, dir),
    }
  }
  return { shared, node }
}

describe('the folder that nodes share', () => {
  it('brings what one node has pulled to the others, once each', async () => {
    const { node } = fleet()
    const [one, other] = [await node(), await node()]
    expect(await other.files.fetch(dataset)).toBe(false)
    expect(other.files.has(dataset)).toBe(false)
    await one.pull(['1,Ash,,,', '2,Birch,,,'])
    await other.files.look([dataset])
    expect(other.files.has(dataset)).toBe(true)
    expect(await other.files.fetch(dataset)).toBe(true)
    expect(await other.keys()).toEqual(['1', '2'])
    expect(await other.files.fetch(dataset)).toBe(false)
    expect(await one.files.fetch(dataset)).toBe(false)
    await one.pull(['1,Ash,,,', '3,Cedar,,,'])
    expect(await other.files.fetch(dataset)).toBe(true)
    expect(await other.keys()).toEqual(['1', '3'])
    expect(statSync(join(other.dir, 'schools.sqlite')).mode & 0o777).toBe(0o600)
  })

  it('never puts a file in place that is not whole, or not what was published', async () => {
    const { shared, node } = fleet()
    const [one, other] = [await node(), await node()]
    await one.pull(['1,Ash,,,'])
    const file = join(
      shared,
      readdirSync(shared).find((name) => /\.[0-9a-f]{16}$/.test(name))!,
    )
    const whole = readFileSync(file)
    for (const damage of [() => writeFileSync(file, whole.subarray(0, 5_000)), () => appendFileSync(file, 'more')]) {
      damage()
      await expect(other.files.fetch(dataset)).rejects.toThrow(/has \d+ bytes with the hash .*, and was published as/)
      expect(readdirSync(other.dir)).toEqual([])
    }
    rmSync(file)
    await expect(other.files.fetch(dataset)).rejects.toThrow('ENOENT')
    writeFileSync(file, whole)
    expect(await other.files.fetch(dataset)).toBe(true)
  })

  it('leaves a file of another release, and newer data that this node could not publish', async () => {
    const { node } = fleet()
    const [one, other] = [await node(), await node()]
    await one.pull(['1,Ash,,,'], Date.parse('2026-03-05T10:00:00Z'))
    expect(await other.files.fetch(schools({ version: 2 }))).toBe(false)
    expect(other.files.has(schools({ version: 2 }))).toBe(false)
    await pullFrom(
      dataset,
      other.dir,
      { '/schools.csv': csvTable('9,Yew,,,') },
      { now: () => Date.parse('2026-03-06') },
    )
    expect(await other.files.fetch(dataset)).toBe(false)
    expect(await other.keys()).toEqual(['9'])
  })

  it('keeps the last two files, and older ones for an hour, while others may still copy them', async () => {
    const { shared, node } = fleet()
    const one = await node()
    const files = (): readonly string[] => readdirSync(shared).filter((name) => !name.endsWith('.json'))
    for (const rows of [['1,Ash,,,'], ['2,Birch,,,'], ['3,Cedar,,,']]) {
      await one.pull(rows)
      for (const name of files()) utimesSync(join(shared, name), 0, Date.now() / 1000 - 3_601)
    }
    expect(files()).toHaveLength(2)
    const { file } = JSON.parse(readFileSync(join(shared, 'schools.sqlite.json'), 'utf8')) as { readonly file: string }
    expect(files()).toContain(file)
    await one.pull(['4,Elder,,,'])
    await one.pull(['5,Fir,,,'])
    await one.pull(['6,Gorse,,,'])
    expect(files()).toHaveLength(3)
  })

  it('has what there is of a first pull that did not end, so that another node goes on with it', async () => {
    const { node } = fleet()
    const asked: string[] = []
    const harvested = notices()
    const pull = ({ dir, files }: Awaited<ReturnType<typeof node>>, pages: Parameters<typeof feed>[0]) =>
      refreshDataset(harvested, {
        dir,
        day: marchDay(5),
        download: () => Promise.reject(new Error('no files here')),
        fetchPage: feed(pages, asked),
        shared: files,
      })
    const [one, other] = [await node(), await node()]
    const first = feedPage([notice('a', 'Ash')], '/feed/2')
    await expect(pull(one, { '/feed': first, '/feed/2': down })).rejects.toThrow('took too long')
    expect(await other.files.fetch(harvested)).toBe(false)
    await pull(other, { '/feed/2': feedPage([notice('b', 'Birch')]) })
    expect(asked.filter((path) => path.startsWith('/feed '))).toHaveLength(1)
    expect(await keys(harvested, other.dir)).toEqual(['a', 'b'])
    expect(await one.files.fetch(harvested)).toBe(true)
    expect(await keys(harvested, one.dir)).toEqual(['a', 'b'])
  })

  it('is not made where it is missing: a drive that is not mounted would be written beside', async () => {
    const dir = folder()
    const missing = join(folder(), 'not-mounted')
    const shared = await openSharedFiles(missing, { dir, env: {} })
    const noCalls = vi.fn(() => Promise.reject(new Error('was asked')))
    const pull = refreshDataset(dataset, { dir, day, download: noCalls, fetchPage: noCalls, shared })
    await expect(pull).rejects.toThrow(`the shared folder ${missing} is not there`)
    expect(noCalls).not.toHaveBeenCalled()
    for (const work of [shared.look([dataset]), shared.fetch(dataset)])
      await expect(work).rejects.toThrow(`the shared folder ${missing} is not there`)
    expect(existsSync(missing)).toBe(false)
  })
})
