import {
  choice,
  counted,
  derive,
  drawn,
  each,
  flag,
  list,
  maybe,
  need,
  numeric,
  object,
  orNull,
  partly,
  render,
  sent,
  source,
  stated,
  text,
  time,
  wire,
  type Node,
  type Of,
  type Point,
  type Sent,
  type Shape,
  type Shown,
} from '@domesday/core'
import { holds, ofCircle, type Geometry } from '@domesday/vocabulary-geography'
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

const { scalar, must, often, unread } = sent
/**
 * Held against recorded warnings, as the agency states no schema. A warning's area stands in one of two places, its
 * severity in a level or in words: code looks at both.
 */
const floodsWire = wire({
  items: must([
    {
      floodAreaID: scalar,
      floodArea: sent.any,
      severityLevel: often(scalar),
      severity: scalar,
      description: scalar,
      timeRaised: scalar,
      ...unread(
        '@id',
        'county',
        'eaAreaName',
        'eaRegionName',
        'isTidal',
        'message',
        'timeMessageChanged',
        'timeSeverityChanged',
        'type',
      ),
    },
  ]),
  ...unread('@context', 'meta'),
})
type Flood = Sent<typeof floodsWire>['items'][number]

/** It ended within the last day. */
const isOver = ({ severityLevel, severity }: Flood): boolean =>
  numeric(severityLevel) === 4 || (severityLevel == null && /no longer in force/i.test(stated(severity) ?? ''))

/** From the level rather than the words, whose case varies. */
const severityOf = ({ severityLevel, severity }: Flood): Severity | null => {
  const level = numeric(severityLevel)
  if (level !== null) return severities[level - 1] ?? null
  const word = stated(severity)?.toLowerCase()
  return severities.find((known) => known.toLowerCase() === word) ?? null
}

const warning = (flood: Flood): Warning | null => {
  const { floodArea } = flood
  const area =
    stated(flood.floodAreaID) ??
    stated(
      typeof floodArea === 'string'
        ? floodArea.split('/').at(-1)
        : (floodArea as { notation?: unknown } | null)?.notation,
    )
  const severity = severityOf(flood)
  return area === null || severity === null
    ? null
    : { area, name: stated(flood.description), severity, raised_at: utcOf(flood.timeRaised) }
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
  wire: floodsWire,
  digest: list(warningShape),
  read: ({ items }) => {
    const inForce = items.filter((flood) => !isOver(flood))
    const warnings = inForce
      .flatMap((flood) => warning(flood) ?? [])
      .toSorted((a, b) => bySeverity(a, b) || (a.area < b.area ? -1 : 1))
    const unclear = inForce.length - warnings.length
    return unclear === 0
      ? warnings
      : partly(warnings, `${counted(unclear, 'warning')} without an area or a severity that can be read`)
  },
})

/** Held against GeoJSON (RFC 7946): the outline of an area. */
const polygonWire = wire({
  features: must([
    { geometry: must({ type: must(sent.text), coordinates: must(sent.any) }), ...unread('type', 'id', 'properties') },
  ]),
  ...unread('type', 'crs', 'bbox'),
})

/** Whether a flood area contains a point. Null if the service does not know the area, or no outline of it. */
export const areaHolds = eaFloodMonitoring.get('area-holds', {
  wire: polygonWire,
  path: ({ area }: { readonly area: string; readonly at: Point }) =>
    `/flood-monitoring/id/floodAreas/${encodeURIComponent(area)}/polygon`,
  digest: flag(),
  read: ({ features }, { at }) =>
    features.length === 0 ? null : features.some(({ geometry }) => holds(geometry as Geometry, at)),
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

const warningsShape = list(
  warningAtShape,
  'In force within ten kilometres, and alerts from farther off that cover the postcode; those that do come first',
)

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
    warningsShape,
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

/**
 * The warnings as a list of what is around: known in part near a border. Those that cover a place in England are all
 * known, so that its levels rest on `warningsAt`.
 */
export const warningsAround = (point: Node<Point>, warnings: Node<readonly WarningAt[]>): Shown<readonly WarningAt[]> =>
  // With the question behind them, so that what is not known is told of this source.
  render(warningsShape, { near: warnings.inputs['near']!, point, warnings }, ({ point, warnings }) =>
    ofCircle(warnings, { at: point, metres: reach.near * 1000 }, eaFloodMonitoring),
  )
