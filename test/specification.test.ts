/**
 * The published interface, as a table: paths, parameters, prices, weights, bands, tools and fields. A plugin that
 * moves one of them breaks it here.
 */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../core/registry/load.ts'
import { inspect } from '../core/service/configure.ts'
import { settingsOf } from '../core/registry/settings/settings.ts'
import { depths } from '../core/contract/node.ts'
import { parametersOf } from '../core/engine/parameters.ts'
import { scorePath } from '../core/engine/endpoint-facts.ts'
import { fields } from './specification.fields.ts'
import { sharedService } from './support/shared-service.ts'

type Three = readonly [summary: number, standard: number, full: number]
interface Row {
  readonly path: string
  readonly credits: Three | number
  readonly usd?: Three | number
  readonly tool?: string
  readonly params?: readonly string[]
  readonly score?: string
}

const table: Readonly<Record<string, Row>> = {
  entity: {
    path: '/entity/{identifier}',
    credits: [2, 8, 16],
    usd: [0.002, 0.015, 0.03],
    tool: 'uk_entity_intelligence',
    params: ['include', 'match'],
    score: 'distress_score',
  },
  report: {
    path: '/report/entity/{identifier}',
    credits: 25,
    usd: 0.05,
    tool: 'uk_due_diligence_report',
    params: ['match'],
    score: 'distress_score',
  },
  director: { path: '/director/{name_or_id}', credits: [5, 15, 30], params: ['match'], score: 'risk_score' },
  innovation: { path: '/innovation/{identifier}', credits: [4, 12, 24], params: ['match'], score: 'innovation_score' },
  location: {
    path: '/location/{postcode}',
    credits: [2, 10, 20],
    usd: [0.002, 0.02, 0.035],
    tool: 'uk_location_intelligence',
    params: ['radius_m'],
  },
  property: {
    path: '/property/{postcode}',
    credits: [5, 15, 30],
    usd: [0.01, 0.025, 0.05],
    tool: 'uk_property_intelligence',
    score: 'environmental_risk',
  },
  environment: {
    path: '/environment/{postcode}',
    credits: [4, 12, 24],
    usd: [0.008, 0.02, 0.04],
    tool: 'uk_environmental_risk',
    score: 'risk_score',
  },
  planning: { path: '/planning/{postcode}', credits: [4, 12, 24], score: 'development_score' },
  market: {
    path: '/market/{postcode}',
    credits: [5, 15, 30],
    usd: [0.01, 0.025, 0.05],
    tool: 'uk_market_sizing',
    params: ['sector'],
    score: 'market_opportunity',
  },
  education: {
    path: '/education/{postcode}',
    credits: [3, 8, 16],
    usd: 0.02,
    tool: 'uk_education_intelligence',
    params: ['phase'],
  },
  transport: {
    path: '/transport/{postcode}',
    credits: [3, 8, 16],
    usd: 0.02,
    tool: 'uk_transport_intelligence',
    score: 'connectivity_score',
  },
  health: {
    path: '/health/{postcode}',
    credits: [4, 12, 24],
    usd: 0.03,
    tool: 'uk_health_intelligence',
    score: 'service_quality_score',
  },
  energy: {
    path: '/energy/{postcode}',
    credits: [4, 12, 24],
    usd: 0.025,
    tool: 'uk_energy_intelligence',
    score: 'esg_score',
  },
  demographics: { path: '/demographics/{postcode}', credits: [4, 12, 24], score: 'spending_power_score' },
  political: { path: '/political/{postcode}', credits: [3, 8, 16], score: 'engagement_score' },
  connectivity: { path: '/connectivity/{postcode}', credits: [4, 10, 20], score: 'digital_readiness_score' },
  water: { path: '/water/{postcode}', credits: [4, 12, 24], score: 'water_quality_score' },
  vehicle: {
    path: '/vehicle/{registration}',
    credits: 6,
    usd: 0.015,
    tool: 'uk_vehicle_intelligence',
    score: 'health_score',
  },
  trade: {
    path: '/trade/{commodity}',
    credits: 10,
    usd: 0.02,
    tool: 'uk_trade_intelligence',
    params: ['match'],
    score: 'tariff_impact_score',
  },
  legal: {
    path: '/legal/{query}',
    credits: 10,
    usd: 0.02,
    tool: 'uk_legal_intelligence',
    score: 'regulatory_relevance_score',
  },
  funding: { path: '/funding/{query}', credits: [4, 10, 20], score: 'funding_score' },
  tenders: {
    path: '/tenders',
    credits: 10,
    usd: 0.02,
    tool: 'uk_tenders_intelligence',
    params: ['region', 'sector'],
    score: 'procurement_opportunity_score',
  },
}

/** Sorted, where the interface does not name each factor. */
const weights: Readonly<Record<string, readonly number[]>> = {
  entity: [25, 10, 15, 20, 20, 10],
  report: [25, 10, 15, 20, 20, 10],
  director: [25, 15, 20, 15, 10, 15],
  environment: [30, 20, 15, 15, 10, 10],
  property: [30, 20, 15, 15, 10, 10],
  water: [30, 20, 20, 15, 15],
  vehicle: [60, 20, 20],
  innovation: [30, 20, 25, 15, 10],
  demographics: [25, 20, 15, 15, 15, 10],
  political: [25, 30, 25, 20],
  funding: [25, 20, 15, 20, 20],
  connectivity: [25, 20, 25, 20, 10],
  planning: [25, 20, 15, 15, 10, 10, 5],
}
const named: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  environment: { flood: 0.3, shrink_swell: 0.1 },
  water: { storm_overflows: 0.3, bathing_water: 0.2, ecological_status: 0.2 },
  innovation: { patent_portfolio: 0.3, research_grants: 0.25 },
  demographics: { median_earnings: 0.25, imd_deprivation: 0.2 },
  political: { mp_representation: 0.25, petition_activity: 0.3 },
  funding: { grant_opportunities: 0.25, research_funding: 0.2 },
  connectivity: { max_download_speed: 0.25, broadband_technology: 0.2, '4g_indoor_coverage': 0.25 },
}
const risk = 'CRITICAL_RISK 60, HIGH_RISK 35, MODERATE_RISK 20, LOW_RISK 0',
  environmental = 'SEVERE 75, HIGH 50, MODERATE 25, LOW 0'
const bands: Readonly<Record<string, string>> = {
  entity: risk,
  report: risk,
  director: risk,
  environment: environmental,
  property: environmental,
  water: 'EXCELLENT 80, GOOD 60, MODERATE 40, POOR 20, BAD 0',
  energy: 'STRONG 75, GOOD 60, MODERATE 40, WEAK 20, POOR 0',
  transport: 'EXCELLENT 75, GOOD 50, MODERATE 25, LIMITED 0',
  vehicle: 'EXCELLENT 81, GOOD 60, FAIR 40, POOR 20, CRITICAL 0',
  innovation: 'LEADING 75, STRONG 50, EMERGING 25, LIMITED 0',
  demographics: 'VERY_HIGH 80, HIGH 60, MODERATE 40, LOW 20, VERY_LOW 0',
  political: 'HIGHLY_ENGAGED 75, ENGAGED 50, MODERATE 25, DISENGAGED 0',
  funding: 'STRONG 65, MODERATE 40, LIMITED 20, SCARCE 0',
  connectivity: 'EXCELLENT 80, GOOD 60, MODERATE 40, POOR 20, VERY_POOR 0',
  planning: 'FAVOURABLE 70, MODERATE 50, CONSTRAINED 25, HIGHLY_CONSTRAINED 0',
  market: 'HIGH 66, MODERATE 35, LOW 0',
  health: 'EXCELLENT 80, GOOD 60, MODERATE 40, POOR 20, INADEQUATE 0',
  legal: 'HIGHLY_REGULATED 80, REGULATED 60, MODERATE 40, LIGHTLY_REGULATED 20, MINIMAL 0',
  tenders: 'EXCELLENT 80, STRONG 60, MODERATE 40, LIMITED 20, POOR 0',
  trade: 'PROHIBITIVE 80, HIGH 60, MODERATE 40, LOW 20, FAVOURABLE 0',
}

const service = await sharedService()
const { plugins, reading } = await inspect(join(projectRoot, 'config'), {})
const settings = settingsOf(plugins, reading.settings)
const three = (prices: Three | number): readonly number[] =>
  typeof prices === 'number' ? [prices, prices, prices] : prices

it('the 22 published endpoints are there, 14 of them tools; others may be added', () => {
  const published = Object.keys(table)
  expect(published).toHaveLength(22)
  expect(published.filter((id) => !plugins.endpoints.has(id))).toEqual([])
  expect(published.filter((id) => plugins.endpoints.get(id)?.declared.tool !== undefined)).toHaveLength(14)
})

describe.each(Object.entries(table))('%s', (id, row) => {
  const endpoint = plugins.endpoints.get(id)!
  const own = settings.endpoint(id)

  it('has the path, parameters, prices and tool of the interface', () => {
    const { declared } = endpoint
    expect([declared.path, declared.tool]).toEqual([row.path, row.tool])
    expect(depths.map((depth) => own.credits[depth])).toEqual(three(row.credits))
    expect(endpoint.flat).toBe(typeof row.credits === 'number')
    expect(own.microUsd && depths.map((depth) => own.microUsd![depth])).toEqual(
      row.usd === undefined ? null : three(row.usd).map((usd) => Math.round(usd * 1e6)),
    )
    const inPath = /\{(.+)\}/.exec(row.path)?.[1]
    expect(
      Object.keys(parametersOf(endpoint))
        .filter((name) => name !== inPath && name !== 'depth')
        .sort(),
    ).toEqual([...(row.params ?? [])].sort())
  })

  it('scores where, by what and in which bands the interface says', () => {
    expect(scorePath(endpoint.declared)).toBe(row.score === undefined ? null : `data.${row.score}`)
    const [score] = endpoint.scores
    if (!score) return
    const { weights: given, bands: shown } = own.scoreOf(score)
    if (weights[id])
      expect(
        Object.values(given)
          .map((weight) => Math.round(weight * 100))
          .sort(),
      ).toEqual([...weights[id]].sort())
    expect(given).toMatchObject(named[id] ?? {})
    expect(shown.map(({ rating, from }) => `${rating} ${from}`).join(', ')).toBe(bands[id])
  })
})

describe('the first four examples of an endpoint', () => {
  const valuesAt = (value: any, path: readonly string[]): readonly unknown[] => {
    const [head, ...rest] = path
    if (head === undefined) return [value]
    const isList = head.endsWith('[]')
    const inner = value?.[isList ? head.slice(0, -2) : head]
    return isList
      ? Array.isArray(inner)
        ? inner.flatMap((item) => valuesAt(item, rest))
        : []
      : inner === undefined || inner === null
        ? []
        : valuesAt(inner, rest)
  }

  it.each(Object.keys(table))('%s: fill every field between them, at every depth', async (id) => {
    const examples = Object.keys(settings.endpoint(id).examples).slice(0, 4)
    const due = {
      summary: [...(fields[id]!.summary ?? [])],
      standard: [...(fields[id]!.summary ?? []), ...(fields[id]!.standard ?? [])],
      full: [...(fields[id]!.summary ?? []), ...(fields[id]!.standard ?? []), ...(fields[id]!.full ?? [])],
    }
    const empty: string[] = []
    for (const depth of plugins.endpoints.get(id)!.flat ? (['full'] as const) : depths) {
      const answers = await Promise.all(
        examples.map(
          async (path) =>
            (await service.send(`/api/v1${path}${path.includes('?') ? '&' : '?'}depth=${depth}`)).body.data,
        ),
      )
      for (const field of due[depth]) {
        const found = answers.flatMap((data) => valuesAt(data, field.split('.')))
        if (!found.some((value) => value !== null && value !== undefined)) empty.push(`${depth} ${field}`)
      }
    }
    expect(empty).toEqual([])
  })
})
