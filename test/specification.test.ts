/** The published interface, as a table: paths, parameters, prices, weights, bands, tools and fields. A plugin that moves one of them breaks it here. */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runService, type RunningService } from '@domesday/core/testing'
import { projectRoot } from '../core/boot/load.ts'
import { inspect } from '../core/boot/configure.ts'
import { settingsOf } from '../core/boot/settings.ts'
import { depths } from '../core/contract/node.ts'
import { parametersOf } from '../core/serve/plan.ts'
import { scorePath } from '../core/serve/response.ts'
import { generous } from './service/generous.ts'

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

/** Fields of `data` that the interface shows, by the depth from which they are due; a `[]` is any item. */
const fields: Readonly<Record<string, Readonly<Partial<Record<'summary' | 'standard' | 'full', readonly string[]>>>>> =
  {
    entity: {
      summary: [
        'entity.company_number',
        'entity.name',
        'entity.status',
        'entity.type',
        'entity.incorporated',
        'entity.registered_office',
        'entity.sic_codes',
      ],
      standard: [
        'officers[].name',
        'officers[].role',
        'persons_with_significant_control',
        'filings',
        'charges',
        'regulatory.financial_regulator',
        'regulatory.charity_register',
        'regulatory.data_protection_register',
        'gazette_notices',
        'risk_signals',
        'distress_score.score',
        'distress_score.rating',
        'distress_score.confidence',
        'distress_score.recommendation',
        'distress_score.signals[].factor',
      ],
      full: ['contracts', 'officer_network'],
    },
    report: {
      full: [
        'verdict',
        'distress_score',
        'rating',
        'confidence',
        'recommendation',
        'red_flags',
        'green_flags[].signal',
        'green_flags[].implication',
        'entity',
        'governance',
        'financials',
        'regulatory',
      ],
    },
    director: {
      summary: [
        'director.name',
        'director.officer_id',
        'director.total_appointments',
        'disqualification.is_disqualified',
        'disqualification.disqualifications',
        'portfolio_summary.active_appointments',
        'portfolio_summary.resigned_appointments',
        'portfolio_summary.dissolved_companies',
        'portfolio_summary.active_companies',
      ],
      standard: [
        'appointments[].company_name',
        'appointments[].company_status',
        'appointments[].role',
        'appointments[].is_active',
        'gazette_notices',
        'risk_score.signals[].factor',
      ],
      full: ['network'],
    },
    innovation: {
      summary: [
        'entity.company_number',
        'entity.name',
        'entity.sic_codes',
        'patents.total',
        'research.total_projects',
        'research.active_projects',
      ],
      standard: ['innovation_score.signals[].factor'],
    },
    location: {
      summary: ['location.postcode', 'location.admin.ward', 'location.admin.local_authority'],
      standard: [
        'crime.total_crimes',
        'crime.by_category',
        'environment.flood.risk_level',
        'services.food_hygiene.total_nearby',
      ],
      full: ['environment.carbon_intensity', 'labour_market', 'health'],
    },
    property: {
      summary: [
        'price_history.area_context.avg_price_12m',
        'price_history.area_context.transactions_12m',
        'price_history.area_context.median_price',
        'price_history.area_context.dominant_type',
        'flood',
      ],
      standard: [
        'energy.avg_rating',
        'energy.avg_co2_tpa',
        'planning.conservation_area',
        'planning.constraint_level',
        'crime',
        'environmental_risk.score',
        'environmental_risk.rating',
      ],
      full: ['geology', 'environmental_risk.factors[].risk_contribution'],
    },
    environment: {
      summary: [
        'location.postcode',
        'location.coordinates.lat',
        'flood.risk_level',
        'flood.active_warnings',
        'geology.ground_stability',
        'geology.shrink_swell',
        'geology.radon_potential',
      ],
      standard: ['water_quality', 'risk_score.factors[].risk_contribution'],
      full: ['carbon_intensity'],
    },
    planning: {
      summary: [
        'location.postcode',
        'location.local_authority',
        'constraints.conservation_area',
        'constraints.listed_buildings_nearby',
        'constraints.green_belt',
        'constraints.article_4_directions',
        'constraints.constraint_level',
      ],
      standard: [
        'applications[].reference',
        'applications[].description',
        'applications[].status',
        'applications[].date',
        'council_performance.approval_rate_pct',
        'development_score.factors[].score',
        'development_score.confidence',
      ],
      full: ['designations', 'brownfield_sites', 'flood_risk', 'mining'],
    },
    market: {
      summary: [
        'location.postcode',
        'location.local_authority',
        'location.region',
        'labour_market.median_weekly_earnings',
        'labour_market.employment_rate_pct',
        'labour_market.claimant_count',
      ],
      standard: [
        'property_market.avg_price_12m',
        'property_market.transactions_12m',
        'property_market.dominant_type',
        'competition.query',
        'competition.matching_companies',
        'competition.top_competitors[].company_number',
        'market_opportunity.factors',
      ],
    },
    education: {
      summary: [
        'location.postcode',
        'location.local_authority',
        'schools[].name',
        'schools[].phase',
        'schools[].type',
        'schools[].inspectorate_rating',
        'schools[].inspectorate_rating_basis',
        'schools[].pupils',
        'schools[].postcode',
        'summary.total',
        'summary.outstanding',
        'summary.good',
        'summary.requires_improvement',
        'summary.inadequate',
        'summary.not_inspected',
      ],
    },
    transport: {
      summary: [
        'location.postcode',
        'location.coordinates.lng',
        'nearest_stations[].name',
        'nearest_stations[].type',
        'nearest_stations[].distance_m',
      ],
      standard: ['connectivity_score', 'connectivity_rating'],
      full: ['traffic'],
    },
    health: {
      summary: [
        'location.postcode',
        'indicators.life_expectancy_male',
        'indicators.life_expectancy_female',
        'indicators.obesity_pct',
        'indicators.smoking_pct',
      ],
      standard: [
        'care_providers[].name',
        'care_providers[].type',
        'care_providers[].rating',
        'prescribing.practices_nearby',
        'service_quality_score.signals[].factor',
      ],
    },
    energy: {
      summary: ['location.postcode', 'location.region', 'carbon.intensity_gco2_kwh', 'carbon.index'],
      standard: [
        'carbon.generation_mix',
        'grid.total_generation_mw',
        'grid.mix',
        'local_efficiency.avg_epc_rating',
        'local_efficiency.distribution',
        'local_efficiency.avg_co2_tpa',
        'esg_score',
        'esg_rating',
      ],
    },
    demographics: {
      summary: [
        'location.postcode',
        'location.lsoa',
        'location.region',
        'census.population',
        'census.households',
        'census.owner_occupied_pct',
        'census.economically_active_pct',
        'deprivation.imd_decile',
        'deprivation.data_available',
      ],
      standard: [
        'labour_market.median_weekly_earnings',
        'labour_market.employment_rate_pct',
        'spending_power_score.signals[].factor',
      ],
    },
    political: {
      summary: ['location.constituency', 'mp.name', 'mp.party', 'mp.constituency', 'mp.member_since'],
      standard: [
        'petitions.active_count',
        'petitions.top_petitions[].action',
        'petitions.top_petitions[].signature_count',
        'petitions.top_petitions[].local_signatures',
        'engagement_score.signals[].factor',
      ],
    },
    connectivity: {
      summary: [
        'location.region',
        'broadband.max_download_mbps',
        'broadband.ultrafast_available',
        'broadband.superfast_available',
      ],
      standard: [
        'mobile.operators[].operator',
        'mobile.operators[].data_indoor',
        'mobile.operators[].data_outdoor',
        'mobile.operators_with_4g_indoor',
        'digital_readiness_score.signals[].factor',
      ],
    },
    water: {
      summary: [
        'location.coordinates.lat',
        'waterbody.nearest_waterbody',
        'waterbody.wfd_classification',
        'water_company.company_name',
        'water_company.water_regulator_rating',
        'water_company.performance_score',
      ],
      standard: [
        'storm_overflows.overflows_within_5km',
        'storm_overflows.total_spill_count',
        'storm_overflows.total_spill_hours',
        'bathing_water.nearest_classification',
        'bathing_water.sites[].distance_km',
        'water_quality_score.signals[].factor',
      ],
    },
    vehicle: {
      full: [
        'vehicle.registration',
        'vehicle.make',
        'vehicle.model',
        'vehicle.colour',
        'vehicle.fuel_type',
        'vehicle.first_used',
        'mot_history[].date',
        'mot_history[].result',
        'mot_history[].expiry',
        'mot_history[].mileage',
        'mot_history[].advisories',
        'mot_history[].failures',
        'health_score',
        'health_rating',
        'mileage_trend[].mileage',
        'mileage_anomaly',
      ],
    },
    trade: {
      full: [
        'commodity.code',
        'commodity.description',
        'duties.rate',
        'duties.vat',
        'preferential_rates[].country',
        'preferential_rates[].rate',
        'quotas',
        'measures_count',
        'tariff_impact_score.signals[].factor',
      ],
    },
    legal: {
      full: [
        'query',
        'legislation[].title',
        'legislation[].type',
        'legislation[].year',
        'legislation[].url',
        'pending_bills[].title',
        'pending_bills[].stage',
        'pending_bills[].url',
        'total_legislation',
        'total_bills',
        'regulatory_relevance_score.signals[].factor',
      ],
    },
    funding: {
      summary: ['query', 'grants.total', 'grants.total_value', 'grants.funder_count', 'research.total_projects'],
      standard: ['contracts.total', 'funding_score.signals[].factor'],
    },
    tenders: {
      full: [
        'query.sector',
        'query.region',
        'tenders[].title',
        'tenders[].status',
        'tenders[].value',
        'tenders[].currency',
        'tenders[].published',
        'tenders[].deadline',
        'tenders[].buyer',
        'total',
        'summary.open',
        'summary.awarded',
        'summary.avg_value',
        'procurement_opportunity_score.signals[].factor',
      ],
    },
  }

const { plugins, reading } = await inspect(join(projectRoot, 'config'), {})
const settings = settingsOf(plugins, reading.settings)
const three = (prices: Three | number): readonly number[] =>
  typeof prices === 'number' ? [prices, prices, prices] : prices

it('there are 22 endpoints, 14 of them tools', () => {
  expect([...plugins.endpoints.keys()].sort()).toEqual(Object.keys(table).sort())
  expect([...plugins.endpoints.values()].filter(({ declared }) => declared.tool !== undefined)).toHaveLength(14)
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
  let service: RunningService
  beforeAll(async () => {
    service = await runService({ configure: generous })
  })
  afterAll(() => service.close())

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
