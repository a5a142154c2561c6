/** What is changed of the sample world's places: waters, ground, land, homes and lines, as their sources write them. */
import { circle } from '@domesday/vocabulary-geography'
import { json } from '../../plugins/tools/gateway/server.ts'
import { answering, both, changing, text } from './wire.ts'
import type { StandIn } from './world.ts'

interface Point {
  readonly lat: number
  readonly lng: number
}
export const points = {
  WA11UH: { lat: 53.389713, lng: -2.599634 },
  NW19HZ: { lat: 51.545024, lng: -0.137429 },
  SW1A2AA: { lat: 51.50354, lng: -0.127695 },
  PR30SG: { lat: 53.873809, lng: -2.723233 },
} as const satisfies Record<string, Point>

const ring = (at: Point, metres: number): readonly (readonly [number, number])[] => {
  const corners = circle(at, metres, 36).map(({ lat, lng }) => [lng, lat] as const)
  return [...corners, corners[0]!]
}
/** So many metres to the north. */
export const northOf = ({ lat, lng }: Point, metres: number): Point => ({ lat: lat + metres / 111_320, lng })

type Band = 'High' | 'Medium' | 'Low' | 'Very low'
const rule = '-'.repeat(44)
const band = (layer: string, word: Band) =>
  text(
    `Results for FeatureType 'https://environment.data.gov.uk/spatialdata/invented/wfs:${layer}':\n${rule}\nobjectid = 991207\nrisk_band = ${word}\nshape = [GEOMETRY (MultiPolygon) with 811 points]\n${rule}\n`,
  )
/** The long-term likelihood of flooding at every point asked for. */
export const flooding = (rivers: Band, surface: Band = 'Low'): StandIn =>
  both(
    answering('ea-flood-risk', { path: /rivers-and-sea\/wms$/ }, () => band('rofrs_4band', rivers)),
    answering('ea-flood-risk', { path: /surface-water\/wms$/ }, () => band('rofsw', surface)),
  )

/** The zone of the Flood Map for Planning, which leaves defences out. */
export const floodZone = (at: Point, zone: 'FZ2' | 'FZ3', source = 'river'): StandIn =>
  changing('ea-flood-risk', { path: /Flood_Zones_2_3_Rivers_and_Sea\/items$/ }, (body) => ({
    ...body,
    features: [
      {
        type: 'Feature',
        id: 'Flood_Zones_2_3_Rivers_and_Sea.991208',
        geometry: { type: 'MultiPolygon', coordinates: [[ring(at, 400)]] },
        geometry_name: 'shape',
        properties: { origin: 'modelled', flood_zone: zone, flood_source: source },
      },
    ],
    totalFeatures: 1,
    numberMatched: 1,
    numberReturned: 1,
  }))

/** A warning in force over a place. */
export const warning = (at: Point, level: 1 | 2 | 3, river: string): StandIn => {
  const area = `991FWF${river.slice(0, 3).toUpperCase()}1`
  const self = `http://environment.data.gov.uk/flood-monitoring/id/floodAreas/${area}`
  const severity = { 1: 'Severe Flood Warning', 2: 'Flood Warning', 3: 'Flood Alert' }[level]
  return both(
    changing('ea-flood-monitoring', { path: /\/id\/floods$/ }, (body) => ({
      ...body,
      items: [
        {
          '@id': `http://environment.data.gov.uk/flood-monitoring/id/floods/${area}`,
          description: `${river} at the sample streets`,
          eaAreaName: 'Invented area',
          floodArea: { '@id': self, county: 'Invented', notation: area, polygon: `${self}/polygon`, riverOrSea: river },
          floodAreaID: area,
          isTidal: false,
          message: `${river} is rising fast.`,
          severity,
          severityLevel: level,
          timeMessageChanged: '2026-10-15T06:10:00',
          timeRaised: '2026-10-15T06:10:12',
          timeSeverityChanged: '2026-10-15T06:10:00',
        },
      ],
    })),
    answering('ea-flood-monitoring', { path: new RegExp(`floodAreas/${area}/polygon$`) }, () =>
      json(200, {
        type: 'FeatureCollection',
        features: [
          {
            type: 'Feature',
            properties: { FWS_TACODE: area, DESCRIP: river },
            geometry: { type: 'Polygon', coordinates: [ring(at, 900)] },
          },
        ],
      }),
    ),
  )
}

/** The worst of a hexagon by its six layers: 1 low to 3 significant. */
export const ground = (level: 1 | 2 | 3): StandIn =>
  changing('bgs-geosure', { path: /hex_grids/ }, (body) => ({
    ...body,
    features: body.features.map(({ attributes }: any) => ({
      attributes: Object.fromEntries(
        Object.entries(attributes).map(([name, value]) => [
          name,
          /^class$/i.test(name)
            ? typeof value === 'string'
              ? String(level)
              : level
            : /^legend$/i.test(name)
              ? ['Low', 'Moderate', 'Significant'][level - 1]
              : value,
        ]),
      ),
    })),
  }))
export const radon = (level: 1 | 6): StandIn =>
  changing('ukhsa-radon', {}, (body) => ({
    ...body,
    features: body.features.map(({ attributes }: any) => ({ attributes: { ...attributes, CLASS_MAX: level } })),
  }))
/** Every hour of every monitor, µg/m³. */
export const air = (value: number): StandIn =>
  changing('uk-air', { path: /getData$/ }, (body) => ({
    values: body.values.map(({ timestamp }: any) => ({ timestamp, value })),
  }))
export const waterbody = (ecological: string, chemical = 'Fail'): StandIn =>
  changing('ea-catchment-data', {}, (body) => ({
    ...body,
    features: body.features.map(({ attributes, ...rest }: any) => ({
      ...rest,
      attributes: { ...attributes, ecological_class: ecological, chemical_class: chemical },
    })),
  }))
/** Every bathing water that has a class has this one. */
export const bathing = (word: string): StandIn =>
  changing('ea-bathing-water', {}, (body) => ({
    ...body,
    result: {
      ...body.result,
      items: body.result.items.map(({ latestComplianceAssessment: assessment, ...rest }: any) => ({
        ...rest,
        ...(assessment && {
          latestComplianceAssessment: { ...assessment, complianceClassification: { name: { _value: word } } },
        }),
      })),
    },
  }))

/** A designation of the planning platform that holds the place. */
export const designated = (dataset: string, name: string, reference: string): StandIn =>
  changing('planning-data', { path: /^\/entity\.json$/, query: /dataset=green-belt/ }, (body) => ({
    ...body,
    count: body.count + 1,
    entities: [
      ...body.entities,
      {
        'entry-date': '2025-11-20',
        'start-date': '2014-02-03',
        'end-date': '',
        entity: 99_120_001,
        name,
        dataset,
        typology: 'geography',
        reference,
        prefix: dataset,
        'organisation-entity': '16',
        quality: 'authoritative',
      },
    ],
  }))

/** A site of Natural England's map, round about a point. */
export const site = (layer: string, name: string, at: Point, metres: number): StandIn =>
  changing('natural-england', { path: new RegExp(`/${layer}/FeatureServer/0/query$`) }, (body) => ({
    ...body,
    features: [
      ...body.features,
      {
        attributes: { OBJECTID: 9912, NAME: name, REF_CODE: '1009912', MEASURE: 61.7 },
        geometry: { rings: [ring(at, metres)] },
      },
    ],
  }))

/** A landfill site on one of the two maps, round about a point; none anywhere else. */
export const landfill = (at: Point, metres: number, map: 'historic' | 'authorised' = 'historic'): StandIn => {
  const place = { historic: /Historic_Landfill_Sites\/items$/, authorised: /authorised-landfill-site-boundaries\/wfs$/ }
  const properties = {
    historic: {
      hld_ref: 'EAHLD99120',
      site_name: 'Invented Brickfield Tip',
      household: 'Yes',
      lastinput: '1971-06-30Z',
    },
    authorised: { lic_epr: 'EPR/ZZ9912XY', lic_site: 'Invented Quarry Landfill', type_desc: null, status: 'Effective' },
  }
  return changing('ea-landfill', { path: place[map] }, (body) => ({
    ...body,
    features: [
      {
        type: 'Feature',
        id: 'Landfill.99120',
        geometry: { type: 'Polygon', coordinates: [ring(at, metres)] },
        geometry_name: 'shape',
        properties: properties[map],
      },
    ],
    totalFeatures: 1,
    numberMatched: 1,
    numberReturned: 1,
  }))
}

/** Layers of the coalfield that hold the place; no other does. */
export const coal = (...layers: readonly string[]): StandIn =>
  answering('mining-risk', {}, ({ query }) =>
    text(
      `<?xml version="1.0" encoding="UTF-8"?>\n<FeatureInfoResponse xmlns="http://www.esri.com/wms">${
        layers.includes(query.get('query_layers') ?? '') ? '<FIELDS OBJECTID="1" NAME="Invented"></FIELDS>' : ''
      }</FeatureInfoResponse>`,
      'text/xml; charset=utf-8',
    ),
  )

/** What is mapped at the point itself: a deposit on the bedrock, or null for none. */
export const deposit = (rock: string | null, unit = rock): StandIn =>
  changing('bgs-geosure', { path: /bgsgeology625ksuperficial/ }, (body) => ({
    ...body,
    features:
      rock === null ? [] : [{ type: 'Feature', id: 1, geometry: null, properties: { lex_d: unit, rock_d: rock } }],
  }))

/** Brownfield sites beside a place. */
export const brownfield = (at: Point, count: number): StandIn =>
  changing('planning-data', { path: /^\/entity\.json$/, query: /dataset=brownfield-land/ }, (body) => ({
    ...body,
    count,
    entities: Array.from({ length: count }, (_, i) => ({
      'entry-date': '2026-01-12',
      'start-date': '',
      'end-date': '',
      entity: 99_130_000 + i,
      name: '',
      dataset: 'brownfield-land',
      typology: 'geography',
      reference: `INV/${String(i + 1).padStart(3, '0')}`,
      prefix: 'brownfield-land',
      'organisation-entity': '365',
      quality: 'authoritative',
      'site-address': `Invented Yard ${i + 1}`,
      hectares: '0.40',
      'minimum-net-dwellings': '20',
      'planning-permission-status': 'permissioned',
      point: `POINT (${(at.lng + i / 2000).toFixed(6)} ${at.lat.toFixed(6)})`,
    })),
  }))

/** Every certificate of a postcode in one band. */
export const certificates = (letter: 'A' | 'G', points: number): StandIn =>
  both(
    changing('epc', { path: /\/search$/ }, (body) => ({
      ...body,
      data: body.data.map((row: any) => ({ ...row, currentEnergyEfficiencyBand: letter })),
    })),
    changing('epc', { path: /\/certificate$/ }, (body) => ({
      ...body,
      data: { ...body.data, energy_rating_current: points, current_energy_efficiency_band: letter },
    })),
  )
/** The same carbon in every half-hour, g/kWh. */
export const carbon = (forecast: number): StandIn =>
  changing('carbon-intensity', {}, (body) => {
    const intensity = { forecast, index: forecast > 300 ? 'very high' : 'very low' }
    const same = (region: any) => ({ ...region, data: region.data.map((half: any) => ({ ...half, intensity })) })
    return { ...body, data: Array.isArray(body.data) ? body.data.map(same) : same(body.data) }
  })

const each = (body: any, change: (row: any) => unknown) => ({ ...body, Availability: body.Availability.map(change) })
/** What every premises of a postcode can have, down and up, Mbit/s; kinds of line that are not there are −1. */
export const lines = (down: number, up: number): StandIn =>
  changing('ofcom-connected-nations', { path: /broadband/ }, (body) =>
    each(body, (row) => ({
      ...row,
      MaxBbPredictedDown: down,
      MaxBbPredictedUp: up,
      MaxSfbbPredictedDown: -1,
      MaxSfbbPredictedUp: -1,
      MaxUfbbPredictedDown: -1,
      MaxUfbbPredictedUp: -1,
      MaxPredictedDown: down,
      MaxPredictedUp: up,
    })),
  )
/** The same grade for every network, in and out of doors. */
export const signal = (grade: number): StandIn =>
  changing('ofcom-connected-nations', { path: /mobile/ }, (body) =>
    each(body, (row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, /Voice|Data/.test(name) ? grade : value])),
    ),
  )
/** So many spills at every storm overflow of the returns. */
export const spills = (count: number): StandIn =>
  changing('storm-overflows', { path: /edm_annual_returns/ }, (body) => ({
    ...body,
    features: body.features.map(({ attributes, ...rest }: any) => ({
      ...rest,
      attributes:
        'counted_spills_12_24hr_calculated' in attributes
          ? {
              ...attributes,
              counted_spills_12_24hr_calculated: count,
              total_spill_duration_hrs_calculated: count * 6.5,
              edm_operation_percent_calculated: 99.4,
            }
          : attributes,
    })),
  }))
