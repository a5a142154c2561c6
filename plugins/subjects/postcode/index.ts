/** What endpoints about a postcode have in common: its parameter, its place, and how the place is shown. */
import { field, params, pick, postcode, type All, type Node, type Point, type Shapes, type Shown } from '@domesday/core'
import { placeOf, pointOf, type Place } from '@domesday/source-postcodes-io'

export interface AtPostcode<S extends Shapes> {
  readonly asked: Shown<All<S & { postcode: typeof postcode }>>
  readonly place: Shown<Place>
  /** For a postcode without coordinates, every source asked by point is `not_covered`. */
  readonly point: Node<Point>
  readonly subject: {
    readonly asked: Shown<any> & { readonly shapes: Shapes }
    readonly required: readonly [Node<Place>]
    readonly nation: Node<string>
  }
  /** The members of `location` that most endpoints show. */
  readonly location: Shown<any>
}

/** The postcode of a path, with further parameters of the endpoint. */
export const atPostcode = <S extends Shapes = {}>(further?: S): AtPostcode<S> => {
  const asked = params({ postcode, ...further })
  const place = placeOf(asked as never)
  return {
    asked: asked as never,
    place,
    point: pointOf(place),
    subject: { asked, required: [place], nation: field(place, 'nation') },
    location: pick(place, 'postcode', 'local_authority', 'region', 'nation'),
  }
}
