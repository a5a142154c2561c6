/** Care around a point, merged from the regulator and the register of organisations. */
import {
  date,
  derive,
  distinct,
  drawn,
  each,
  integer,
  list,
  maybe,
  need,
  notCovered,
  object,
  render,
  some,
  subject,
  text,
  type Node,
  type Of,
  type Point,
  type Shape,
} from '@domesday/core'
import { metresBetween, ofCircle } from '@domesday/vocabulary-geography'
import {
  careCounts,
  careFields,
  careWithin,
  serviceRatings,
  unregulated,
  type Care,
  type CareWithin,
} from '@domesday/source-cqc'
import { closedPracticesIn, nhsOds, practicesIn, type Practice } from '@domesday/source-nhs-ods'
import { outcodesAround, positions, type Place } from '@domesday/source-postcodes-io'
import { tune } from './settings.ts'

export interface Nearby extends Practice {
  readonly at: Point
  readonly metres: number
}

const served: readonly string[] = nhsOds.covers ?? []

const closedFields = drawn(
  object({
    name: text('As registered'),
    ods_code: text('NHS code of the organisation'),
    postcode: subject('postcode', text('Its own')),
    distance_m: integer({ description: 'As the crow flies', unit: 'm' }),
    closed_on: date('Its last day'),
  }),
  'events',
  { on: 'closed_on', title: 'name', more: ['distance_m', 'postcode'] },
)
/** A practice that has closed. */
export interface Closed extends Of<typeof closedFields> {}
const closedShape: Shape<readonly Closed[]> = list(
  closedFields,
  'GP practices within the distance that closed within five years, the latest first. Many were taken over by another one: the NHS register does not state which',
)

interface Located {
  readonly postcode: string
}
/** Those whose position is known, nearest first; the registers of practices have only postcodes. */
const located = <P extends Located>(practices: readonly P[], placed: Readonly<Record<string, Point>>, point: Point) =>
  practices
    .flatMap((practice) => {
      const at = placed[practice.postcode]
      return at ? [{ ...practice, at, metres: Math.round(metresBetween(point, at)) }] : []
    })
    .toSorted((a, b) => a.metres - b.metres)
const postcodesOf = (practices: readonly Located[] | null): readonly string[] =>
  distinct((practices ?? []).map(({ postcode }) => postcode)).toSorted()

/**
 * The GP practices of the outcodes around a place, open ones nearest first. Outside the register's coverage no other
 * source is asked, so that only the register is named in the gap. `unplaced` is the number of open practices whose
 * position is unknown.
 */
export const practicesAround = (place: Node<Place>, point: Node<Point>) => {
  const outcode = derive({ place, point }, ({ place: { nation, outcode } }) =>
    served.includes(nation) ? outcode : notCovered(nation),
  )
  const outcodes = each(outcodesAround, { outcode: maybe(outcode) }, ({ outcode }) =>
    outcode === null ? [] : [outcode],
  )
  const around = { outcode, outcodes }
  const registered = need(practicesIn, around, ({ outcodes }) => outcodes.flat())
  const placed = need(positions, { registered: maybe(registered) }, ({ registered }) => postcodesOf(registered))
  const practices = derive({ point, registered, placed, tune }, ({ point, registered, placed, tune }) =>
    ofCircle(located(registered, placed, point), { at: point, metres: tune.practice_km * 1000 }, nhsOds),
  )
  const unplaced = derive(
    { registered, practices },
    ({ registered, practices }) => registered.length - practices.length,
  )
  const former = need(closedPracticesIn, around, ({ outcodes }) => outcodes.flat())
  const stood = need(positions, { former: maybe(former) }, ({ former }) => postcodesOf(former))
  const closed = render(closedShape, { point, former, stood, tune }, ({ point, former, stood, tune }) =>
    located(former, stood, point)
      .filter(({ metres }) => metres <= tune.practice_km * 1000)
      .map(({ name, code, postcode, metres, closed_on }) => ({
        name,
        ods_code: code,
        postcode,
        distance_m: metres,
        closed_on,
      }))
      .toSorted((a, b) => (a.closed_on < b.closed_on ? 1 : -1)),
  )
  return { practices, unplaced, closed }
}

const providersFields = object({
  ...careCounts,
  nearest: list(
    drawn(object({ ...careFields, sources: list(text(), 'The registers that know it') }), 'map', {
      title: 'name',
      word: 'rating',
      kind: 'type',
      distance: 'distance_m',
      at: 'coordinates',
    }),
    'Nearest first, a hundred at most',
  ),
})
/** Without the regulator there are no ratings. */
export interface Providers extends Of<typeof providersFields> {}
const providersShape: Shape<Providers> = providersFields
type Provider = Providers['nearest'][number]

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
  const regulated = new Set(care?.practices.flatMap((practice) => [practice.ods_code, at(practice)]))
  const others = (practices ?? []).filter((practice) => !regulated.has(practice.code) && !regulated.has(at(practice)))
  const codes = new Map(
    (practices ?? []).flatMap((practice) => [
      [practice.code, practice.code],
      [at(practice), practice.code],
    ]),
  )
  const codeOf = (one: Care): string | null =>
    one.type === 'gp' ? (codes.get(one.ods_code ?? '') ?? codes.get(at(one)) ?? null) : null
  return {
    total: (care?.total ?? 0) + others.length,
    by_type: { ...care?.by_type, gp: (care?.by_type['gp'] ?? 0) + others.length },
    by_rating: care?.by_rating ?? null,
    by_rating_status: {
      ...care?.by_rating_status,
      unknown: (care?.by_rating_status['unknown'] ?? 0) + others.length,
    },
    nearest: [...(care?.nearest ?? []).map((one) => ofCare(one, codeOf(one))), ...others.map(ofPractice)]
      .toSorted((a, b) => a.distance_m - b.distance_m)
      .slice(0, most),
  }
}

const ofCare = (site: Care, code: string | null): Provider => ({
  ...site,
  ods_code: site.ods_code ?? code,
  sources: code === null ? ['cqc'] : ['cqc', 'nhs-ods'],
})
const ofPractice = ({ code, name, postcode, at, metres }: Nearby): Provider => ({
  ...unregulated,
  name,
  type: 'gp',
  postcode,
  distance_m: metres,
  coordinates: at,
  ods_code: code,
  sources: ['nhs-ods'],
})

/** Maximum length of a list. */
const listed = 100

/** Care within a distance, from one or both registers. */
export const providersWithin = (point: Node<Point>, practices: Node<readonly Nearby[]>) => {
  const care = need(careWithin, { point, tune }, ({ point, tune }) => ({ at: point, km: tune.care_km, most: listed }))
  // Asked only to record the gap: a site without an overall rating must not look unrated.
  const services = maybe(need(serviceRatings, care, (care) => (care.by_rating_status['unknown'] ? {} : null)))
  return render(
    providersShape,
    { known: some({ care, practices }), services, tune },
    ({ known: { care, practices }, tune }) =>
      merged(care, practices && practices.filter(({ metres }) => metres <= tune.care_km * 1000), listed),
  )
}
