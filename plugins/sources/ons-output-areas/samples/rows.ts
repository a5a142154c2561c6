/** Pages of output areas, as the map service sends them. */
import { csvRows, type SampleAnswer } from '@domesday/vocabulary-samples'

const rows = csvRows<Readonly<Record<'code' | 'lng' | 'lat', string>>>(import.meta.dirname, 'centres.csv')
const atMost = 100

export const answer: SampleAnswer = ({ path, query }) => {
  if (!path.endsWith('/OA_December_2021_EW_PWC_V4/FeatureServer/0/query')) return null
  const offset = Number(query.get('resultOffset'))
  const shown = rows.slice(offset, offset + atMost)
  return {
    json: {
      objectIdFieldName: 'FID',
      geometryType: 'esriGeometryPoint',
      spatialReference: { wkid: 4326, latestWkid: 4326 },
      ...(offset + atMost < rows.length && { exceededTransferLimit: true }),
      features: shown.map(({ code, lng, lat }) => ({
        attributes: { OA21CD: code },
        geometry: { x: Number(lng), y: Number(lat) },
      })),
    },
  }
}
