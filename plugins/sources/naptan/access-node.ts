/** Access nodes of the national file: whether each is a station or a stop, of which kind, and its name. */
import { numeric, sent, stated, wire, type Point, type Sent } from '@domesday/core'
import { fromGrid, mayLieIn, metresBetween } from '@domesday/vocabulary-geography'

export const stationTypes = ['rail', 'metro', 'tram'] as const
export type StationType = (typeof stationTypes)[number]

export interface AccessNode {
  /** ATCO code. */
  readonly code: string
  readonly name: string
  readonly type: StationType | 'bus'
  readonly locality: string | null
  readonly at: Point
  /** The register calls it inactive. Some railway stations that are open stand so. */
  readonly inactive?: true
  /** How far its grid reference lies from its coordinates, metres, where that is another place. */
  readonly apart?: number
}

const { text: words, often } = sent
// Held against the department's list of columns. Every column may be empty, and rows of old nodes lack some.
export const nodesWire = wire({
  ATCOCode: often(words),
  CommonName: often(words),
  LocalityName: often(words),
  Easting: often(words),
  Northing: often(words),
  Longitude: often(words),
  Latitude: often(words),
  StopType: often(words),
  BusStopType: often(words),
  Modification: often(words),
  Status: often(words),
  ...sent.unread(
    'NaptanCode',
    'PlateCode',
    'CleardownCode',
    'CommonNameLang',
    'ShortCommonName',
    'ShortCommonNameLang',
  ),
  ...sent.unread('Landmark', 'LandmarkLang', 'Street', 'StreetLang', 'Crossing', 'CrossingLang', 'Indicator'),
  ...sent.unread('IndicatorLang', 'Bearing', 'NptgLocalityCode', 'ParentLocalityName', 'GrandParentLocalityName'),
  ...sent.unread('Town', 'TownLang', 'Suburb', 'SuburbLang', 'LocalityCentre', 'GridType', 'TimingStatus'),
  ...sent.unread('DefaultWaitTime', 'Notes', 'NotesLang', 'AdministrativeAreaCode', 'CreationDateTime'),
  ...sent.unread('ModificationDateTime', 'RevisionNumber'),
})
export type NodeRow = Sent<typeof nodesWire>

/**
 * Two letters of a code give the system of a metro or tram node. Others are ignored: heritage railways, cable cars and
 * airport shuttles have nodes of the same type.
 */
const systems: Readonly<Record<string, StationType>> = {
  LU: 'metro',
  DL: 'metro',
  TW: 'metro',
  GL: 'metro',
  CR: 'tram',
  MA: 'tram',
  NO: 'tram',
  SY: 'tram',
  WM: 'tram',
  BP: 'tram',
  ED: 'tram',
}
/** Underground stations with codes of other systems. */
const misfiled: Readonly<Record<string, StationType>> = { '9400ZZBPSUST': 'metro', '9400ZZNEUGST': 'metro' }

/**
 * Only area nodes: entrances and platforms of a station have their own nodes. Codes outside 9400ZZ duplicate nodes
 * inside it.
 */
const typeOf = (stopType: string, busStopType: string, code: string, name: string): AccessNode['type'] | null => {
  if (stopType === 'RLY') return 'rail'
  if (stopType === 'MET') {
    // The line to Newhaven has Tyne and Wear codes.
    if (name.endsWith('(Edinburgh Trams)')) return 'tram'
    return misfiled[code] ?? systems[/^940[0G]ZZ([A-Z]{2})/.exec(code)?.[1] ?? ''] ?? null
  }
  // A flexible zone is an area for on-demand buses.
  return stopType === 'BST' || stopType === 'BCS' || stopType === 'BCQ' || (stopType === 'BCT' && busStopType !== 'FLX')
    ? 'bus'
    : null
}

const networks =
  'Manchester Metrolink|Tyne (?:and|&) Wear Metro Station|West Midlands Metro|Blackpool Tramway|Edinburgh Trams'
const suffixes = new RegExp(
  String.raw` (?:(?:Rail|Underground|DLR|(?:SPT )?Subway) Station|Tram Stop|\((?:${networks})\))$|-Underground$`,
)

/** Files until 2020 say `act` and `del`. */
const isActive = (w: NodeRow): boolean => /^act/i.test(w.Status ?? '')
const isDeleted = (w: NodeRow): boolean => /^(del|arch)/i.test(w.Modification ?? '')

const covered = ['England', 'Wales', 'Scotland']
/** Metres. The grid is right to some metres, and stops are moved in one of the two alone: farther off one is wrong. */
const tolerance = 1000

/** By its coordinates, or by its grid reference where it has none, or such as lie outside Great Britain. */
const positionOf = (w: NodeRow): Pick<AccessNode, 'at' | 'apart'> | null => {
  const lat = numeric(w.Latitude),
    lng = numeric(w.Longitude)
  const easting = numeric(w.Easting),
    northing = numeric(w.Northing)
  const [at, other] = [lat && lng ? { lat, lng } : null, easting && northing ? fromGrid(easting, northing) : null]
    .filter((point) => point !== null)
    .filter((point) => covered.some((nation) => mayLieIn(nation, point)))
  if (at === undefined) return null
  const apart = other === undefined ? 0 : Math.round(metresBetween(at, other))
  return apart > tolerance ? { at, apart } : { at }
}

export const nodeOf = (wire: NodeRow): AccessNode | null => {
  if (isDeleted(wire)) return null
  const code = stated(wire.ATCOCode),
    name = stated(wire.CommonName)
  const type = code === null || name === null ? null : typeOf(wire.StopType ?? '', wire.BusStopType ?? '', code, name)
  if (type === null || (!isActive(wire) && !(type === 'rail' && /^inactive/i.test(wire.Status ?? '')))) return null
  const position = positionOf(wire)
  return (
    position && {
      code: code!,
      name: type === 'bus' ? name! : name!.replace(suffixes, ''),
      type,
      locality: stated(wire.LocalityName),
      ...position,
      ...(!isActive(wire) && { inactive: true as const }),
    }
  )
}
