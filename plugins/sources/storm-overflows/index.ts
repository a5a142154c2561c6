import { derive, each, maybe, need, source, stated, type Node, type Point } from '@domesday/core'
import { featuresOf, fields, newestOf, overflowOf, type Layer, type Overflow } from './returns.ts'
import { mapOf, statusesOf, type Status } from './status.ts'

export { spillsOf, type Overflow, type Spills } from './returns.ts'
export type { Status } from './status.ts'

export const stormOverflows = source({
  id: 'storm-overflows',
  title: 'Storm overflows',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0 AND CC-BY-4.0',
  attribution:
    '© Environment Agency copyright and database right, yearly returns licensed under the Open Government Licence v3.0; whether overflows discharge now: data of the water companies, published through Stream under CC BY 4.0',
  charging: 'attribution',
  mayKeep: 'unlimited',
  terms: {
    words:
      'Yearly returns: Open Government Licence. Whether overflows discharge now: each company’s terms on Stream, mostly CC BY 4.0; not all of them have been read.',
    url: 'https://www.streamwaterdata.co.uk/',
  },
  covers: ['England'],
  coverage:
    'England: how often and how long each storm overflow spilled, by the yearly returns of all water companies from 2021 on, and whether it discharges now by the maps of nine of them',
})

const circle = ({ lat, lng }: Point, metres: number) => ({
  geometry: `${lng},${lat}`,
  geometryType: 'esriGeometryPoint',
  inSR: 4326,
  spatialRel: 'esriSpatialRelIntersects',
  distance: metres,
  units: 'esriSRUnit_Meter',
  f: 'json',
})

/** Years with returns, newest first. */
export const years = stormOverflows.get('years', {
  path: (_: object) => [
    '/query',
    {
      where: 'has_data=1',
      outFields: 'annual_return_year',
      returnDistinctValues: true,
      returnGeometry: false,
      f: 'json',
    },
  ],
  read: (layer: Layer): readonly string[] => {
    const found = featuresOf(layer)
      .map(({ attributes }) => stated(attributes?.['annual_return_year']) ?? '')
      .filter((year) => /^\d{4}$/.test(year))
    // An empty list would make every place look free of overflows.
    if (found.length === 0) throw new TypeError('no year has returns')
    return [...new Set(found)].toSorted().toReversed()
  },
  confidence: 'unconfirmed',
})

interface Around {
  readonly at: Point
  readonly metres: number
}
/** The service's maximum of rows per page, whatever limit is sent. */
const pageSize = 1000

/** A page of returns around a point. Outlets without a monitor have rows without numbers, which are dropped. */
export const returns = stormOverflows.get('returns', {
  path: ({ at, metres, years, from }: Around & { readonly years: readonly string[]; readonly from: number }) => [
    '/query',
    {
      where: `has_data=1 AND annual_return_year IN (${years.map((year) => `'${year}'`).join(',')})`,
      ...circle(at, metres),
      outFields: fields.join(','),
      returnGeometry: true,
      outSR: 4326,
      resultRecordCount: pageSize,
      resultOffset: from,
    },
  ],
  read: (
    layer: Layer,
    { at },
  ): { readonly rows: readonly Overflow[]; readonly size: number; readonly more: boolean } => {
    const features = featuresOf(layer)
    return {
      rows: features.flatMap(({ attributes, geometry }) => overflowOf(attributes ?? {}, geometry, at) ?? []),
      size: features.length,
      more: layer.exceededTransferLimit === true && features.length > 0,
    }
  },
  confidence: 'unconfirmed',
})

export interface Overflows {
  /** The newest year with returns around the point; null if there is no overflow. */
  readonly year: number | null
  /** Nearest first. */
  readonly overflows: readonly Overflow[]
}

/**
 * Overflows around a point in the newest year with returns there. Asks for two years: while companies are still sending
 * returns for the last one, it would look as if there were no overflows.
 */
export const overflowsAround = stormOverflows.run(
  'around',
  async ({ at, metres }: Around, { ask }): Promise<Overflows> => {
    const newest = (await ask(years, {})).slice(0, 2)
    const rows: Overflow[] = []
    for (let from = 0, more = true; more;) {
      const page = await ask(returns, { at, metres, years: newest, from })
      rows.push(...page.rows)
      from += page.size
      more = page.more
    }
    const overflows = newestOf(rows)
    return { year: overflows[0]?.year ?? null, overflows }
  },
  { confidence: 'unconfirmed' },
)

/** Statuses by id around a point, on the map of one company. The company must have a map. */
export const statusAround = stormOverflows.get('status', {
  path: ({ company, at, metres }: Around & { readonly company: string }) => [
    `${mapOf(company)}/FeatureServer/0/query`,
    {
      where: '1=1',
      ...circle(at, metres),
      outFields: '*',
      returnGeometry: false,
    },
  ],
  read: (layer: Layer) => statusesOf(layer),
})

const near = 5_000 // metres: the distance that the interface calls nearby
const far = 20_000

/** Overflows within five kilometres. */
export const overflowsNear = (point: Node<Point>): Node<Overflows> =>
  need(overflowsAround, { point }, ({ point }) => ({ at: point, metres: near }))

const companiesOf = (overflows: readonly Overflow[]): readonly string[] => [
  ...new Set(overflows.flatMap(({ company }) => company ?? [])),
]

/** The company of the nearest overflow, most likely the sewerage company. If none is near, looks farther away. */
export const sewerageCompanyAt = (point: Node<Point>, around: Node<Overflows>): Node<string> => {
  const wider = need(overflowsAround, { point, around }, ({ point, around }) =>
    companiesOf(around.overflows).length > 0 ? null : { at: point, metres: far },
  )
  return derive(
    { around, wider: maybe(wider) },
    ({ around, wider }) => companiesOf([...around.overflows, ...(wider?.overflows ?? [])])[0] ?? null,
  )
}

/** Status by id of the overflows within five kilometres, from the maps of all companies with overflows there. */
export const statusNear = (point: Node<Point>, around: Node<Overflows>): Node<Readonly<Record<string, Status>>> => {
  const asked = each(maybe(statusAround), { point, around }, ({ point, around }) =>
    companiesOf(around.overflows)
      .filter((company) => mapOf(company) !== null)
      .map((company) => ({ company, at: point, metres: near })),
  )
  return derive(
    { asked },
    ({ asked }): Readonly<Record<string, Status>> => Object.assign({}, ...asked) as Readonly<Record<string, Status>>,
  )
}
