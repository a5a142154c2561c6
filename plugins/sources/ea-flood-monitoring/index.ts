import {
  derive,
  each,
  many,
  maybe,
  need,
  numeric,
  present,
  source,
  stated,
  type Node,
  type Point,
} from '@domesday/core'
import { holds, type Geometry } from '@domesday/vocabulary-geography'
import { utcOf } from './time.ts'

export const eaFloodMonitoring = source({
  id: 'ea-flood-monitoring',
  title: 'Flood warnings in force',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution: 'This uses Environment Agency flood and river level data from the real-time data API (Beta)',
  covers: ['England'],
  coverage: 'England: flood alerts, warnings and severe warnings now in force, refreshed every 15 minutes',
  // A client that sends too fast gets a 403 on every path for a while. The service has no credentials, so a 403 means
  // nothing else.
  slow: ({ status }) => (status === 403 ? 60 : null),
})

/** A flood alert, warning or severe warning in force near a point. */
export interface Warning {
  /** Code of the flood area, `013WAFLM`. */
  readonly area: string
  readonly name: string | null
  readonly severity: 'Severe flood warning' | 'Flood warning' | 'Flood alert'
  readonly severityLevel: 1 | 2 | 3
  readonly riverOrSea: string | null
  readonly tidal: boolean | null
  readonly message: string | null
  /** UTC: `2026-10-14T17:05:21Z`. */
  readonly raisedAt: string | null
  /** When the severity last changed, UTC. */
  readonly changedAt: string | null
}

interface Wire {
  readonly floodAreaID?: string
  readonly description?: string
  readonly message?: string
  readonly severity?: string
  readonly severityLevel?: number | string
  readonly isTidal?: boolean
  readonly timeRaised?: string
  readonly timeSeverityChanged?: string
  readonly floodArea?: string | { readonly notation?: string; readonly riverOrSea?: string } | null
}

const severities = { 1: 'Severe flood warning', 2: 'Flood warning', 3: 'Flood alert' } as const

/** From the level rather than the words, whose case varies. 4 is a warning that ended within the last day. */
const levelOf = ({ severityLevel, severity }: Wire): 1 | 2 | 3 | null => {
  const level = numeric(severityLevel)
  if (level !== null) return level === 1 || level === 2 || level === 3 ? level : null
  const word = stated(severity)?.toLowerCase()
  return ([1, 2, 3] as const).find((known) => severities[known].toLowerCase() === word) ?? null
}

const warning = (wire: Wire): Warning | null => {
  const { description, isTidal } = wire,
    floodArea = wire.floodArea ?? undefined
  const area =
    stated(wire.floodAreaID) ??
    stated(typeof floodArea === 'object' ? floodArea.notation : floodArea?.split('/').at(-1))
  const severityLevel = levelOf(wire)
  return area === null || severityLevel === null
    ? null
    : {
        area,
        name: stated(description),
        severity: severities[severityLevel],
        severityLevel,
        riverOrSea: typeof floodArea === 'object' ? stated(floodArea.riverOrSea) : null,
        tidal: isTidal ?? null,
        message: stated(wire.message),
        raisedAt: utcOf(wire.timeRaised),
        changedAt: utcOf(wire.timeSeverityChanged),
      }
}

export interface Around {
  readonly at: Point
  readonly km: number
}

/**
 * Warnings in force for areas whose centre is near a point, most severe first; `[]` if there are none. Ended warnings
 * are left out.
 */
export const warningsNear = eaFloodMonitoring.get('warnings', {
  path: ({ at: { lat, lng }, km }: Around) => ['/flood-monitoring/id/floods', { lat, long: lng, dist: km }],
  read: ({ items }: { readonly items?: readonly Wire[] | Wire | null }): readonly Warning[] => {
    // The list is present even if it is empty.
    if (!items) throw new TypeError('no list of warnings')
    return many<Wire>(items)
      .map(warning)
      .filter((one) => one !== null)
      .toSorted((a, b) => a.severityLevel - b.severityLevel || (a.area < b.area ? -1 : 1))
  },
})

interface Area {
  readonly type?: string
  readonly geometry?: Geometry | null
  readonly features?: readonly { readonly geometry?: Geometry | null }[]
}

/** Whether a flood area contains a point. Null if the service does not know the area. */
export const areaHolds = eaFloodMonitoring.get('area-holds', {
  demands: ['features[].geometry.type'],
  path: ({ area }: { readonly area: string; readonly at: Point }) =>
    `/flood-monitoring/id/floodAreas/${encodeURIComponent(area)}/polygon`,
  read: (wire: Area | Geometry, { at }): boolean => {
    if ('coordinates' in wire) return holds(wire, at)
    const { geometry, features = [{ geometry: present(geometry, 'geometry') }] } = wire as Area
    return features.some(({ geometry }) => holds(geometry, at))
  },
  none: ({ status }) => (status === 404 ? null : undefined),
})

/** A warning, and whether its area contains the point; null if that is unknown. */
export interface WarningAt extends Warning {
  readonly here: boolean | null
}

/**
 * Radius in kilometres. A warning's area is a few streets; an alert's may be a whole valley whose centre is far away.
 */
export const reach = { near: 10, alerts: 40 }
// In a storm there are dozens of warnings around a point, each with a polygon: read only the most severe ones and this
// many distant alerts.
const most = { near: 12, alerts: 16 }

/**
 * Warnings in force around a point, and distant alerts whose area contains it. Those that contain the point come first,
 * then the most severe.
 */
export const warningsAt = (point: Node<Point>): Node<readonly WarningAt[]> => {
  const near = need(warningsNear, { point }, ({ point }) => ({ at: point, km: reach.near }))
  const wide = need(warningsNear, { point }, ({ point }) => ({ at: point, km: reach.alerts }))
  const far = derive({ near, wide }, ({ near, wide }) =>
    wide
      .filter(({ area, severityLevel }) => severityLevel === 3 && !near.some((one) => one.area === area))
      .slice(0, most.alerts),
  )
  const holding = each(maybe(areaHolds), { point, near }, ({ point, near }) =>
    near.slice(0, most.near).map(({ area }) => ({ area, at: point })),
  )
  const farHolding = each(maybe(areaHolds), { point, far }, ({ point, far }) =>
    far.map(({ area }) => ({ area, at: point })),
  )
  const nearness = (here: boolean | null): number => (here === true ? 0 : here === null ? 1 : 2)
  return derive(
    { near, holding: maybe(holding), far: maybe(far), farHolding: maybe(farHolding) },
    ({ near, holding, far, farHolding }) =>
      [
        ...near.map((one, i): WarningAt => ({ ...one, here: holding?.[i] ?? null })),
        ...(far ?? []).flatMap((one, i): readonly WarningAt[] =>
          farHolding?.[i] === true ? [{ ...one, here: true }] : [],
        ),
      ].toSorted((a, b) => nearness(a.here) - nearness(b.here) || a.severityLevel - b.severityLevel),
  )
}
