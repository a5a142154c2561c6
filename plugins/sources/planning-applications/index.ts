import {
  day,
  derive,
  link,
  need,
  now,
  numeric,
  rounded,
  source,
  stated,
  ukDay,
  type Node,
  type Point,
} from '@domesday/core'
import { metresBetween } from '@domesday/vocabulary-geography'

export const planningApplications = source({
  id: 'planning-applications',
  title: 'PlanIt planning applications',
  home: import.meta.dirname,
  licence: 'LicenseRef-PlanIt',
  attribution: 'Planning applications collected from councils by PlanIt (www.planit.org.uk)',
  charging: 'discouraged',
  mayKeep: '30d',
  terms: {
    words:
      '“It would not be wise to base any commercial services on the API.” It reads councils’ pages, many with disclaimers of their own. How long an answer may be kept is not said: thirty days are our limit.',
    url: 'https://www.planit.org.uk/faq',
  },
  coverage:
    'Most planning authorities of the United Kingdom, as far as their registers can be read: one person’s best effort, without a promise of service. There is no official national register',
})

export type Status = 'approved' | 'refused' | 'pending' | 'withdrawn' | 'other'

/** A planning application. Values missing in the council's register are null. */
export interface Application {
  /** The council's reference: `26/04033/FU`. */
  readonly reference: string
  readonly authority: string | null
  readonly description: string | null
  readonly address: string | null
  readonly status: Status
  /** `Full`, `Outline`, `Trees`, `Heritage` … */
  readonly type: string | null
  /** `Small`, `Medium` or `Large`. */
  readonly size: string | null
  /** Day on which it was made, or else decided. Registers have typing errors: future days are dropped. */
  readonly date: string | null
  readonly decided: string | null
  readonly at: Point | null
  readonly url: string | null
}
export interface Applications {
  /** All matches; the list has the newest hundred. */
  readonly total: number
  readonly items: readonly Application[]
}

/** Applications within `metres` of a point that were made or decided in the last `days`. */
export interface Search {
  readonly at: Point
  readonly metres: number
  readonly days: number
}

interface Wire {
  readonly name?: string | null
  readonly uid?: string | null
  readonly reference?: string | null
  readonly area_name?: string | null
  readonly authority_name?: string | null
  readonly description?: string | null
  readonly address?: string | null
  readonly app_state?: string | null
  readonly app_type?: string | null
  readonly app_size?: string | null
  readonly start_date?: string | null
  readonly decided_date?: string | null
  readonly location?: { readonly coordinates?: readonly unknown[] | null } | null
  readonly lat?: unknown
  readonly lng?: unknown
  readonly location_y?: unknown
  readonly location_x?: unknown
  readonly url?: string | null
  readonly link?: string | null
}

const statuses: Readonly<Record<string, Status>> = {
  permitted: 'approved',
  conditions: 'approved',
  rejected: 'refused',
  withdrawn: 'withdrawn',
  undecided: 'pending',
  referred: 'pending',
  unresolved: 'pending',
}

const pointOf = ({ location, lat, lng, location_y: y, location_x: x }: Wire): Point | null => {
  const [east, north] = [
    numeric(location?.coordinates?.[0] ?? lng ?? x),
    numeric(location?.coordinates?.[1] ?? lat ?? y),
  ]
  return north === null || east === null || Math.abs(north) > 90 || Math.abs(east) > 180
    ? null
    : { lat: north, lng: east }
}

const applicationOf = (wire: Wire): Application | null => {
  const reference = stated(wire.uid) ?? stated(wire.reference) ?? stated(wire.name)
  return reference === null
    ? null
    : {
        reference,
        authority: stated(wire.area_name) ?? stated(wire.authority_name),
        description: stated(wire.description),
        address: stated(wire.address),
        status: statuses[stated(wire.app_state)?.toLowerCase() ?? ''] ?? 'other',
        type: stated(wire.app_type),
        size: stated(wire.app_size),
        date: day(wire.start_date) ?? day(wire.decided_date),
        decided: day(wire.decided_date),
        at: pointOf(wire),
        url: link(wire.url) ?? link(wire.link),
      }
}

const byDate = (a: Application, b: Application): number => (b.date ?? '').localeCompare(a.date ?? '')

/** Applications around a point, newest first. */
export const applicationsNear = planningApplications.get('applications', {
  demands: [
    'total',
    'records[].uid',
    'records[].app_state',
    'records[].app_type',
    'records[].app_size',
    'records[].start_date',
    'records[].url',
  ],
  path: ({ at, metres, days }: Search) => [
    '/applics/json',
    {
      lat: at.lat,
      lng: at.lng,
      krad: metres / 1000,
      recent: days,
      pg_sz: 100,
      page: 1,
      sort: '-start_date',
    },
  ],
  read: ({
    records,
    total,
  }: {
    readonly records?: readonly Wire[] | null
    readonly total?: number | string | null
  }): Applications => {
    if (!records) throw new TypeError('no records')
    const found = records.map(applicationOf).filter((one) => one !== null)
    // Registers of neighbouring areas may have the same application.
    const items = [...Map.groupBy(found, ({ authority, reference }) => `${authority} ${reference}`).values()].map(
      ([one]) => one!,
    )
    return { total: Math.max(numeric(total) ?? 0, items.length), items: items.toSorted(byDate) }
  },
  // The envelope and current member names are those that other programs read; the recorded records are from 2020.
  confidence: 'unconfirmed',
})

/** An application with its distance from a point; null if its position is unknown. */
export interface ApplicationNear extends Application {
  readonly metres: number | null
}
export interface ApplicationsAround {
  readonly total: number
  readonly items: readonly ApplicationNear[]
}

const seenFrom =
  (from: Point, today: string) =>
  (application: Application): ApplicationNear => {
    const past = (date: string | null): string | null => (date !== null && date <= today ? date : null)
    const decided = past(application.decided)
    return {
      ...application,
      decided,
      date: past(application.date) ?? decided,
      metres: application.at && Math.round(metresBetween(from, application.at)),
    }
  }

/**
 * Applications around a point. The query's centre is rounded to about a hundred metres, so that neighbours share a
 * cached answer: the service allows few calls.
 */
export const applicationsAround = (search: Node<Search>): Node<ApplicationsAround> => {
  const near = need(applicationsNear, { search }, ({ search: { at, ...rest } }) => ({
    ...rest,
    at: { lat: rounded(at.lat, 3), lng: rounded(at.lng, 3) },
  }))
  return derive({ near, search, now }, ({ near: { total, items }, search, now }): ApplicationsAround => ({
    total,
    items: items.map(seenFrom(search.at, ukDay(now))).toSorted(byDate),
  }))
}
