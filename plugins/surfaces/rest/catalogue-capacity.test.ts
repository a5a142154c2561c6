import { describe, expect, it, onTestFinished } from 'vitest'
import { only, runService } from '@domesday/tool-testing'
import { loadPlugins } from '../../../core/registry/load.ts'
import { capacityOf } from './catalogue-capacity.ts'

/** The endpoint under rates of its sources, calls a minute; `off`: sources that are not ready. */
const capacityUnder = async (
  id: string,
  rates: Readonly<Record<string, number>>,
  { off = [], home }: { readonly off?: readonly string[]; readonly home?: string } = {},
) => {
  const { plugins } = await loadPlugins([id])
  const endpoint = plugins.endpoints.get(id)!
  const rateOf = (calls: number | undefined) => (calls === undefined ? null : { calls, per: 60_000, burst: 1 })
  return capacityOf({ ...endpoint, declared: { ...endpoint.declared, ...(home !== undefined && { home }) } }, {
    plugins,
    settings: () => ({ source: (source: string) => ({ rate: rateOf(rates[source]) }) }),
    readiness: { lacking: (source: string) => (off.includes(source) ? { reason: 'not_configured', env: [] } : null) },
  } as unknown as Parameters<typeof capacityOf>[1])
}

describe('the capacity of a look-up', () => {
  it('is the quota of the source that allows the fewest, by the questions to it', async () => {
    expect(await capacityUnder('location', { 'police-uk': 720, 'ea-flood-monitoring': 1_000 })).toEqual({
      summary: null,
      standard: {
        per_minute: 55.38,
        source: 'police-uk',
        quota_per_minute: 720,
        questions: 13,
        counted: 'sample',
      },
      full: expect.objectContaining({ source: 'police-uk', questions: 13 }),
    })
  })

  it('counts no source that cannot be asked here, and no dataset', async () => {
    const { full } = await capacityUnder(
      'location',
      { 'police-uk': 13, nomis: 300, 'census-residents': 1 },
      {
        off: ['police-uk'],
      },
    )
    expect(full).toMatchObject({ per_minute: 100, source: 'nomis', questions: 3 })
  })

  it('is flat where there is one depth', async () => {
    expect(await capacityUnder('vehicle', { 'dvla-ves': 30 })).toEqual({
      flat: expect.objectContaining({ per_minute: 30, source: 'dvla-ves' }),
    })
  })

  it('counts a question to each source where none were counted', async () => {
    const capacity = await capacityUnder('location', { 'police-uk': 720, 'postcodes-io': 1_000 }, { home: '/nowhere' })
    expect([capacity['summary'], capacity['standard']]).toMatchObject([
      { per_minute: 1_000, source: 'postcodes-io', questions: 1, counted: 'declared' },
      { per_minute: 720, source: 'police-uk', questions: 1, counted: 'declared' },
    ])
  })

  it('follows the settings, in the catalogue of a service', async () => {
    const service = await runService({
      configure: only('location', { 'postcodes-io': 'rate: { calls: 7, per: 2m, burst: 3 }' }),
    })
    onTestFinished(() => service.close())
    const { endpoints } = (await service.send('/catalogue')).body.data
    expect(endpoints[0].capacity.summary).toEqual({
      per_minute: 3.5,
      source: 'postcodes-io',
      quota_per_minute: 3.5,
      questions: 1,
      counted: 'sample',
    })
  })
})
