import {
  dataset,
  list,
  need,
  numeric,
  stated,
  text,
  type Harvest,
  type Node,
  type Path,
  type Point,
  type Shown,
} from '@domesday/core'

/** An output area of the census of 2021, at the place where its middle resident lives. */
export interface Centre {
  readonly code: string
  readonly at: Point
}

interface Wire {
  readonly attributes?: { readonly OA21CD?: string | null } | null
  readonly geometry?: { readonly x?: number | null; readonly y?: number | null } | null
}
interface Page {
  readonly features?: readonly Wire[]
  readonly exceededTransferLimit?: boolean
}

export const centreOf = ({ attributes, geometry }: Wire): Centre => {
  const code = stated(attributes?.OA21CD),
    lng = numeric(geometry?.x),
    lat = numeric(geometry?.y)
  if (code === null || lng === null || lat === null || Math.abs(lat) > 90 || Math.abs(lng) > 180)
    throw new TypeError('an output area without its code or its place')
  return { code, at: { lat, lng } }
}

const atOnce = 2000
const page = (offset: number): Path => [
  '/ESMARspQHYMw9BZ9/arcgis/rest/services/OA_December_2021_EW_PWC_V4/FeatureServer/0/query',
  {
    where: '1=1',
    outFields: 'OA21CD',
    orderByFields: 'OA21CD',
    returnGeometry: true,
    outSR: 4326,
    resultOffset: offset,
    resultRecordCount: atOnce,
    f: 'json',
  },
]
const offsetOf = (asked: Path): number =>
  Number(
    typeof asked === 'string'
      ? URL.parse(asked, 'https://any')!.searchParams.get('resultOffset')
      : asked[1]['resultOffset'],
  )

export const pages: Harvest = {
  days: 1,
  first: () => page(0),
  // The service may send fewer than it is asked for.
  next: ({ features = [], exceededTransferLimit: more }: Page, { asked }) =>
    more === true && features.length > 0 ? page(offsetOf(asked) + features.length) : null,
  // Its errors come with the status of an answer.
  rows: ({ features }: Page) => {
    if (features === undefined) throw new TypeError('there is no features in it')
    return features
  },
}

export const onsOutputAreas = dataset({
  id: 'ons-output-areas',
  title: 'Output areas of the census',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution:
    'Source: Office for National Statistics licensed under the Open Government Licence v.3.0. Contains OS data © Crown copyright and database right 2026',
  covers: ['England', 'Wales'],
  coverage: 'England and Wales: the 188,880 output areas of the census of 2021, each at its population-weighted centre',
  pull: pages,
  row: (wire: Wire): Centre => centreOf(wire),
  key: ({ code }) => code,
  place: ({ at }) => at,
})

export interface Circle {
  readonly at: Point
  readonly metres: number
}

/** The output areas whose centre lies in a circle. */
export const centresWithin = onsOutputAreas.ask(
  'within',
  (rows, { at, metres }: Circle) => Array.from(rows.near(at, metres / 1000), ({ code }) => code),
  { digest: list(text()), confidence: 'unconfirmed' },
)

export const outputAreasIn = (area: Node<Circle>): Shown<readonly string[]> =>
  need(centresWithin, area, ({ at, metres }) => ({ at, metres }))
