import {
  countBy,
  counted,
  derive,
  each,
  integer,
  list,
  listed,
  maybe,
  need,
  notCovered,
  object,
  optional,
  orNull,
  partly,
  render,
  sent,
  source,
  table,
  text,
  wire,
  withParts,
  type Node,
  type Of,
  type Partly,
  type Point,
  type Shape,
  type Shown,
} from '@domesday/core'
import { circle, ofCircle } from '@domesday/vocabulary-geography'
import { monthOf, monthsUpTo } from './months.ts'
import { beyondForce, handedIn, noteOn, notHandedIn, whyShort } from './handed-in.ts'
import { categoryOf, crimesWire, placesFields, placesOf, placesTogether } from './places.ts'

export type { CrimePlace, CrimePlaces } from './places.ts'
export { monthsUpTo } from './months.ts'
export { crimeRateOf, rateOf, type CrimeRate } from './rate.ts'

export const policeUk = source({
  id: 'police-uk',
  title: 'Police recorded crime',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution: 'Contains public sector information from data.police.uk licensed under the Open Government Licence v3.0',
  // For Scotland the service has only the British Transport Police, which would look like almost no crime.
  covers: ['England', 'Wales', 'Northern Ireland'],
  coverage: `Street-level crime of the last 36 months in England, Wales and Northern Ireland, six to ten weeks behind. Nothing was handed in by ${notHandedIn}`,
})

export interface Area {
  readonly at: Point
  readonly metres: number
}

/** A month (`2026-08`) in an area, or in one slice of its circle. */
export interface MonthOfArea extends Area {
  readonly month: string
  readonly slice?: { readonly index: number; readonly of: number }
}

/** The service's own radius around a point, one mile in metres. Then no polygon is sent. */
export const mile = 1609

const corners = 24

/** The circle, or a sector of it. Sectors of a circle share their corners, so that nothing is counted twice. */
const outline = ({ at, metres, slice }: MonthOfArea): readonly Point[] => {
  if (!slice) return circle(at, metres, corners)
  const each = Math.ceil(corners / slice.of)
  const ring = circle(at, metres, each * slice.of)
  return [at, ...Array.from({ length: each + 1 }, (_, i) => ring[(slice.index * each + i) % ring.length]!)]
}

const lines = (ring: readonly Point[]): string => ring.map(({ lat, lng }) => `${lat},${lng}`).join(':')

/** By category slug, `violent-crime`. */
const byCategory = table(integer(), 'Crimes by category, most frequent first')
const monthFields = object({
  // Crimes that could not be read.
  unread: optional(integer()),
  by_category: byCategory,
  ...placesFields,
})
/** Crimes in an area in one month. */
export interface CrimesOfMonth extends Of<typeof monthFields> {}
const monthShape: Shape<CrimesOfMonth> = monthFields

/** The newest published month, `2026-08`. */
export const newest = policeUk.get('newest', {
  path: () => '/api/crime-last-updated',
  wire: wire({ date: sent.must(sent.text) }),
  digest: text(),
  read: ({ date }) => monthOf(date),
})

/**
 * Crimes of one month. Locations are map points, so counts are inexact near the edge. An unpublished month is a 404,
 * which means none rather than zero; more than 10,000 crimes are a 503.
 */
export const crimes = policeUk.get('crimes', {
  wire: crimesWire,
  path: (asked: MonthOfArea) => [
    '/api/crimes-street/all-crime',
    asked.metres === mile && !asked.slice
      ? { lat: asked.at.lat, lng: asked.at.lng, date: asked.month }
      : { poly: lines(outline(asked)), date: asked.month },
  ],
  digest: monthShape,
  read: (rows, { at }, unread) => ({
    unread,
    by_category: countBy(rows, categoryOf),
    ...placesOf(rows, at),
  }),
  none: ({ status }) => (status === 404 ? null : undefined),
})

// With a larger radius one month in a city centre can exceed the service's limit of 10,000, and its 503 would look like
// an outage.
const safe = 2000
const sample: Pick<Area, 'metres'> = { metres: 1000 }
const sliceHolds = 6000

/**
 * Number of slices for a large circle, from one month's crimes at its centre. An upper estimate: crime is densest at
 * the centre.
 */
export const slicesFor = ({ metres }: Area, crimesInMiddle: number): number =>
  Math.min(12, Math.max(1, Math.ceil((crimesInMiddle * (metres / sample.metres) ** 2) / sliceHolds)))

const sumOf = ({ by_category }: CrimesOfMonth): number =>
  Object.values(by_category).reduce((total, count) => total + count, 0)

const yearFields = object({
  radius_m: integer({ description: 'Crimes are counted within this distance', unit: 'm' }),
  total_crimes: integer('Recorded in the months below'),
  rows_unread: optional(integer('Crimes that could not be read and are not counted; present where there are any')),
  by_category: byCategory,
  // A month may be unpublished, or have failed.
  months: list(
    text('Month, YYYY-MM'),
    'The months that the counts are of, newest first: twelve, unless some were not published',
  ),
  newest_month: object({
    month: text('YYYY-MM, the newest of the months that are counted'),
    total_crimes: integer('Recorded in this month'),
    ...placesFields,
  }),
})
/** Recorded crime around a point over a year. */
export interface CrimeYear extends Of<typeof yearFields> {}
const yearShape: Shape<CrimeYear> = yearFields

/**
 * A month with a fifth of what half of the months have is not quiet: its force is late, and the few crimes are those of
 * its neighbours and of the transport police.
 */
const leastOf = (totals: readonly number[]): number => {
  const usual = totals.toSorted((a, b) => a - b)[totals.length >> 1] ?? 0
  return usual >= 10 ? usual / 5 : 0
}

/** Adds up the months with answers for all slices. Null if there are none. */
export const yearOf = (
  radius: number,
  asked: readonly MonthOfArea[],
  answers: readonly (CrimesOfMonth | null)[],
): CrimeYear | Partly<CrimeYear> | null => {
  const byMonth = Map.groupBy(
    asked.map(({ month }, i) => ({ month, crimes: answers[i] ?? null })),
    ({ month }) => month,
  )
  const came = [...byMonth].flatMap(([month, slices]) => {
    const whole = slices.flatMap(({ crimes }) => crimes ?? [])
    return whole.length === slices.length
      ? [{ month, slices: whole, total: whole.reduce((total, slice) => total + sumOf(slice), 0) }]
      : []
  })
  const months = came.filter(({ total }) => total >= leastOf(came.map(({ total }) => total)))
  const [newest] = months
  if (newest === undefined) return null
  const unread = months.flatMap(({ slices }) => slices).reduce((sum, { unread = 0 }) => sum + unread, 0)
  const byCategory = new Map<string, number>()
  for (const slice of months.flatMap(({ slices }) => slices)) {
    for (const [category, count] of Object.entries(slice.by_category))
      byCategory.set(category, (byCategory.get(category) ?? 0) + count)
  }
  const year = {
    radius_m: radius,
    total_crimes: months.reduce((total, month) => total + month.total, 0),
    ...(unread > 0 && { rows_unread: unread }),
    by_category: Object.fromEntries([...byCategory].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))),
    months: months.map(({ month }) => month),
    newest_month: { month: newest.month, total_crimes: newest.total, ...placesTogether(newest.slices) },
  }
  const quiet = came.filter((month) => !months.includes(month)).map(({ month }) => month)
  return quiet.length === 0
    ? year
    : partly(
        year,
        `${counted(quiet.length, 'month')} (${listed(quiet)}) left out: hardly a crime was published of it, as where a force has not sent its own`,
        months.length / came.length,
      )
}

/** The place of an area, as far as it tells which force polices it. */
type Policed = Node<{ readonly police: string | null }>

/**
 * The last twelve published months around a point, asked in parallel and cached separately. Months that fail are left
 * out, and so are those for which the force of the place has handed in nothing: without any, it is not covered.
 */
export const crimeYear = (area: Node<Area>, place: Policed): Shown<CrimeYear> => {
  // Do not ask for a place without coordinates: the answer would list the police as a source without data.
  const last = need(newest, area, () => ({}))
  const middle = need(crimes, { area, last }, ({ area, last }) =>
    area.metres > safe ? { ...area, ...sample, month: last } : null,
  )
  const year = derive(last, (last) => monthsUpTo(last, 12))
  const months = derive({ year, place }, ({ year, place: { police } }) => {
    const months = handedIn(police, year)
    return months.length > 0 ? months : notCovered(police!, whyShort(police, year))
  })
  const asked = derive({ area, months, middle: maybe(middle) }, ({ area, months, middle }): readonly MonthOfArea[] => {
    const of = middle ? slicesFor(area, sumOf(middle)) : 1
    return months.flatMap((month) =>
      of === 1
        ? [{ ...area, month }]
        : Array.from({ length: of }, (_, index) => ({ ...area, month, slice: { index, of } })),
    )
  })
  const answers = each(maybe(crimes), asked)
  return render(yearShape, { answers, area, place, year, months, asked }, (known) => {
    const { area, place, year, months, asked, answers } = known
    const short = year.length - months.length
    return withParts(ofCircle(yearOf(area.metres, asked, answers), area, policeUk), [
      ...beyondForce(place.police, area, months),
      ...(short === 0 ? [] : [{ why: whyShort(place.police, year), known: months.length / year.length }]),
    ]) as CrimeYear | Partly<CrimeYear> | null
  })
}

/** What is known to be missing from the months that were counted, whatever the place. */
export const noteOf = (crime: Node<CrimeYear>): Shown<string | null> =>
  render(orNull(text('Whose crimes are known to be missing from these counts; null where none are')), crime, (crime) =>
    noteOn(crime.months),
  )
