import { countBy, day, derive, each, maybe, need, present, source, type Node, type Point } from '@domesday/core'
import { circle } from '@domesday/vocabulary-geography'
import { categoryOf, placesOf, placesTogether, type CrimePlaces, type Wire } from './places.ts'

export type { CrimePlace, CrimePlaces } from './places.ts'

export const policeUk = source({
  id: 'police-uk',
  title: 'Police recorded crime',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution: 'Contains public sector information from data.police.uk licensed under the Open Government Licence v3.0',
  // For Scotland the service has only the British Transport Police, which would look like almost no crime.
  covers: ['England', 'Wales', 'Northern Ireland'],
  coverage:
    'Street-level crime of the last 36 months in England, Wales and Northern Ireland, six to ten weeks behind; none of Greater Manchester since 2019',
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

/** Crimes in an area in one month. */
export interface CrimesOfMonth {
  /** Crimes that could not be read. */
  readonly unread?: number
  /** By category slug (`violent-crime`), most frequent first. */
  readonly byCategory: Readonly<Record<string, number>>
  readonly places: CrimePlaces
}

/** The newest published month, `2026-08`. */
export const newest = policeUk.get('newest', {
  path: () => '/api/crime-last-updated',
  read: ({ date }: { readonly date: string }) => present(day(date) ?? undefined, 'date').slice(0, 7),
})

/**
 * Crimes of one month. Locations are map points, so counts are inexact near the edge. An unpublished month is a 404,
 * which means none rather than zero; more than 10,000 crimes are a 503.
 */
export const crimes = policeUk.get('crimes', {
  demands: ['[].category', '[].location.latitude', '[].location.longitude'],
  rows: '[]',
  path: (asked: MonthOfArea) => [
    '/api/crimes-street/all-crime',
    asked.metres === mile && !asked.slice
      ? { lat: asked.at.lat, lng: asked.at.lng, date: asked.month }
      : { poly: lines(outline(asked)), date: asked.month },
  ],
  read: (rows: readonly Wire[], { at }: MonthOfArea, unread): CrimesOfMonth => ({
    byCategory: countBy(rows, categoryOf),
    unread,
    places: placesOf(rows, at),
  }),
  none: ({ status }) => (status === 404 ? null : undefined),
})

/** A month and those before it, newest first. */
export const monthsUpTo = (newest: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, i) =>
    new Date(Date.UTC(Number(newest.slice(0, 4)), Number(newest.slice(5, 7)) - 1 - i)).toISOString().slice(0, 7),
  )

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

const sumOf = ({ byCategory }: CrimesOfMonth): number =>
  Object.values(byCategory).reduce((total, count) => total + count, 0)

/** Recorded crime around a point over a year. */
export interface CrimeYear {
  readonly total: number
  /** By category slug, most frequent first. */
  readonly byCategory: Readonly<Record<string, number>>
  /** The months counted, newest first; fewer than twelve if some were unpublished or failed. */
  readonly months: readonly string[]
  /** Crimes that could not be read, in all these months. */
  readonly unread: number
  /** The newest of these months alone. */
  readonly newest: { readonly month: string; readonly total: number; readonly places: CrimePlaces }
}

/** Adds up the months with answers for all slices. Null if there are none. */
export const yearOf = (asked: readonly MonthOfArea[], answers: readonly (CrimesOfMonth | null)[]): CrimeYear | null => {
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
  // If a force is late, its month is published without crimes: next to busy months that is missing data.
  const busy = came.reduce((total, month) => total + month.total, 0) / came.length >= 10
  const months = busy ? came.filter(({ total }) => total > 0) : came
  const [newest] = months
  if (newest === undefined) return null
  const byCategory = new Map<string, number>()
  for (const slice of months.flatMap(({ slices }) => slices)) {
    for (const [category, count] of Object.entries(slice.byCategory))
      byCategory.set(category, (byCategory.get(category) ?? 0) + count)
  }
  return {
    total: months.reduce((total, month) => total + month.total, 0),
    byCategory: Object.fromEntries([...byCategory].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))),
    months: months.map(({ month }) => month),
    unread: months.flatMap(({ slices }) => slices).reduce((sum, { unread = 0 }) => sum + unread, 0),
    newest: {
      month: newest.month,
      total: newest.total,
      places: placesTogether(newest.slices.map(({ places }) => places)),
    },
  }
}

/**
 * The last twelve published months around a point, asked in parallel and cached separately. Months that fail are left
 * out.
 */
export const crimeYear = (area: Node<Area>): Node<CrimeYear> => {
  // Do not ask for a place without coordinates: the answer would list the police as a source without data.
  const last = need(newest, { area }, () => ({}))
  const middle = need(crimes, { area, last }, ({ area, last }) =>
    area.metres > safe ? { ...area, ...sample, month: last } : null,
  )
  const asked = derive({ area, last, middle: maybe(middle) }, ({ area, last, middle }): readonly MonthOfArea[] => {
    const of = middle ? slicesFor(area, sumOf(middle)) : 1
    return monthsUpTo(last, 12).flatMap((month) =>
      of === 1
        ? [{ ...area, month }]
        : Array.from({ length: of }, (_, index) => ({ ...area, month, slice: { index, of } })),
    )
  })
  const answers = each(maybe(crimes), { asked }, ({ asked }) => asked)
  return derive({ asked, answers }, ({ asked, answers }) => yearOf(asked, answers))
}

/**
 * A sentence on why counts in a police force's area are incomplete, or null. Forces are identified by the names of
 * their areas.
 */
export const shortfall = (force: string | null): string | null =>
  force === 'Greater Manchester'
    ? 'Greater Manchester Police has published no street-level crimes since mid-2019: only those of the British Transport Police are counted'
    : null
