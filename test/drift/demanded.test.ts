/** What is demanded of upstreams: real answers have it, and a feed that has lost it is refused. */
import { describe, expect, it } from 'vitest'
import { recorded, recordings } from '@domesday/tool-testing'
import { publicContractsScotland } from '@domesday/source-public-contracts-scotland'
import type { Dataset } from '../../core/contract/dataset.ts'
import type { CallHow } from '../../core/contract/operation.ts'
import { projectRoot } from '../../core/registry/load.ts'
import { inspect } from '../../core/service/configure.ts'
import { checkDemands } from '../../plugins/clients/formats/index.ts'
import type { FetchPage } from '../../plugins/clients/dataset/pull-options.ts'
import { folder, keys } from '../support/datasets.ts'
import { harvestFrom } from '../support/harvest.ts'

const { plugins } = await inspect(`${projectRoot}/config`, {})
const howOf = (source: string, operation: string): CallHow =>
  plugins.sources.get(source)!.operations.get(operation)!.how as CallHow

describe.skipIf(recordings() === null)('what is demanded', () => {
  it.each([
    ['postcodes-io', 'lookup', 'lookup-WA1-1UH.json'],
    ['postcodes-io', 'lookup', 'lookup-CF24-3AA-old-shape.json'],
    ['postcodes-io', 'lookup', 'documented-lookup-BR8-7RE.json'],
    ['postcodes-io', 'hundred', 'documented-bulk-3-postcodes.json'],
    ['postcodes-io', 'similar', 'documented-nearest-NW1-9HZ.json'],
  ])('of %s %s is in %s', (source, operation, file) => {
    const how = howOf(source, operation)
    const body: unknown = recorded(source, file)
    expect(checkDemands(how, body)).toEqual({ unread: 0, lacking: [] })
    expect(() => how.read(body, '', 0)).not.toThrow()
  })
})

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
    await expect(harvest(fortyNotices('winners'))).rejects.toThrow('there is winners in it in place of suppliers')
    expect(await keys(publicContractsScotland, dir)).toEqual([0, 1, 2].map((i) => `ocds-r6ebe6-${i}`))
  })
})
