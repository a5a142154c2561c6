import {
  choice,
  derive,
  drawn,
  each,
  flag,
  list,
  many,
  maybe,
  need,
  numeric,
  object,
  orNull,
  present,
  render,
  source,
  stated,
  text,
  time,
  type Node,
  type Of,
  type Point,
  type Shape,
  type Shown,
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

/** Most severe first: levels 1, 2 and 3. Level 4 is a warning that ended within the last day. */
const severities = ['Severe flood warning', 'Flood warning', 'Flood alert'] as const
type Severity = (typeof severities)[number]

const warningFields = {
  // `013WAFLM`
  area: text('Code of the flood area'),
  name: orNull(text('Name of the flood area')),
  severity: choice(severities, {
    description: 'Danger to life; flooding is expected; flooding is possible',
    tones: { bad: ['Severe flood warning', 'Flood warning'], fair: ['Flood alert'] },
  }),
  raised_at: orNull(time('When it was raised, in UTC')),
}
const warningShape = object(warningFields)
/** A flood alert, warning or severe warning in force near a point. */
export interface Warning extends Of<typeof warningShape> {}

interface Wire {
  readonly floodAreaID?: string
  readonly description?: string
  readonly severity?: string
  readonly severityLevel?: number | string
  readonly timeRaised?: string
  readonly floodArea?: string | { readonly notation?: string } | null
}

/** From the level rather than the words, whose case varies. Null for a warning that ended. */
const severityOf = ({ severityLevel, severity }: Wire): Severity | null => {
  const level = numeric(severityLevel)
  if (level !== null) return severities[level - 1] ?? null
  const word = stated(severity)?.toLowerCase()
  return severities.find((known) => known.toLowerCase() === word) ?? null
}

const warning = (wire: Wire): Warning | null => {
  const floodArea = wire.floodArea ?? undefined
  const area =
    stated(wire.floodAreaID) ??
    stated(typeof floodArea === 'object' ? floodArea.notation : floodArea?.split('/').at(-1))
  const severity = severityOf(wire)
  return area === null || severity === null
    ? null
    : { area, name: stated(wire.description), severity, raised_at: utcOf(wire.timeRaised) }
}

const bySeverity = (a: Warning, b: Warning): number => severities.indexOf(a.severity) - severities.indexOf(b.severity)

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
  digest: list(warningShape),
  read: ({ items }: { readonly items?: readonly Wire[] | Wire | null }) => {
    // The list is present even if it is empty.
    if (!items) throw new TypeError('no list of warnings')
    return many<Wire>(items)
      .map(warning)
      .filter((one) => one !== null)
      .toSorted((a, b) => bySeverity(a, b) || (a.area < b.area ? -1 : 1))
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
  digest: flag(),
  read: (wire: Area | Geometry, { at }) => {
    if ('coordinates' in wire) return holds(wire, at)
    const { geometry, features = [{ geometry: present(geometry, 'geometry') }] } = wire as Area
    return features.some(({ geometry }) => holds(geometry, at))
  },
  none: ({ status }) => (status === 404 ? null : undefined),
})

const warningAtFields = drawn(
  object({
    ...warningFields,
    covers_postcode: orNull(flag('Whether its area holds this postcode')),
  }),
  'events',
  { on: 'raised_at', title: ['name', 'area'], word: 'severity', more: 'covers_postcode' },
)
/** A warning, and whether its area contains the point; null if that is unknown. */
export interface WarningAt extends Of<typeof warningAtFields> {}
const warningAtShape: Shape<WarningAt> = warningAtFields

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
export const warningsAt = (point: Node<Point>): Shown<readonly WarningAt[]> => {
  const near = need(warningsNear, point, (at) => ({ at, km: reach.near }))
  const wide = need(warningsNear, point, (at) => ({ at, km: reach.alerts }))
  const far = derive({ near, wide }, ({ near, wide }) =>
    wide
      .filter(({ area, severity }) => severity === 'Flood alert' && !near.some((one) => one.area === area))
      .slice(0, most.alerts),
  )
  const holding = each(maybe(areaHolds), { point, near }, ({ point, near }) =>
    near.slice(0, most.near).map(({ area }) => ({ area, at: point })),
  )
  const farHolding = each(maybe(areaHolds), { point, far }, ({ point, far }) =>
    far.map(({ area }) => ({ area, at: point })),
  )
  const nearness = ({ covers_postcode: here }: WarningAt): number => (here === true ? 0 : here === null ? 1 : 2)
  return render(
    list(
      warningAtShape,
      'In force within ten kilometres, and alerts from farther off that cover the postcode; those that do come first',
    ),
    { near, holding: maybe(holding), far: maybe(far), farHolding: maybe(farHolding) },
    ({ near, holding, far, farHolding }) =>
      [
        ...near.map((one, i): WarningAt => ({ ...one, covers_postcode: holding?.[i] ?? null })),
        ...(far ?? []).flatMap((one, i): readonly WarningAt[] =>
          farHolding?.[i] === true ? [{ ...one, covers_postcode: true }] : [],
        ),
      ].toSorted((a, b) => nearness(a) - nearness(b) || bySeverity(a, b)),
  )
}
