/** The sites of `sites.yaml` as time series. Hours are generated from typical values; deterministic. */
import { yamlRows, type SampleAnswer } from '@domesday/vocabulary-samples'

const kinds = {
  NO2: { number: 8, label: 'Nitrogen dioxide (air)' },
  O3: { number: 7, label: 'Ozone (air)' },
  PM10: { number: 5, label: 'Particulate matter less than 10 micro m (aerosol)' },
  'PM2.5': { number: 6001, label: 'Particulate matter less than 2.5 micro m (aerosol)' },
} as const
type Kind = keyof typeof kinds
type Site = { readonly site: string; readonly lat: number; readonly lng: number } & Readonly<
  Partial<Record<Kind, number | null>>
>

const sites = yamlRows<Site>(import.meta.dirname, 'sites.yaml')
const series = sites.flatMap((site, i) =>
  (Object.keys(kinds) as readonly Kind[]).flatMap((kind, j) =>
    site[kind] === undefined ? [] : [{ id: 9000 + i * 10 + j, site, kind, typical: site[kind] ?? null }],
  ),
)

const vocabulary = 'http://dd.eionet.europa.eu/vocabulary/aq/pollutant'
const listed = ({ id, site, kind }: (typeof series)[number]): object => ({
  id: String(id),
  label: `${vocabulary}/${kinds[kind].number} ${id}, ${site.site}`,
  uom: 'ug.m-3',
  station: {
    properties: { id: id + 50_000, label: `${site.site}-${kinds[kind].label}` },
    // As upstream: latitude first, and a string instead of a number.
    geometry: { coordinates: [site.lat, site.lng, 'NaN'], type: 'Point' },
    type: 'Feature',
  },
})

const hour = 3_600_000
const behind = 2 * hour // published two hours late

const hours = (typical: number, id: number, end: number): readonly object[] =>
  Array.from({ length: 24 }, (_, i) => {
    const at = end - (23 - i) * hour
    // Higher at rush hours, lower at night; one hour is not measured.
    const daily = 1 + 0.25 * Math.sin(((new Date(at).getUTCHours() - 9) / 24) * 4 * Math.PI + id)
    return { timestamp: at, value: i === 5 ? -99 : Number((typical * daily).toFixed(3)) }
  }).filter(({ timestamp }) => timestamp <= end - behind)

export const answer: SampleAnswer = ({ path, query }) => {
  if (path === '/sos-ukair/api/v1/timeseries') {
    return { json: series.filter(({ kind }) => String(kinds[kind].number) === query.get('phenomenon')).map(listed) }
  }
  const [, id] = /^\/sos-ukair\/api\/v1\/timeseries\/(\d+)\/getData$/.exec(path) ?? []
  if (id === undefined) return null
  const found = series.find((one) => String(one.id) === id)
  if (!found)
    return {
      status: 404,
      json: { userMessage: `No timeseries found for id '${id}'.`, developerMessage: '', reason: '' },
    }
  const [, end] = /^PT24H\/(.+)$/.exec(query.get('timespan') ?? '') ?? []
  const until = Date.parse(end ?? '')
  if (Number.isNaN(until))
    return { status: 400, json: { userMessage: 'Could not parse the timespan.', developerMessage: '', reason: '' } }
  return { json: { values: found.typical === null ? [] : hours(found.typical, found.id, until) } }
}
