import {
  derive,
  isNoSuch,
  list,
  listed,
  maybe,
  need,
  noSuch,
  notCovered,
  partly,
  point,
  sent,
  source,
  table,
  text,
  whole,
  wire,
  type Nation,
  type Node,
  type NoSuch,
  type Point,
  type Shown,
} from '@domesday/core'
import { beyond } from '@domesday/vocabulary-geography'
import { meantPostcodes } from './meant.ts'
import { briefSent, placeIn, placeShape, positionOf, positionSent, recordSent, type Place } from './place.ts'

export type { Place } from './place.ts'

export const postcodesIo = source({
  id: 'postcodes-io',
  title: 'Postcodes.io',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution:
    'Contains OS data © Crown copyright and database right; contains Royal Mail data © Royal Mail copyright and database right; source: Office for National Statistics licensed under the Open Government Licence v3.0',
  terms: {
    words:
      'Postcode products of the Office for National Statistics are under the Open Government Licence, with three credits together (OS, Royal Mail, ONS). Northern Ireland is apart.',
    url: 'https://postcodes.io/docs/licences/',
  },
  parts: {
    'northern-ireland': {
      title: 'postcodes of Northern Ireland',
      charging: 'licence_needed',
      terms: {
        words:
          '“If you also use the Northern Ireland data (postcodes starting with ‘BT’), you need a separate licence for commercial use direct from Land and Property Services.”',
        url: 'https://www.ons.gov.uk/methodology/geography/licences',
      },
    },
  },
  coverage:
    'Every live UK postcode, with the Channel Islands and the Isle of Man; terminated ones with the month they ended',
})

interface Terminated {
  readonly year_terminated: number
  readonly month_terminated: number
}

const { text: words, must, mustOrNull, ignored } = sent
const bodySent = { status: ignored }

/** Held against `toJson` of the outcodes there. */
const outcodeSent = {
  outcode: must(words),
  ...sent.unread(
    'longitude',
    'latitude',
    'northings',
    'eastings',
    'admin_district',
    'parish',
    'admin_county',
    'admin_ward',
    'country',
    'parliamentary_constituency',
    'parliamentary_constituency_2024',
    'distance',
  ),
}

/** Postcodes of mail that goes to no place, by how they begin. The service knows none of them. */
const placeless: readonly (readonly [start: RegExp, mail: string])[] = [
  [/^BF1/, 'British forces mail (BFPO)'],
  [/^BX\d/, 'organisations whose mail is not tied to a place'],
  [/^GIR/, 'Girobank, which is no more'],
  [/^XX\d/, 'goods that are sent back to online shops'],
]
const withoutPlace = (postcode: string): NoSuch | null => {
  const [, mail] = placeless.find(([start]) => start.test(postcode.toUpperCase())) ?? []
  return mail === undefined ? null : noSuch(`${postcode} has no place: it is a postcode of ${mail}.`, [], true)
}

const monthName = (month: number): string =>
  new Date(Date.UTC(2000, month - 1)).toLocaleString('en-GB', { month: 'long', timeZone: 'UTC' })

const partOf = (postcode: string): string | null => (/^\s*BT/i.test(postcode) ? 'northern-ireland' : null)

/** One postcode. Unknown and withdrawn ones are a 404 upstream; a withdrawn one has the month in which it ended. */
export const lookup = postcodesIo.get('lookup', {
  wire: wire({ ...bodySent, result: must(recordSent) }),
  part: partOf,
  version: 2,
  path: (postcode: string) => `/postcodes/${encodeURIComponent(postcode.replace(/\s/g, ''))}`,
  digest: placeShape,
  read: ({ result }) => placeIn(result),
  none: ({ status, body }, postcode): NoSuch | undefined => {
    if (status !== 404) return undefined
    const { terminated } = JSON.parse(body) as { terminated?: Terminated }
    return terminated
      ? noSuch(
          `${postcode} was withdrawn in ${monthName(terminated.month_terminated)} ${terminated.year_terminated}.`,
          [],
          true,
        )
      : (withoutPlace(postcode) ?? noSuch(`There is no postcode ${postcode}.`))
  },
})

/** Live postcodes with the same beginning: suggestions for a typing error. */
export const similar = postcodesIo.get('similar', {
  wire: wire({ ...bodySent, result: mustOrNull([briefSent]) }),
  path: (start: string) => ['/postcodes', { q: start, limit: 5 }],
  digest: list(text()),
  read: ({ result }) => (result ?? []).map(({ postcode }) => postcode),
})

/** Outcodes around one, itself first, by distance: at most forty, which reach some six kilometres in central London. */
export const outcodesAround = postcodesIo.get('outcodes', {
  wire: wire({ ...bodySent, result: mustOrNull([outcodeSent]) }),
  path: (outcode: string) => [`/outcodes/${encodeURIComponent(outcode)}/nearest`, { radius: 25_000, limit: 40 }],
  digest: list(text()),
  read: ({ result }) => (result ?? []).map(({ outcode }) => outcode),
  none: ({ status }) => (status === 404 ? null : undefined),
})

/** The nations of the postcodes of an outcode: two where it lies over a border. */
export const nationsIn = postcodesIo.get('nations', {
  wire: wire({ ...bodySent, result: must({ ...outcodeSent, country: must([words]) }) }),
  path: (outcode: string) => `/outcodes/${encodeURIComponent(outcode)}`,
  digest: list(text()),
  read: ({ result }) => result.country,
  none: ({ status }) => (status === 404 ? null : undefined),
})

/** At most a hundred postcodes. Unknown ones and ones without a grid reference are left out. */
const hundred = postcodesIo.get('hundred', {
  wire: wire({
    ...bodySent,
    result: mustOrNull([
      { query: must(words), result: mustOrNull({ ...briefSent, ...positionSent, postcode: ignored }) },
    ]),
  }),
  path: () => ['/postcodes', { filter: 'postcode,longitude,latitude' }],
  post: (postcodes: readonly string[]) => ({ json: { postcodes } }),
  digest: table(point()),
  read: ({ result }): Readonly<Record<string, Point>> =>
    Object.fromEntries(
      (result ?? []).flatMap(({ query, result }) => {
        const point = result && positionOf(result)
        return point ? [[query, point]] : []
      }),
    ),
})

/** Positions of postcodes, by the postcode as asked. */
export const positions = postcodesIo.run(
  'positions',
  async (postcodes: readonly string[], { ask }): Promise<Readonly<Record<string, Point>>> => {
    const hundreds = Array.from({ length: Math.ceil(postcodes.length / 100) }, (_, i) =>
      postcodes.slice(i * 100, (i + 1) * 100),
    )
    return Object.assign({}, ...(await Promise.all(hundreds.map((some) => ask(hundred, some))))) as Readonly<
      Record<string, Point>
    >
  },
  { digest: table(point()) },
)

const known = postcodesIo.run(
  'place',
  async (postcode: string, { ask }): Promise<Place | NoSuch> => {
    const [meant = postcode, ...others] = meantPostcodes(postcode)
    if (others.length > 0)
      return noSuch(
        `${postcode} has letters for digits, or digits for letters: it may be ${listed([meant, ...others], 'or')}.`,
        [meant, ...others].map((one) => ({ id: one, label: one })),
        true,
      )
    const place = await ask(lookup, meant)
    if (!isNoSuch(place) || place.existed) return place
    const near = await ask(similar, meant.slice(0, -1)).catch(() => [])
    const suggestions = near.map((one) => ({ id: one, label: one }))
    return meant === postcode
      ? noSuch(place.detail, suggestions)
      : noSuch(
          `${postcode} was taken for ${meant}, with digits for letters, which is not known here.`,
          suggestions,
          true,
        )
  },
  { part: partOf, version: 2, digest: placeShape },
)

/**
 * The place that all postcode endpoints start from, or a 404 with the reason and similar postcodes. Where letters and
 * digits were mixed it is that of the one postcode that was meant.
 */
export const placeOf = (asked: Node<{ readonly postcode: string }>): Shown<Place> =>
  need(known, asked, ({ postcode }) => postcode)

/** Metres. No outcode is wider: farther from a border all of it is in one nation. */
const widest = 25_000

/** The nations of the outcode of a place, asked only where a nation that a source does not cover is near; else null. */
export const nationsOf = (
  place: Node<Place>,
  source: { readonly covers?: readonly Nation[] },
): Node<readonly string[] | null> =>
  maybe(
    need(nationsIn, place, ({ outcode, point }) =>
      point === null || Object.keys(beyond({ at: point, metres: widest }, source)).length === 0 ? null : outcode,
    ),
  )

/** The point of a place. For a postcode without one, every source asked by point is `not_covered`. */
export const pointOf = (place: Node<Place>): Node<Point> =>
  derive(place, ({ point, postcode, inexact }) =>
    point === null
      ? notCovered(`${postcode} has no coordinates`)
      : inexact === undefined
        ? whole(point)
        : partly(point, inexact),
  )
