import {
  choice,
  flag,
  need,
  object,
  source,
  type Node,
  type Of,
  type Point,
  type Shape,
  type Shown,
} from '@domesday/core'
import { toGrid } from '@domesday/vocabulary-geography'

export const miningRisk = source({
  id: 'mining-risk',
  title: 'Coal mining and development',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution:
    'Contains Mining Remediation Authority data © Mining Remediation Authority, made available through the British Geological Survey under the Open Government Licence v3.0',
  terms: {
    words:
      'Open Government Licence; re-use is reported not to be permitted “for activities that form part of the Authority’s public task”: an answer is no coal mining report, and may not be sold as one.',
    url: 'https://www.gov.uk/guidance/access-coal-mining-information-and-data',
  },
  covers: ['England', 'Wales', 'Scotland'],
  coverage:
    'Great Britain: coalfields, and where past coal mining makes building on them risky. Other mining is not in it',
})

/** Layers of the planning service. They consist of areas. */
export type Layer =
  | 'Coal.Mining.Reporting.Area'
  | 'Development.High.Risk.Area'
  | 'Surface.Mining.Past.and.Current'
  | 'Surface.Coal.Resource.Areas'

/** Held against programs that read the answer, as the service states no schema. */
type Response = Readonly<Record<string, unknown>> | string
/** The element's name without its namespace prefix. */
const local = (name: string): string => name.replace(/^.*:/, '')

/** Layers are drawn only at 1:10,000 to 1:25,000: if the box is large for its picture, nothing is found. */
const half = 10 // metres

/**
 * Whether a layer contains a point. A match is an element FIELDS; without a match there is none. Errors have status 200
 * and another root element.
 */
export const holdsPoint = miningRisk.get('holds', {
  path: ({ layer, at }: { readonly layer: Layer; readonly at: Point }) => {
    const { easting, northing } = toGrid(at)
    return [
      '/coalauthority_planning_policy_constraints/MapServer/WMSServer',
      {
        service: 'WMS',
        version: '1.3.0',
        request: 'GetFeatureInfo',
        layers: layer,
        query_layers: layer,
        crs: 'EPSG:27700',
        bbox: [easting - half, northing - half, easting + half, northing + half].join(','),
        width: 101,
        height: 101,
        i: 50,
        j: 50,
        info_format: 'text/xml',
      },
    ]
  },
  as: 'xml',
  digest: flag(),
  read: (document: Readonly<Record<string, Response>>): boolean => {
    const [root, response] = Object.entries(document)[0] ?? ['', '']
    if (local(root) !== 'FeatureInfoResponse') throw new TypeError(`answered ${root || 'nothing'}`)
    if (typeof response !== 'object') return false
    const [strange] = Object.keys(response).filter((name) => !/^[@#]/.test(name) && local(name) !== 'FIELDS')
    if (strange !== undefined) throw new TypeError(`answered with ${strange} in place of FIELDS`)
    return Object.keys(response).some((name) => local(name) === 'FIELDS')
  },
  // The answer's format is what two other programs read; we could get no answer.
  confidence: 'unconfirmed',
})

const miningFields = object({
  level: choice(['outside the coalfield', 'on the coalfield', 'surface mining', 'high risk'], {
    description: 'The worst of what follows',
    tones: { good: ['outside the coalfield'], fair: ['on the coalfield', 'surface mining'], bad: ['high risk'] },
  }),
  coalfield: flag('Where a search for old workings is usual'),
  development_high_risk_area: flag('An application needs a Coal Mining Risk Assessment'),
  surface_mining: flag('Past or present'),
  // Minerals policy protects it.
  surface_coal: flag('Coal near the surface, kept from being built over'),
})
export interface Mining extends Of<typeof miningFields> {}
const miningShape: Shape<Mining> = miningFields

const outside: Mining = {
  coalfield: false,
  development_high_risk_area: false,
  surface_mining: false,
  surface_coal: false,
  level: 'outside the coalfield',
}

/** Coal mining at a point. All other layers lie within the reporting area, so outside it they are not asked. */
const miningAtPoint = miningRisk.run(
  'mining',
  async (at: Point, { ask }): Promise<Mining> => {
    if (!(await ask(holdsPoint, { layer: 'Coal.Mining.Reporting.Area', at }))) return outside
    const [highRisk, surfaceMined, surfaceCoal] = await Promise.all([
      ask(holdsPoint, { layer: 'Development.High.Risk.Area', at }),
      ask(holdsPoint, { layer: 'Surface.Mining.Past.and.Current', at }),
      ask(holdsPoint, { layer: 'Surface.Coal.Resource.Areas', at }),
    ])
    return {
      coalfield: true,
      development_high_risk_area: highRisk,
      surface_mining: surfaceMined,
      surface_coal: surfaceCoal,
      level: highRisk ? 'high risk' : surfaceMined ? 'surface mining' : 'on the coalfield',
    }
  },
  { confidence: 'unconfirmed', digest: miningShape },
)

export const miningAt = (point: Node<Point>): Shown<Mining> => need(miningAtPoint, point)
