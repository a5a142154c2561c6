import {
  derive,
  drawn,
  each,
  flag,
  integer,
  list,
  maybe,
  need,
  object,
  orNull,
  render,
  source,
  stated,
  text,
  type Node,
  type Of,
  type Point,
  type Shown,
  whole,
} from '@domesday/core'
import { ofCircle } from '@domesday/vocabulary-geography'
import {
  companiesOf,
  fields,
  listedFields,
  newestOf,
  overflowOf,
  overflowShape,
  returnsWire,
  spillsOf,
  spillsShape,
  statusWire,
  yearsWire,
  type Overflow,
  type Spills,
} from './returns.ts'
import { mapOf, statusesOf, statusesShape, statusFields } from './status.ts'

export { spillsOf, type Overflow, type Spills } from './returns.ts'

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
    'England: how often and how long each storm overflow spilled, by the yearly returns of all water companies from 2021 on, of each company the newest one, and whether it discharges now by the maps of nine of them',
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
  digest: list(text()),
  wire: yearsWire,
  read: (layer) => {
    const found = layer.features
      .map(({ attributes }) => stated(attributes.annual_return_year) ?? '')
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
  wire: returnsWire,
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
  digest: object({ rows: list(overflowShape), size: integer(), more: flag() }),
  read: (layer, { at }, unread) => {
    const { features } = layer
    return {
      rows: features.flatMap((feature) => overflowOf(feature, at) ?? []),
      // Pages are counted in rows, those among them that could not be read.
      size: features.length + unread,
      more: layer.exceededTransferLimit === true && features.length > 0,
    }
  },
  confidence: 'unconfirmed',
})

/** Nearest first, all of the newest year with returns around the point. */
const overflowsShape = list(overflowShape)
export type Overflows = Of<typeof overflowsShape>

/**
 * Overflows around a point in the newest year with returns there. Asks for two years: while companies are still sending
 * returns for the last one, it would look as if there were no overflows.
 */
export const overflowsAround = stormOverflows.run(
  'around',
  async ({ at, metres }: Around, { ask }) => {
    const newest = (await ask(years, {})).slice(0, 2)
    const rows: Overflow[] = []
    for (let from = 0, more = true; more;) {
      const page = await ask(returns, { at, metres, years: newest, from })
      rows.push(...page.rows)
      from += page.size
      more = page.more
    }
    return ofCircle(newestOf(rows), { at, metres }, stormOverflows)
  },
  { digest: overflowsShape, confidence: 'unconfirmed' },
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
  wire: statusWire,
  digest: statusesShape,
  read: statusesOf,
})

const near = 5_000 // metres: the distance that the interface calls nearby
const far = 20_000

/** Overflows within five kilometres. */
export const overflowsNear = (point: Node<Point>): Shown<Overflows> =>
  need(overflowsAround, point, (point) => ({ at: point, metres: near }))

/** The overflows within five kilometres, added up. */
export const spillsNear = (around: Node<Overflows>): Shown<Spills> => render(spillsShape, around, spillsOf)

/** The company of the nearest overflow, most likely the sewerage company. If none is near, looks farther away. */
export const sewerageCompanyAt = (point: Node<Point>, around: Node<Overflows>): Node<string> => {
  const wider = need(overflowsAround, { point, around }, ({ point, around }) =>
    companiesOf(around).length > 0 ? null : { at: point, metres: far },
  )
  return derive(
    { around, wider: maybe(wider) },
    // A company whose return is late is in the list all the same.
    ({ around, wider }) => whole(companiesOf([...around, ...(wider ?? [])])[0] ?? null),
  )
}

const listedAtMost = 100
const listedShape = list(
  drawn(
    object({ ...listedFields, status: orNull(statusFields.status), status_since: statusFields.status_since }),
    'map',
    { title: ['site', 'discharges_into'], word: 'status', kind: 'type', distance: 'distance_m', at: 'coordinates' },
  ),
  'Nearest first, a hundred at most',
)

/** The overflows within five kilometres with what they do now, from the maps of all companies with overflows there. */
export const overflowsNow = (point: Node<Point>, around: Node<Overflows>) => {
  const asked = each(maybe(statusAround), { point, around }, ({ point, around }) =>
    companiesOf(around)
      .filter((company) => mapOf(company) !== null)
      .map((company) => ({ company, at: point, metres: near })),
  )
  return render(listedShape, { around, asked: maybe(asked) }, ({ around, asked }) => {
    const statuses: Of<typeof statusesShape> = Object.assign({}, ...(asked ?? []))
    return around.slice(0, listedAtMost).map(({ year: _, ...overflow }) => {
      const now = overflow.id === null ? undefined : statuses[overflow.id]
      return { ...overflow, status: now?.status ?? null, status_since: now?.status_since ?? null }
    })
  })
}
