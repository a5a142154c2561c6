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
  // Of Scotland it holds the British Transport Police only, which would read as almost no crime.
  covers: ['England', 'Wales', 'Northern Ireland'],
  coverage:
    'Street-level crime of the last 36 months in England, Wales and Northern Ireland, six to ten weeks behind; none of Greater Manchester since 2019',
})

export interface Area {
  readonly at: Point
  readonly metres: number
}

/** A month (`2026-08`) of an area, or of one slice of its circle. */
export interface MonthOfArea extends Area {
  readonly month: string
  readonly slice?: { readonly index: number; readonly of: number }
}

/** The radius that the service itself uses around a point, one mile in metres. It is asked without a polygon. */
export const mile = 1609

const corners = 24

/**
 * The circle, or the slice of it like one of a cake; slices of a circle share their corners, so that nothing is
 * counted twice.
 */
const outline = ({ at, metres, slice }: MonthOfArea): readonly Point[] => {
  if (!slice) return circle(at, metres, corners)
  const each = Math.ceil(corners / slice.of)
  const ring = circle(at, metres, each * slice.of)
  return [at, ...Array.from({ length: each + 1 }, (_, i) => ring[(slice.index * each + i) % ring.length]!)]
}

const lines = (ring: readonly Point[]): string => ring.map(({ lat, lng }) => `${lat},${lng}`).join(':')

/** Crimes of one month of an area. */
export interface CrimesOfMonth {
  /** By category slug (`violent-crime`), most frequent first. */
  readonly byCategory: Readonly<Record<string, number>>
  readonly places: CrimePlaces
}

/** The newest month that is published, `2026-08`. */
export const newest = policeUk.get('newest', {
  path: () => '/api/crime-last-updated',
  read: ({ date }: { readonly date: string }) => present(day(date) ?? undefined, 'date').slice(0, 7),
})

/**
 * Crimes of one month. Places are map points, so counts are blurred near the edge. A month that is not published is a
 * 404, which is none and not zero; more than 10,000 crimes are a 503.
 */
export const crimes = policeUk.get('crimes', {
  path: (asked: MonthOfArea) => [
    '/api/crimes-street/all-crime',
    asked.metres === mile && !asked.slice
      ? { lat: asked.at.lat, lng: asked.at.lng, date: asked.month }
      : { poly: lines(outline(asked)), date: asked.month },
  ],
  read: (rows: readonly Wire[], { at }: MonthOfArea): CrimesOfMonth => ({
    byCategory: countBy(rows, categoryOf),
    places: placesOf(rows, at),
  }),
  none: ({ status }) => (status === 404 ? null : undefined),
})

/** A month and those before it, newest first. */
export const monthsUpTo = (newest: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, i) =>
    new Date(Date.UTC(Number(newest.slice(0, 4)), Number(newest.slice(5, 7)) - 1 - i)).toISOString().slice(0, 7),
  )

// Beyond this radius one month of a city centre can pass the 10,000 that the service answers, and its 503 would look
// like an outage.
const safe = 2000
const sample: Pick<Area, 'metres'> = { metres: 1000 }
const sliceHolds = 6000

/**
 * Into how many slices a wide circle is cut, by the crimes of one month in its middle. Crime thins out from a centre,
 * so this is ample.
 */
export const slicesFor = ({ metres }: Area, crimesInMiddle: number): number =>
  Math.min(12, Math.max(1, Math.ceil((crimesInMiddle * (metres / sample.metres) ** 2) / sliceHolds)))

const sumOf = ({ byCategory }: CrimesOfMonth): number =>
  Object.values(byCategory).reduce((total, count) => total + count, 0)

/** Recorded crime of a year around a point. */
export interface CrimeYear {
  readonly total: number
  /** By category slug, most frequent first. */
  readonly byCategory: Readonly<Record<string, number>>
  /**
   * The months that the counts are of, newest first; fewer than twelve where some were not published or did not come.
   */
  readonly months: readonly string[]
  /** The newest of these months by itself. */
  readonly newest: { readonly month: string; readonly total: number; readonly places: CrimePlaces }
}

/** Adds up the months whose every slice came. Null when none did. */
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
  // A force that is late is published as a month without crimes: beside busy months that is a hole, not a quiet month.
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
    newest: {
      month: newest.month,
      total: newest.total,
      places: placesTogether(newest.slices.map(({ places }) => places)),
    },
  }
}

/**
 * The last twelve published months around a point, asked at once and cached one by one. Months that fail are gaps,
 * and are left out.
 */
export const crimeYear = (area: Node<Area>): Node<CrimeYear> => {
  // Not asked for a place without coordinates: an answer would name the police as a source of nothing.
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

/** Why the counts of a police force's area are short, in a sentence, or null. Forces go by the names of their areas. */
export const shortfall = (force: string | null): string | null =>
  force === 'Greater Manchester'
    ? 'Greater Manchester Police has published no street-level crimes since mid-2019: only those of the British Transport Police are counted'
    : null
