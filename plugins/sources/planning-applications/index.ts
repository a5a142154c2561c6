import {
  counted,
  need,
  numeric,
  partly,
  render,
  rounded,
  source,
  today,
  type Node,
  type Point,
  type Shown,
} from '@domesday/core'
import { metresBetween } from '@domesday/vocabulary-geography'
import {
  applicationOf,
  applicationsShape,
  aroundShape,
  recordsWire,
  type Application,
  type ApplicationNear,
  type ApplicationsAround,
} from './application.ts'

export { activityIn, activityOf, type Activity } from './activity.ts'
export { nearShape, type Application, type ApplicationNear, type ApplicationsAround } from './application.ts'

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

/** Applications within `metres` of a point that were made or decided in the last `days`. */
export interface Search {
  readonly at: Point
  readonly metres: number
  readonly days: number
}

const byDate = (a: Application, b: Application): number => (b.date ?? '').localeCompare(a.date ?? '', 'en')

const most = 100

/** Applications around a point, newest first. */
export const applicationsNear = planningApplications.get('applications', {
  wire: recordsWire,
  path: ({ at, metres, days }: Search) => [
    '/applics/json',
    {
      lat: at.lat,
      lng: at.lng,
      krad: metres / 1000,
      recent: days,
      pg_sz: most,
      page: 1,
      sort: '-start_date',
    },
  ],
  digest: applicationsShape,
  read: ({ records, total }, _, unread = 0) => {
    const found = records.map(applicationOf).filter((one) => one !== null)
    // Registers of neighbouring areas may have the same application.
    const items = [...Map.groupBy(found, ({ authority, reference }) => `${authority} ${reference}`).values()].map(
      ([one]) => one!,
    )
    const all = numeric(total)
    const read = { total: Math.max(all ?? 0, items.length), items: items.toSorted(byDate) }
    const lost = records.length - found.length
    const why = [
      ...(lost > 0 ? [`${counted(lost, 'record')} without a reference left out`] : []),
      ...(all === null && records.length + unread >= most ? ['how many there are is not said'] : []),
    ]
    return why.length === 0 ? read : partly(read, why.join('; '))
  },
  // The envelope and current member names are those that other programs read; the recorded records are from 2020.
  confidence: 'unconfirmed',
})

const seenFrom =
  (from: Point, today: string) =>
  (application: Application): ApplicationNear => {
    const past = (date: string | null): string | null => (date !== null && date <= today ? date : null)
    const decided = past(application.decided)
    return {
      ...application,
      decided,
      date: past(application.date) ?? decided,
      distance_m: application.coordinates && Math.round(metresBetween(from, application.coordinates)),
    }
  }

/**
 * Applications around a point. The query's centre is rounded to about a hundred metres, so that neighbours share a
 * cached answer: the service allows few calls.
 */
export const applicationsAround = (search: Node<Search>): Shown<ApplicationsAround> => {
  const near = need(applicationsNear, search, ({ at, ...rest }) => ({
    ...rest,
    at: { lat: rounded(at.lat, 3), lng: rounded(at.lng, 3) },
  }))
  return render(aroundShape, { near, search, today }, ({ near, search: { at, metres, days }, today }) => ({
    radius_m: metres,
    days,
    total: near.total,
    items: near.items.map(seenFrom(at, today)).toSorted(byDate),
  }))
}
