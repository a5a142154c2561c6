/** Care around a point, merged from the regulator and the register of organisations. */
import { derive, distinct, each, maybe, need, notCovered, some, type Node, type Point } from '@domesday/core'
import { metresBetween } from '@domesday/vocabulary-geography'
import {
  careWithin,
  serviceRatings,
  type Care,
  type CareType,
  type CareWithin,
  type Rating,
  type RatingState,
  type ServiceRating,
} from '@domesday/source-cqc'
import { nhsOds, practicesIn, type Practice } from '@domesday/source-nhs-ods'
import { outcodesAround, positions, type Place } from '@domesday/source-postcodes-io'

export interface Nearby extends Practice {
  readonly at: Point
  readonly metres: number
}

const served: readonly string[] = nhsOds.covers ?? []

/**
 * The open GP practices of the outcodes around a place, nearest first. The register has only postcodes, so their
 * positions are looked up. Outside its coverage no other source is asked, so that only the register is named in the
 * gap.
 */
export const practicesAround = (
  place: Node<Place>,
  point: Node<Point>,
): {
  readonly practices: Node<readonly Nearby[]>
  /** Number of practices whose position is unknown. */
  readonly unplaced: Node<number>
} => {
  const outcode = derive({ place, point }, ({ place: { nation, outcode } }) =>
    served.includes(nation) ? outcode : notCovered(nation),
  )
  const outcodes = each(outcodesAround, { outcode: maybe(outcode) }, ({ outcode }) =>
    outcode === null ? [] : [outcode],
  )
  const registered = need(practicesIn, { outcode, outcodes }, ({ outcodes }) => outcodes.flat())
  const placed = need(positions, { registered: maybe(registered) }, ({ registered }) =>
    distinct((registered ?? []).map(({ postcode }) => postcode)).toSorted(),
  )
  const practices = derive({ point, registered, placed }, ({ point, registered, placed }) =>
    registered
      .flatMap((practice): readonly Nearby[] => {
        const at = placed[practice.postcode]
        return at ? [{ ...practice, at, metres: Math.round(metresBetween(point, at)) }] : []
      })
      .toSorted((a, b) => a.metres - b.metres),
  )
  const unplaced = derive(
    { registered, practices },
    ({ registered, practices }) => registered.length - practices.length,
  )
  return { practices, unplaced }
}

/** A provider, and its ids in the registers. */
export interface Provider {
  readonly name: string
  readonly type: CareType
  readonly rating: Rating | null
  readonly ratedOn: string | null
  readonly state: RatingState
  /** Ratings of its services, if there is no overall rating; null if unknown. */
  readonly services: readonly ServiceRating[] | null
  readonly postcode: string | null
  readonly at: Point
  readonly metres: number
  readonly location: string | null
  readonly odsCode: string | null
  readonly sources: readonly string[]
}
/** `byType` has the kinds that the available registers cover. Without the regulator there are no ratings. */
export interface Providers {
  readonly total: number
  readonly byType: Readonly<Partial<Record<CareType, number>>>
  readonly byRating: Readonly<Record<Rating, number>> | null
  readonly byState: Readonly<Partial<Record<RatingState, number>>>
  readonly nearest: readonly Provider[]
}

const plain = (name: string): string =>
  name
    .toUpperCase()
    .replace(/^THE /, '')
    .replace(/[^A-Z0-9]/g, '')
const at = ({ name, postcode }: { readonly name: string; readonly postcode: string | null }): string =>
  `${postcode} ${plain(name)}`

/**
 * The regulator's locations, plus practices that it does not have. Practices are matched by code, else by name and
 * postcode.
 */
export const merged = (care: CareWithin | null, practices: readonly Nearby[] | null, most: number): Providers => {
  const regulated = new Set(care?.practices.flatMap((practice) => [practice.odsCode, at(practice)]))
  const others = (practices ?? []).filter((practice) => !regulated.has(practice.code) && !regulated.has(at(practice)))
  const codes = new Map(
    (practices ?? []).flatMap((practice) => [
      [practice.code, practice.code],
      [at(practice), practice.code],
    ]),
  )
  const codeOf = (one: Care): string | null =>
    one.type === 'gp' ? (codes.get(one.odsCode ?? '') ?? codes.get(at(one)) ?? null) : null
  return {
    total: (care?.total ?? 0) + others.length,
    byType: { ...care?.byType, gp: (care?.byType.gp ?? 0) + others.length },
    byRating: care?.byRating ?? null,
    byState: { ...care?.byState, unknown: (care?.byState.unknown ?? 0) + others.length },
    nearest: [...(care?.nearest ?? []).map((one) => ofCare(one, codeOf(one))), ...others.map(ofPractice)]
      .toSorted((a, b) => a.metres - b.metres)
      .slice(0, most),
  }
}

const ofCare = (
  { id, name, type, rating, ratedOn, state, services, postcode, odsCode, at, metres }: Care,
  code: string | null,
): Provider => ({
  name,
  type,
  rating,
  ratedOn,
  state,
  services: state === 'unknown' ? null : services,
  postcode,
  at,
  metres,
  location: id,
  odsCode: odsCode ?? code,
  sources: code === null ? ['cqc'] : ['cqc', 'nhs-ods'],
})
const ofPractice = ({ code, name, postcode, at, metres }: Nearby): Provider => ({
  name,
  type: 'gp',
  rating: null,
  ratedOn: null,
  state: 'unknown',
  services: null,
  postcode,
  at,
  metres,
  location: null,
  odsCode: code,
  sources: ['nhs-ods'],
})

/** Care within a distance, from one or both registers. */
export const providersWithin = (
  point: Node<Point>,
  practices: Node<readonly Nearby[]>,
  tune: Node<{ readonly care_km: number }>,
): Node<Providers> => {
  const care = need(careWithin, { point, tune }, ({ point, tune }) => ({ at: point, km: tune.care_km, most: listed }))
  // Asked only to record the gap: a site without an overall rating must not look unrated.
  const services = maybe(need(serviceRatings, { care }, ({ care }) => (care.byState.unknown > 0 ? {} : null)))
  return derive({ known: some({ care, practices }), services, tune }, ({ known: { care, practices }, tune }) =>
    merged(care, practices && practices.filter(({ metres }) => metres <= tune.care_km * 1000), listed),
  )
}

/** Maximum length of a list. */
const listed = 100
