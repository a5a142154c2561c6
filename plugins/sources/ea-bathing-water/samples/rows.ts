/** The sites of `sites.yaml` as the linked-data lists of both countries. */
import { toGrid } from '@domesday/vocabulary-geography'
import { numberIn, page, yamlRows, type SampleAnswer } from '@domesday/vocabulary-samples'

interface Site {
  readonly country: 'England' | 'Wales'
  readonly id: string
  readonly name: string
  readonly welsh?: string
  readonly type?: string
  readonly lat: number
  readonly lng: number
  readonly class?: string
  readonly season?: number
  readonly council: string
  readonly rain?: true
  readonly ended?: number
}

const rows = yamlRows<Site>(import.meta.dirname, 'sites.yaml')
const codes: Readonly<Record<string, number>> = { Excellent: 1, Good: 2, Sufficient: 3, Poor: 4 }
const root = 'http://environment.data.gov.uk'
const words = (value: string, language = 'en'): object => ({ _value: value, _lang: language })

const item = (site: Site): object => {
  const notation = site.id.split('-')[1],
    { easting, northing } = toGrid(site)
  return {
    _about: `${root}/id/bathing-water/${site.id}`,
    country: {
      _about: `http://data.ordnancesurvey.co.uk/id/country/${site.country.toLowerCase()}`,
      name: words(site.country),
    },
    district: [
      { _about: 'http://data.ordnancesurvey.co.uk/id/7000000000099999', name: words(site.council) },
      'http://statistics.data.gov.uk/id/statistical-geography/E06000999',
    ],
    eubwidNotation: site.id,
    ...(site.class && {
      latestComplianceAssessment: {
        _about: `${root}/data/bathing-water-quality/compliance-rBWD/point/${notation}/year/${site.season ?? 2025}`,
        complianceClassification: { _about: `${root}/def/bwq-cc-2015/${codes[site.class]}`, name: words(site.class) },
      },
    }),
    name: site.welsh ? [words(site.welsh, 'cy'), words(site.name)] : words(site.name),
    samplingPoint: {
      _about: `http://location.data.gov.uk/so/ef/SamplingPoint/bwsp.eaew/${notation}`,
      easting,
      lat: site.lat,
      long: site.lng,
      name: words(`Sampling point at ${site.name}`),
      northing,
    },
    type: [`${root}/def/bathing-water/BathingWater`, `${root}/def/bathing-water/${site.type ?? 'Coastal'}BathingWater`],
    ...(site.rain && { waterQualityImpactedByHeavyRain: true }),
    yearDesignated: 'http://reference.data.gov.uk/id/year/1988',
    ...(site.ended && { yearDedesignated: `http://reference.data.gov.uk/id/year/${site.ended}` }),
  }
}

export const answer: SampleAnswer = ({ path, query }) => {
  const country =
    path === '/doc/bathing-water.json'
      ? 'England'
      : path === '/wales/bathing-waters/doc/bathing-water.json'
        ? 'Wales'
        : null
  if (country === null) return null
  const size = numberIn(query, '_pageSize', 10),
    number = numberIn(query, '_page', 0)
  const { items, next } = page(
    rows.filter((site) => site.country === country),
    size * number,
    size,
  )
  const address = (of: number): string => `https://environment.data.gov.uk${path}?_pageSize=${size}&_page=${of}`
  return {
    json: {
      format: 'linked-data-api',
      version: '0.2',
      result: {
        _about: address(number),
        first: address(0),
        isPartOf: {
          _about: `https://environment.data.gov.uk${path}`,
          type: ['http://purl.org/linked-data/api/vocab#ListEndpoint'],
        },
        items: items.map(item),
        itemsPerPage: size,
        ...(next !== null && { next: address(number + 1) }),
        page: number,
        startIndex: size * number + 1,
        type: ['http://purl.org/linked-data/api/vocab#Page'],
      },
    },
  }
}
