/** The entities of `sites.yaml` as the platform's search answers: by data set, period, point or polygon. */
import { type Point } from '@domesday/core'
import { circle, inRing, metresBetween } from '@domesday/vocabulary-geography'
import { numberIn, page, yamlRows, type SampleAnswer, type SampleReply } from '@domesday/vocabulary-samples'

interface Row extends Point {
  readonly dataset: string
  readonly name?: string
  readonly reference: string
  readonly organisation?: number
  readonly designated?: string
  readonly start?: string
  readonly end?: string
  readonly metres?: number
  /** Number of separate points to generate within `metres`. */
  readonly spread?: number
  readonly extra?: Readonly<Record<string, string>>
}

/** Points along a spiral; deterministic. */
const spread = (row: Row): readonly Row[] =>
  row.spread === undefined
    ? [row]
    : Array.from({ length: row.spread }, (_, i) => {
        const { metres = 0, spread: count = 1, ...rest } = row
        const far = metres * Math.sqrt((i + 0.5) / count),
          angle = i * 2.399963
        return {
          ...rest,
          reference: String(Number(row.reference) + i),
          name: `${i + 1} SAMPLE TERRACE`,
          lat: row.lat + (far * Math.cos(angle)) / 111_320,
          lng: row.lng + (far * Math.sin(angle)) / (111_320 * Math.cos((row.lat * Math.PI) / 180)),
          extra: { 'listed-building-grade': 'II' },
        }
      })

const rows = yamlRows<Row>(import.meta.dirname, 'sites.yaml')
  .flatMap(spread)
  .map((row, i) => ({ ...row, entity: 99_000_000 + i }))
type Entity = (typeof rows)[number]

const known = new Set([
  'conservation-area',
  'listed-building',
  'listed-building-outline',
  'scheduled-monument',
  'world-heritage-site',
  'world-heritage-site-buffer-zone',
  'park-and-garden',
  'battlefield',
  'archaeological-priority-area',
  'green-belt',
  'article-4-direction-area',
  'tree-preservation-zone',
  'central-activities-zone',
  'national-park',
  'area-of-outstanding-natural-beauty',
  'site-of-special-scientific-interest',
  'special-area-of-conservation',
  'special-protection-area',
  'ramsar',
  'national-nature-reserve',
  'local-nature-reserve',
  'ancient-woodland',
  'flood-risk-zone',
  'brownfield-land',
  'brownfield-site',
  'local-planning-authority',
])

const positions = (ring: readonly Point[]): string =>
  ring.map(({ lat, lng }) => `${lng.toFixed(6)} ${lat.toFixed(6)}`).join(',')
const geometry = (row: Entity): string => {
  if (row.metres === undefined) return ''
  const corners = circle(row, row.metres)
  return `MULTIPOLYGON (((${positions([...corners, corners[0]!])})))`
}

const wireOf = (row: Entity) => ({
  'entry-date': '2026-04-01',
  'start-date': row.start ?? '',
  'end-date': row.end ?? '',
  entity: row.entity,
  name: row.name ?? '',
  dataset: row.dataset,
  typology: 'geography',
  reference: row.reference,
  prefix: row.dataset,
  'organisation-entity': String(row.organisation ?? ''),
  quality: 'authoritative',
  ...(row.designated && { 'designation-date': row.designated }),
  ...row.extra,
  geometry: geometry(row),
  point: `POINT (${row.lng.toFixed(6)} ${row.lat.toFixed(6)})`,
})

const ringIn = (wkt: string | null): readonly Point[] | null => {
  const [, inner] = /^POLYGON\s*\(\(([^()]+)\)\)$/.exec(wkt ?? '') ?? []
  return (
    inner
      ?.split(',')
      .map((position) => position.trim().split(/\s+/).map(Number))
      .map(([lng = NaN, lat = NaN]) => ({ lat, lng })) ?? null
  )
}
/**
 * A circular area overlaps a ring if its centre is inside or a corner of the ring is within its radius. Approximate:
 * edges are not tested.
 */
const meets =
  (ring: readonly Point[]) =>
  (row: Entity): boolean =>
    inRing(row, ring) || ring.some((corner) => metresBetween(corner, row) <= (row.metres ?? 0))

const refused = (where: string, message: string): SampleReply => ({
  status: 422,
  json: { detail: [{ type: 'value_error', loc: ['query', where], msg: message, ctx: {} }] },
})

export const answer: SampleAnswer = ({ path, query }) => {
  if (path !== '/entity.json')
    return {
      status: 404,
      text: '<!DOCTYPE html><html lang="en"><title>Page not found</title></html>',
      type: 'text/html; charset=utf-8',
    }
  const datasets = query.getAll('dataset'),
    unknown = datasets.find((name) => !known.has(name))
  if (unknown !== undefined) return refused('dataset', `Requested datasets do not exist: ${unknown}.`)
  const limit = numberIn(query, 'limit', 10)
  if (limit < 1 || limit > 500) return refused('limit', 'Input should be less than or equal to 500')
  const ring = ringIn(query.get('geometry'))
  if (query.has('geometry') && ring === null) return refused('geometry', 'Invalid geometry')

  const at = { lat: numberIn(query, 'latitude', NaN), lng: numberIn(query, 'longitude', NaN) }
  // A query by point finds only areas; one by polygon also finds points.
  const here = ring ? meets(ring) : (row: Entity) => row.metres !== undefined && metresBetween(row, at) <= row.metres
  const current = query.get('period') === 'current'
  const found = rows.filter((row) => datasets.includes(row.dataset) && here(row) && !(current && row.end !== undefined))
  const left = new Set(query.getAll('exclude_field').flatMap((names) => names.split(',')))
  const { items, total } = page(found, numberIn(query, 'offset', 0), limit)
  const entities = items.map((row) =>
    Object.fromEntries(Object.entries(wireOf(row)).filter(([name]) => !left.has(name))),
  )
  return { json: { entities, links: {}, count: total } }
}
