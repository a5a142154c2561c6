import {
  derive,
  list,
  need,
  object,
  orNull,
  render,
  some,
  source,
  type Node,
  type Of,
  type Point,
  type Shape,
  type Shown,
} from '@domesday/core'
import { ofCircle } from '@domesday/vocabulary-geography'
import { authorisedIn, authorisedWire, historicIn, historicWire, reach, siteShape } from './sites.ts'

export type { Landfill } from './sites.ts'

export const eaLandfill = source({
  id: 'ea-landfill',
  title: 'Landfill sites',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution:
    '© Environment Agency copyright and/or database right; contains information © Local Authorities; licensed under the Open Government Licence v3.0',
  terms: {
    words:
      'Reported in July 2026 to be under the Open Government Licence. For years both maps were under the Environment Agency Conditional Licence, which was no open one: look at the page of the dataset before you charge.',
    url: 'https://environment.data.gov.uk/dataset/17edf94f-6de3-4034-b66b-004ebd0dd010',
  },
  covers: ['England'],
  coverage:
    'England: outlines of historic landfill sites, whose permits have ended or that never had one, and of those that are authorised. Councils and the agency know of these; none here is no proof that nothing was buried',
  // As other maps of this server: it rejects calls with a 403 and answers the next one.
  slow: ({ status }) => (status === 403 ? 1 : null),
})

const metresInDegree = 111_320
const boxAround = ({ lat, lng }: Point): string => {
  const up = reach / metresInDegree,
    along = up / Math.cos((lat * Math.PI) / 180)
  return [lng - along, lat - up, lng + along, lat + up].map((degrees) => degrees.toFixed(6)).join(',')
}
const most = 100

/**
 * Historic landfill sites within 250 m. The same form of the same server as the flood zones, of which we have recorded
 * answers; of this map we have none, and know its name and columns from programs that use it.
 */
export const historic = eaLandfill.get('historic', {
  wire: historicWire,
  path: (at: Point) => [
    '/spatialdata/historic-landfill/ogc/features/v1/collections/Historic_Landfill_Sites/items',
    { bbox: boxAround(at), f: 'json', limit: most },
  ],
  digest: list(siteShape),
  read: historicIn,
  confidence: 'unconfirmed',
})

const authorisedLayer =
  'dataset-692eaecf-d465-11e4-ac2e-f0def148f590:Permitted_Waste_Sites_Authorised_Landfill_Site_Boundaries'

/** Authorised landfill sites within 250 m, by the WFS that a program asks; longitude comes first in its box. */
export const authorised = eaLandfill.get('authorised', {
  wire: authorisedWire,
  path: (at: Point) => [
    '/spatialdata/permitted-waste-sites-authorised-landfill-site-boundaries/wfs',
    {
      service: 'WFS',
      version: '2.0.0',
      request: 'GetFeature',
      typeNames: authorisedLayer,
      outputFormat: 'application/json',
      srsName: 'EPSG:4326',
      count: most,
      bbox: `${boxAround(at)},EPSG:4326`,
    },
  ],
  digest: list(siteShape),
  read: authorisedIn,
  confidence: 'unconfirmed',
})

const landfillFields = object({
  historic: orNull(list(siteShape, 'Within 250 m, nearest first; null where the map did not answer')),
  authorised: orNull(list(siteShape, 'The same of those with a permit, which may be closed to waste')),
})
/** Landfill sites that hold a point or are near it. */
export interface LandfillAround extends Of<typeof landfillFields> {}
const landfillShape: Shape<LandfillAround> = landfillFields

/** At least one of the two maps must answer. */
export const landfillAround = (point: Node<Point>): Shown<LandfillAround> => {
  const around = (sites: Node<readonly Of<typeof siteShape>[]>) =>
    derive({ sites, point }, ({ sites, point }) => ofCircle(sites, { at: point, metres: reach }, eaLandfill))
  return render(
    landfillShape,
    some({ historic: around(need(historic, point)), authorised: around(need(authorised, point)) }),
    (known) => known,
  )
}
