/** A feed that has lost what its rows are read by is refused. */
import { describe, expect, it } from 'vitest'
import { publicContractsScotland } from '@domesday/source-public-contracts-scotland'
import type { Dataset } from '../../core/contract/dataset.ts'
import type { FetchPage } from '../../plugins/clients/dataset/pull-options.ts'
import { folder, keys } from '../support/datasets.ts'
import { harvestFrom } from '../support/harvest.ts'

const fortyNotices = (suppliers: string) =>
  Array.from({ length: 40 }, (_, i) => ({
    ocid: `ocds-r6ebe6-${i}`,
    date: '2026-02-20T00:00:00Z',
    tag: i % 2 ? ['tender'] : ['award'],
    parties: [{ id: 'org-1', name: 'A', roles: ['buyer'] }],
    tender: { id: String(i), title: `Road ${i}`, status: i % 2 ? 'active' : 'complete' },
    ...(i % 2 === 0 && { awards: [{ id: '1', [suppliers]: [{ id: 'org-2', name: 'B' }] }] }),
  }))
const feedOf =
  (releases: readonly object[]): FetchPage =>
  async () => ({ body: JSON.stringify({ releases }), headers: {} })

describe('a portal that gives a member a new name', () => {
  it('is refused, and what was harvested before stays', async () => {
    const dir = folder()
    const harvest = (releases: readonly object[]) =>
      harvestFrom(dir, feedOf(releases), {}, publicContractsScotland as Dataset)
    expect(await harvest(fortyNotices('suppliers').slice(0, 3))).toMatchObject({ rows: 3 })
    await expect(harvest(fortyNotices('winners'))).rejects.toThrow(
      'there is releases[].awards[].winners in it in place of releases[].awards[].suppliers',
    )
    expect(await keys(publicContractsScotland, dir)).toEqual([0, 1, 2].map((i) => `ocds-r6ebe6-${i}`))
  })
})
