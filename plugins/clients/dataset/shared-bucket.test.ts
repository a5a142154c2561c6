import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openBucket } from '../../../test/support/bucket.ts'
import { csvTable, folder, keys, schools, serving } from '../../../test/support/datasets.ts'
import { refreshDataset } from './refresh.ts'
import { openSharedFiles } from './shared-files.ts'

const dataset = schools()
const at = 's3://domesday-data/fleet/one'

/** A bucket, and nodes with a data folder each that share it. */
const fleet = async (patience?: number) => {
  const bucket = await openBucket()
  const node = async () => {
    const dir = folder()
    const files = await openSharedFiles(at, { dir, env: bucket.env, ...(patience !== undefined && { patience }) })
    return {
      dir,
      files,
      pull: (...rows: readonly string[]) =>
        refreshDataset(dataset, {
          dir,
          day: new Date('2026-03-05T09:00:00Z'),
          download: serving({ '/schools.csv': csvTable(...rows) }),
          fetchPage: () => Promise.reject(new Error('no pages here')),
          shared: files,
        }),
      keys: () => keys(dataset, dir),
    }
  }
  return { bucket, one: await node(), other: await node() }
}
const data = /GET .*\.sqlite\.[0-9a-f]{16}$/
const names = (objects: ReadonlyMap<string, unknown>): readonly string[] => [...objects.keys()].toSorted()

describe('the bucket that nodes share', () => {
  it('brings what one node has pulled to the others, once each, below its prefix', async () => {
    const { bucket, one, other } = await fleet()
    expect(await other.files.fetch(dataset)).toBe(false)
    await one.pull('1,Ash,,,', '2,Birch,,,')
    expect(names(bucket.objects)).toEqual([
      expect.stringMatching(/^fleet\/one\/schools\.sqlite\.[0-9a-f]{16}$/),
      'fleet/one/schools.sqlite.json',
    ])
    await other.files.look([dataset])
    expect(other.files.has(dataset)).toBe(true)
    expect(await other.files.fetch(dataset)).toBe(true)
    expect(await other.keys()).toEqual(['1', '2'])
    expect(await other.files.fetch(dataset)).toBe(false)
    expect(bucket.calls.filter((call) => data.test(call))).toHaveLength(1)
    expect(statSync(join(other.dir, 'schools.sqlite')).mode & 0o777).toBe(0o600)
  })

  it.each(['busy', 'cut'] as const)('that is %s now and then is asked again', async (state) => {
    const { bucket, one, other } = await fleet()
    bucket.be(state, 2, /PUT .*\.sqlite\.[0-9a-f]{16}$/)
    await one.pull('1,Ash,,,')
    bucket.be(state, 2, data)
    expect(await other.files.fetch(dataset)).toBe(true)
    expect(await other.keys()).toEqual(['1'])
  })

  it('that stays so leaves what is there, and never half a file', async () => {
    const { bucket, one, other } = await fleet()
    await one.pull('1,Ash,,,')
    const before = names(bucket.objects)
    for (const [state, told] of [
      ['cut', /GET schools\.sqlite\.[0-9a-f]{16} failed: /],
      ['busy', /answered 503 SlowDown: Please reduce your request rate\.$/],
    ] as const) {
      bucket.be(state, Infinity, data)
      await expect(other.files.fetch(dataset)).rejects.toThrow(told)
      expect(readdirSync(other.dir)).toEqual([])
    }
    bucket.be('cut', Infinity, /PUT .*\.sqlite\.[0-9a-f]{16}$/)
    await expect(one.pull('2,Birch,,,')).rejects.toThrow(/PUT schools\.sqlite\.[0-9a-f]{16} failed: /)
    expect(names(bucket.objects)).toEqual(before)
    // It was pulled all the same, and is published with the next pull.
    expect(await one.keys()).toEqual(['2'])
    bucket.be('open', 0)
    await one.pull('2,Birch,,,')
    expect(await other.files.fetch(dataset)).toBe(true)
    expect(await other.keys()).toEqual(['2'])
  })

  it('that takes no files costs the publisher of the data no call', async () => {
    const { bucket, one } = await fleet()
    bucket.be('refusing', Infinity, /PUT/)
    await expect(one.pull('1,Ash,,,')).rejects.toThrow(/PUT schools\.sqlite\.check answered 403 AccessDenied/)
    expect(existsSync(join(one.dir, 'schools.sqlite'))).toBe(false)
  })

  it('never puts a file in place that is not what was published', async () => {
    const { bucket, one, other } = await fleet()
    await one.pull('1,Ash,,,')
    const file = [...bucket.objects].find(([key]) => !key.endsWith('.json'))![1]
    file.bytes = file.bytes.subarray(0, 5_000)
    await expect(other.files.fetch(dataset)).rejects.toThrow(/has 5000 bytes with the hash .*, and was published as/)
    expect(readdirSync(other.dir)).toEqual([])
  })

  it('keeps the last two files, and older ones for an hour', async () => {
    const { bucket, one } = await fleet()
    for (const key of [1, 2, 3, 4]) {
      await one.pull(`${key},Ash,,,`)
      if (key === 1) for (const object of bucket.objects.values()) object.modified -= 3_601_000
    }
    const note = JSON.parse(String(bucket.objects.get('fleet/one/schools.sqlite.json')!.bytes)) as { file: string }
    const files = names(bucket.objects).filter((name) => !name.endsWith('.json'))
    expect(files).toHaveLength(3)
    expect(files).toContain(`fleet/one/${note.file}`)
  })
})

describe('a bucket that accepts and does not answer', () => {
  it('holds up neither a start nor the stop of a node that fetches', async () => {
    const { bucket, one, other } = await fleet(2_000)
    await one.pull('1,Ash,,,')
    const control = new AbortController()
    bucket.be('silent', Infinity, /\.json$/)
    const calls = bucket.calls.length
    const fetched = other.files.fetch(dataset, control.signal)
    await expect.poll(() => bucket.calls.length).toBe(calls + 1)
    control.abort()
    await expect(fetched).rejects.toThrow(/GET schools\.sqlite\.json failed: .*abort/)
    expect(bucket.calls).toHaveLength(calls + 1)
    await expect(other.files.look([dataset])).rejects.toThrow(/GET schools\.sqlite\.json failed: .*timeout/)
    bucket.be('open', 0)
    expect(await other.files.fetch(dataset)).toBe(true)
  })
})

describe('a bucket that is set up wrongly', () => {
  const opened = async (
    env: Readonly<Record<string, string | undefined>>,
    address = at,
    patience?: number,
  ): Promise<void> => {
    const files = await openSharedFiles(address, { dir: folder(), env, ...(patience !== undefined && { patience }) })
    await files.look([dataset])
  }

  it.each([
    [`shared_files ${at} needs AWS_ACCESS_KEY_ID`, { AWS_ACCESS_KEY_ID: '' }],
    [`shared_files ${at} needs AWS_SECRET_ACCESS_KEY`, { AWS_SECRET_ACCESS_KEY: undefined }],
    [`shared_files ${at} needs AWS_REGION`, { AWS_REGION: undefined, AWS_ENDPOINT_URL_S3: undefined }],
    ['must be an address such as https://s3.example.com', { AWS_ENDPOINT_URL_S3: 'minio:9000' }],
    ['of the bucket answered 403 SignatureDoesNotMatch: It was not signed', { AWS_SECRET_ACCESS_KEY: 'another' }],
    ['check the bucket, AWS_REGION, AWS_ENDPOINT_URL_S3 and the credentials', { AWS_REGION: 'eu-west-1' }],
  ])('is refused: %s', async (told, changed) => {
    const { env } = await openBucket()
    const refused = opened({ ...env, ...changed })
    await expect(refused).rejects.toThrow(RangeError)
    await expect(refused).rejects.toThrow(told)
    await expect(refused).rejects.not.toThrow(/another|test-secret/)
  })

  it('is refused where there is no such bucket', async () => {
    const { env } = await openBucket()
    await expect(opened(env, 's3://elsewhere')).rejects.toThrow(/answered 404 NoSuchBucket/)
  })

  it.each([
    ['busy', /answered 503/, 60_000],
    ['silent', /of the bucket failed: .*timeout/, 100],
  ] as const)('is not meant where it is %s: that may pass, and is not waited for', async (state, told, patience) => {
    const { env, be } = await openBucket()
    be(state, Infinity)
    const refused = opened(env, at, patience)
    await expect(refused).rejects.toThrow(told)
    await expect(refused).rejects.not.toThrow(RangeError)
  })
})
