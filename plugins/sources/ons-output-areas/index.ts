import {
  dataset,
  list,
  need,
  sent,
  text,
  wire,
  type Harvest,
  type Node,
  type Path,
  type Point,
  type Sent,
  type Shown,
} from '@domesday/core'
import { ofCircle, type Circle } from '@domesday/vocabulary-geography'

/** An output area of the census of 2021, at the place where its middle resident lives. */
export interface Centre {
  readonly code: string
  readonly at: Point
}

const { text: words, number, must, unread } = sent
// Held against the key alone, as map layers have no schema: an area means nothing without its code and its place.
// Errors come with the status of an answer, and no features.
const pageWire = wire({
  features: must([{ attributes: must({ OA21CD: must(words) }), geometry: must({ x: must(number), y: must(number) }) }]),
  exceededTransferLimit: sent.flag,
  ...unread('objectIdFieldName', 'uniqueIdField', 'globalIdFieldName', 'geometryType', 'spatialReference', 'fields'),
})
type Page = Sent<typeof pageWire>

export const centreOf = ({ attributes, geometry: { x: lng, y: lat } }: Page['features'][number]): Centre => {
  if (Math.abs(lat) > 90 || Math.abs(lng) > 180) throw new TypeError('an output area off the Earth')
  return { code: attributes.OA21CD, at: { lat, lng } }
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

export const pages: Harvest<Page> = {
  wire: pageWire,
  days: 1,
  first: () => page(0),
  // The service may send fewer than it is asked for.
  next: ({ features, exceededTransferLimit: more }, { asked, unread: lost }) =>
    more === true && features.length > 0 ? page(offsetOf(asked) + features.length + lost) : null,
  rows: ({ features }) => features,
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
  row: centreOf,
  key: ({ code }) => code,
  place: ({ at }) => at,
})

/** The output areas whose centre lies in a circle. */
export const centresWithin = onsOutputAreas.ask(
  'within',
  (rows, { at, metres }: Circle) =>
    ofCircle(
      Array.from(rows.near(at, metres / 1000), ({ code }) => code),
      { at, metres },
      onsOutputAreas,
    ),
  { digest: list(text()), confidence: 'unconfirmed' },
)

export const outputAreasIn = (area: Node<Circle>): Shown<readonly string[]> =>
  need(centresWithin, area, ({ at, metres }) => ({ at, metres }))
