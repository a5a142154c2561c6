import {
  countBy,
  integer,
  number,
  object,
  optional,
  orNull,
  partly,
  quantity,
  rounded,
  source,
  stated,
  table,
  type Of,
  type Point,
  type Shape,
  wire,
  sent,
  type Sent,
} from '@domesday/core'
import { ofCircle } from '@domesday/vocabulary-geography'

export const fsaFoodHygiene = source({
  id: 'fsa-food-hygiene',
  title: 'Food hygiene ratings',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution:
    'Contains food hygiene rating data of the Food Standards Agency and Food Standards Scotland licensed under the Open Government Licence v3.0',
  coverage:
    'Food premises of the United Kingdom with their hygiene ratings: 0 to 5 in England, Wales and Northern Ireland, in words in Scotland',
})

const { text: words, scalar, must, often, ignored } = sent
/** Held against the members that clients of the API list; a premises means nothing here without its rating. */
const pageWire = wire({
  establishments: sent.mustOrNull([
    {
      RatingValue: must(words),
      BusinessType: often(words),
      ...sent.unread(
        'SchemeType',
        'FHRSID',
        'ChangesByServerID',
        'LocalAuthorityBusinessID',
        'BusinessName',
        'BusinessTypeID',
        'AddressLine1',
        'AddressLine2',
        'AddressLine3',
        'AddressLine4',
        'PostCode',
        'Phone',
        'RatingKey',
        'RatingDate',
        'LocalAuthorityCode',
        'LocalAuthorityName',
        'LocalAuthorityWebSite',
        'LocalAuthorityEmailAddress',
        'scores',
        'geocode',
        'RightToReply',
        'Distance',
        'NewRatingPending',
        'meta',
        'links',
      ),
    },
  ]),
  meta: often({
    totalCount: often(scalar),
    ...sent.unread('dataSource', 'extractDate', 'itemCount', 'returncode', 'totalPages', 'pageSize', 'pageNumber'),
  }),
  links: ignored,
})
type Wire = NonNullable<Sent<typeof pageWire>['establishments']>[number]

const foodFields = object({
  radius_m: integer({ description: 'Premises are counted within this distance', unit: 'm' }),
  // Shops, schools and care homes are among them.
  total_nearby: integer('Food premises within the distance'),
  // They are in the total alone.
  rows_unread: optional(integer('Premises whose rating could not be read; present where there are any')),
  counted: integer('Premises in the counts: the nearest 5,000 if there are more'),
  average_rating: orNull(number({ description: 'Mean of the stars, where there are any', minimum: 0, maximum: 5 })),
  by_rating: table(integer(), 'Premises by stars, 0 to 5'),
  // `Awaiting Inspection`, `Exempt` …, in Scotland `Pass`, `Improvement Required`, `Pass and Eat Safe`.
  without_rating: table(integer(), 'Premises by what they have in place of stars: Scotland rates in words'),
  by_type: table(integer(), 'Premises by kind of business'),
})
/** Premises around a point by rating and by kind of business. */
export interface FoodHygiene extends Of<typeof foodFields> {}
const foodShape: Shape<FoodHygiene> = foodFields

const allStars = ['0', '1', '2', '3', '4', '5'] as const
type Stars = (typeof allStars)[number]

/** The counts of one page, and its number of rows. */
type Counts = Readonly<Record<string, number>>
const pageShape = object({
  total: integer(),
  rows: integer(),
  // Rows that could not be read.
  unread: optional(integer()),
  ratings: table(integer()),
  by_type: table(integer()),
})
export interface Page extends Of<typeof pageShape> {}

/** One of the two schemes writes the words without blanks: `AwaitingInspection`, `Awaiting Inspection`. */
const rating = ({ RatingValue }: Wire): string =>
  stated(RatingValue)?.replace(/([a-z])(?=[A-Z])/g, '$1 ') ?? 'Not stated'

interface Around {
  readonly at: Point
  readonly metres: number
}

const pageSize = 1000
const pages = 5
const metresInMile = 1609.344

/** One page of the premises around a point, nearest first, counted. Without the version header every path is a 404. */
export const pageAround = fsaFoodHygiene.get('page', {
  wire: pageWire,
  path: ({ at, metres, page }: Around & { readonly page: number }) => [
    '/Establishments',
    {
      // Sorting by distance needs all three parameters.
      latitude: at.lat,
      longitude: at.lng,
      maxDistanceLimit: rounded(metres / metresInMile, 4),
      sortOptionKey: 'distance',
      pageNumber: page,
      pageSize,
    },
  ],
  headers: { 'x-api-version': '2', accept: 'application/json', 'accept-language': 'en-GB' },
  digest: pageShape,
  read: ({ establishments, meta }, _, unread) => {
    const rows = establishments ?? []
    const total = quantity(meta?.totalCount)
    const page = {
      total: total ?? rows.length + unread,
      rows: rows.length,
      ...(unread > 0 && { unread }),
      ratings: countBy(rows, rating),
      by_type: countBy(rows, ({ BusinessType }) => stated(BusinessType) ?? 'Not stated'),
    }
    return total === null ? partly(page, 'how many premises there are is not stated, but for those listed') : page
  },
})

const added = (pages: readonly Counts[]): Counts => {
  const totals = new Map<string, number>()
  for (const [key, count] of pages.flatMap((page) => Object.entries(page)))
    totals.set(key, (totals.get(key) ?? 0) + count)
  return Object.fromEntries([...totals].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)))
}

const isStars = (rating: string): rating is Stars => (allStars as readonly string[]).includes(rating)

/** Adds the counts of all pages. */
export const summed = (metres: number, all: readonly Page[]): FoodHygiene => {
  const ratings = added(all.map(({ ratings }) => ratings))
  const stars = Object.fromEntries(allStars.map((star) => [star, ratings[star] ?? 0])) as Record<Stars, number>
  const starred = allStars.reduce((sum, star) => sum + stars[star], 0)
  const unread = all.reduce((sum, { unread = 0 }) => sum + unread, 0)
  return {
    radius_m: metres,
    total_nearby: all[0]?.total ?? 0,
    ...(unread > 0 && { rows_unread: unread }),
    counted: all.reduce((sum, { rows }) => sum + rows, 0),
    average_rating:
      starred === 0 ? null : rounded(allStars.reduce((sum, star) => sum + Number(star) * stars[star], 0) / starred, 2),
    by_rating: stars,
    without_rating: Object.fromEntries(Object.entries(ratings).filter(([word]) => !isStars(word))),
    by_type: added(all.map(({ by_type }) => by_type)),
  }
}

/**
 * Food premises within a distance. `total_nearby` is 0 if there are none. In a large urban circle only the nearest
 * 5,000 are read.
 */
export const foodAround = fsaFoodHygiene.run(
  'around',
  async ({ at, metres }: Around, { ask }) => {
    const first = await ask(pageAround, { at, metres, page: 1 })
    // Fewer rows than asked for, with more to come: the service limits the page size.
    const size = first.rows + (first.unread ?? 0)
    const last = size === 0 ? 1 : Math.min(Math.ceil(Math.min(first.total, pages * pageSize) / size), pages)
    const rest = await Promise.all(
      Array.from({ length: last - 1 }, (_, i) => ask(pageAround, { at, metres, page: i + 2 })),
    )
    return ofCircle(summed(metres, [first, ...rest]), { at, metres }, fsaFoodHygiene)
  },
  { digest: foodShape },
)
