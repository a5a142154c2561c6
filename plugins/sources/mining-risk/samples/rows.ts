/** The areas of `areas.yaml` as GetFeatureInfo answers. */
import { type Point } from '@domesday/core'
import { fromGrid, metresBetween } from '@domesday/vocabulary-geography'
import { yamlRows, type SampleAnswer } from '@domesday/vocabulary-samples'

interface Area extends Point {
  readonly layer: string
  readonly metres: number
}
const areas = yamlRows<Area>(import.meta.dirname, 'areas.yaml')

const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
const response = (fields: string): string =>
  `${head}<FeatureInfoResponse xmlns:esri_wms="http://www.esri.com/wms" xmlns="http://www.esri.com/wms">\n${fields}</FeatureInfoResponse>`

export const answer: SampleAnswer = ({ path, query }) => {
  if (!path.endsWith('/WMSServer')) return null
  const [west = NaN, south = NaN, east = NaN, north = NaN] = (query.get('bbox') ?? '').split(',').map(Number)
  // For a large box the scale is too small, and the layers are empty.
  const fine = query.get('crs') === 'EPSG:27700' && query.get('info_format') === 'text/xml' && east - west <= 50
  if (!fine)
    return {
      xml: `${head}<ServiceExceptionReport version="1.3.0" xmlns="http://www.opengis.net/ogc"><ServiceException code="InvalidFormat"/></ServiceExceptionReport>`,
    }
  const at = fromGrid((west + east) / 2, (south + north) / 2)
  const hits = areas.filter(
    ({ layer, metres, ...middle }) => layer === query.get('query_layers') && metresBetween(middle, at) <= metres,
  )
  return {
    xml: response(
      hits.map(({ layer }, i) => `<FIELDS OBJECTID="${i + 1}" Shape="Polygon" NAME="${layer}"></FIELDS>\n`).join(''),
    ),
  }
}
