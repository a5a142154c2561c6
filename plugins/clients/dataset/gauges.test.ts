import { describe, expect, it } from 'vitest'
import { csvTable, folder, openedDataset, pullFrom, schools } from '../../../test/support/datasets.ts'
import { gaugesOf } from './gauges.ts'

const readingsOf = (gauges: ReturnType<typeof gaugesOf>) => gauges.map(({ read }) => read())

describe('the metrics of datasets', () => {
  it('tell the age of what is imported, and nothing of what is not', async () => {
    const dir = folder(),
      pulled = Date.parse('2026-06-01T00:00:00Z')
    const gauges = gaugesOf(
      openedDataset(schools(), dir, { now: () => performance.now() * 1_000 }).status,
      () => pulled + 90_000,
    )
    expect(readingsOf(gauges)).toEqual([[], [], [], []])
    await pullFrom(schools(), dir, { '/schools.csv': csvTable('1,Ash,51,0,') }, { now: () => pulled })
    const labels = { dataset: 'schools' }
    expect(readingsOf(gauges)).toEqual([90, 0, 0, 0].map((value) => [{ labels, value }]))
  })

  it('count the pages that a harvest skipped, and the members that it sends or no longer sends', () => {
    const page = { page: '/2', since: '2026-06-01T00:00:00Z', why: 'took too long' }
    const status = {
      id: 'feed',
      rows: 1,
      as_of: '2026-06-01T00:00:00Z',
      bytes: 1,
      ready: true,
      parts: [],
      missing_parts: [],
      skipped_pages: [page, page],
      unnamed_members: ['releases[].warning'],
      fallen_members: ['releases[].a', 'releases[].b', 'releases[].c'],
    }
    const labels = { dataset: 'feed' }
    expect(readingsOf(gaugesOf(() => [status])).slice(1)).toEqual([2, 1, 3].map((value) => [{ labels, value }]))
  })
})
