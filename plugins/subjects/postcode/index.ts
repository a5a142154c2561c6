/** What endpoints about a postcode have in common: its parameter, its place, and how the place is shown. */
import {
  derive,
  field,
  params,
  pick,
  postcode,
  type Matched,
  type All,
  type Node,
  type Point,
  type Shapes,
  type Shown,
} from '@domesday/core'
import { placeOf, pointOf, type Place } from '@domesday/source-postcodes-io'

type Asked<S extends Shapes> = Shown<All<S & { postcode: typeof postcode }>> & { readonly shapes: Shapes }

export interface AtPostcode<S extends Shapes> {
  readonly asked: Asked<S>
  readonly place: Shown<Place>
  /** For a postcode without coordinates, every source asked by point is `not_covered`. */
  readonly point: Node<Point>
  readonly subject: {
    readonly asked: Asked<S>
    readonly required: readonly [Node<Place>]
    readonly nation: Node<string>
    /** Where letters and digits were mixed: what was typed, and what was meant. */
    readonly matched: Node<Matched>
  }
  /** The members of `location` that most endpoints show. */
  readonly location: Shown<Pick<Place, 'postcode' | 'local_authority' | 'region' | 'nation'>>
}

const plain = (postcode: string): string => postcode.replace(/\s/g, '').toUpperCase()

/** The postcode of a path, with further parameters of the endpoint. */
export const atPostcode = <S extends Shapes = {}>(further?: S): AtPostcode<S> => {
  const declared = params({ postcode, ...further })
  const place = placeOf(declared)
  // tsc does not know a spread type parameter to be all of it.
  const asked = declared as unknown as Asked<S>
  return {
    asked,
    place,
    point: pointOf(place),
    subject: {
      asked,
      required: [place],
      nation: field(place, 'nation'),
      matched: derive({ declared, place }, ({ declared: { postcode: typed }, place: { postcode: chosen } }) =>
        plain(chosen) === plain(typed) ? null : { chosen, asked: typed, candidates: [] },
      ),
    },
    location: pick(place, 'postcode', 'local_authority', 'region', 'nation'),
  }
}
