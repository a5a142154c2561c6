/** Flooding at a place whose map gives no band, with the agency's postcode file and without it. */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { only, runService, type RunningService } from '@domesday/tool-testing'
import { fetcherOf } from '../../plugins/clients/dataset/fetcher.ts'
import { tokens } from '../../core/service/tokens.ts'
import type { Dataset } from '../../core/contract/dataset.ts'
import { pullDataset } from '../../plugins/clients/dataset/pull.ts'
import { openFaultyWorld, type FaultyWorld } from './faulty-world.ts'

const textOf = (band: string): string =>
  `Results for FeatureType 'https://environment.data.gov.uk/spatialdata/x/wfs:rofrs_4band':\n---\nobjectid = 1\nrisk_band = ${band}\n---\n`
const nothing = 'no features were found\n'

// Nothing is kept from one look-up to the next, and nothing is waited for.
const atOnce =
  'ttl: { default: 0s, none: 0s }\nstale_for: 0s\nrate: { calls: 1000, per: 1s }\nbreaker: { failures: 1000, for: 1s }'

let world: FaultyWorld, service: RunningService
beforeAll(async () => {
  world = await openFaultyWorld(['environment'])
  service = await runService({
    gateway: world.origin,
    configure: only('environment', { 'ea-flood-risk': atOnce }),
  })
})
afterAll(async () => {
  await service.close()
  world.close()
})

/** What both maps answer from now on: null is the sample world's own answer. */
const mapsSay = (said: string | null): void => {
  world.instead = (target) => (target.includes('/wms?') ? said : null)
}
interface Missing {
  readonly section: string
  readonly source: string
  readonly reason: string
}
const look = async (postcode: string) => {
  const { status, body } = await service.send(`/api/v1/environment/${postcode}`)
  expect(status).toBe(200)
  const missing = (body._meta.missing as readonly Missing[])
    .filter(({ section }) => section === 'flood')
    .map(({ source, reason }) => `${source} ${reason}`)
  const factor = body.data.risk_score.factors.find(({ factor }: { factor: string }) => factor === 'flood')
  return { flood: body.data.flood, missing, factor, sources: body._meta.sources as readonly string[] }
}

describe('without the postcode file', () => {
  it('a place where the maps find nothing is not known, and not at very low risk', async () => {
    mapsSay(nothing)
    const { flood, missing, factor } = await look('NW19HZ')
    expect(flood).toMatchObject({
      risk_level: null,
      long_term_risk: null,
      rivers_and_sea: null,
      surface_water: null,
      area: null,
      flood_zone: 1,
    })
    expect(missing).toEqual(['ea-flood-risk no_data'])
    expect(factor.points).toBeNull()
  })

  it('the planning zone does not stand in for a band', async () => {
    mapsSay(nothing)
    expect((await look('SW1A2AA')).flood).toMatchObject({ risk_level: null, flood_zone: 3 })
  })

  it('a map that says very low is believed', async () => {
    mapsSay(textOf('Very low'))
    expect((await look('WA11UH')).flood).toMatchObject({
      long_term_risk: 'very low',
      rivers_and_sea: 'very low',
      surface_water: 'very low',
      area: 'point',
    })
  })

  it('an empty list in the place of an answer is a failure', async () => {
    mapsSay('{"type":"FeatureCollection","features":[],"totalFeatures":"unknown"}')
    const { flood, missing } = await look('PR30SG')
    expect([flood.rivers_and_sea, missing]).toEqual([null, ['ea-flood-risk upstream_failed']])
  })
})

describe('with the postcode file', () => {
  beforeAll(async () => {
    const { container, dataDir } = service
    const dataset = container.get(tokens.configured).plugins.sources.get('ea-flood-postcodes') as Dataset
    const dir = join(dataDir, 'datasets')
    const settings = container.get(tokens.configured).current().source(dataset.id)
    const egress = container.get(tokens.egress),
      { download } = container.get(tokens.clients)
    const fetcher = fetcherOf(dataset, settings, { egress, download, dir })
    await pullDataset(dataset, { dir, day: new Date('2026-10-15'), ...fetcher })
    mapsSay(nothing)
    // It is looked for every half second.
    const isThere = async () => expect((await look('WA11UH')).flood.area).toBe('postcode')
    await vi.waitFor(isThere, { timeout: 600_000 })
  })

  it('a place where the maps find nothing has the worst of its postcode, and says so', async () => {
    mapsSay(nothing)
    const { flood, missing, factor, sources } = await look('WA11UH')
    expect(flood).toMatchObject({
      long_term_risk: 'medium',
      area: 'postcode',
      rivers_and_sea: null,
      addresses_at_risk: { high: 0, medium: 14, low: 3 },
    })
    expect(missing).toEqual(['ea-flood-risk no_data'])
    expect(sources).toContain('ea-flood-postcodes')
    expect(factor.detail).toContain('(addresses: 14 medium and 3 low)')
  })

  it('one without an address at risk is very low from both', async () => {
    mapsSay(nothing)
    expect((await look('PR30SG')).flood).toMatchObject({
      risk_level: 'very low',
      rivers_and_sea: 'very low',
      surface_water: 'very low',
      area: 'postcode',
    })
  })

  it('answers where the maps fail, whose failure is told', async () => {
    mapsSay('<html>Service temporarily unavailable</html>')
    const { flood, missing } = await look('NW19HZ')
    expect(flood).toMatchObject({ risk_level: 'low', area: 'postcode', rivers_and_sea: null })
    expect(missing).toEqual(['ea-flood-risk upstream_failed'])
  })

  it('leaves a postcode that it does not list unknown', async () => {
    mapsSay(nothing)
    expect((await look('SW1A2AA')).flood).toMatchObject({ risk_level: null, long_term_risk: null })
  })

  it('is not asked where both maps have a band', async () => {
    mapsSay(textOf('Low'))
    const { flood, sources } = await look('NW19HZ?depth=full')
    expect(flood).toMatchObject({ risk_level: 'low', area: 'point', addresses_at_risk: null })
    expect(sources).not.toContain('ea-flood-postcodes')
  })
})
