/** Petitions in the site's wire format. Bodies are large, with the petitions' texts; only a few figures are kept. */
import {
  date,
  day,
  fromJson,
  integer,
  link,
  list,
  numeric,
  object,
  orNull,
  partly,
  quantity,
  stated,
  text,
  type Of,
  type Partly,
  type Shape,
} from '@domesday/core'

const action = text('What it asks for')
const url = orNull(text('Its page'))
export const petitionShape = object({
  id: orNull(integer()),
  action,
  signatures: integer(),
  opened: orNull(date()),
  url,
})
export interface Petition extends Of<typeof petitionShape> {}

const localFields = {
  signature_count: integer('Signatures of the whole country'),
  local_signatures: integer('Signatures of this constituency'),
  url,
}
/** A petition with its signatures in one constituency. */
export const openPetitionShape = object({ action, ...localFields })
const anyPetition = object({ action, state: orNull(text('open or closed')), ...localFields })
export interface LocalPetition extends Of<typeof anyPetition> {}
export const localPetitionShape: Shape<LocalPetition> = anyPetition

const listFields = object({
  petitions: list(petitionShape),
  signatures: integer('Sum over this page'),
  total: orNull(integer('Null if the page does not state it')),
})
/** A page of petitions. */
export interface List extends Of<typeof listFields> {}
export const listShape: Shape<List> = listFields

// Held against the site's own code, which writes an action and counts of each petition. Bodies are read as text: the
// client does not check them.
interface PetitionWire {
  readonly id?: number | string | null
  readonly attributes?: {
    readonly action?: string | null
    readonly state?: string | null
    readonly signature_count?: number | string | null
    readonly opened_at?: string | null
  } | null
}
export interface ListWire {
  readonly links?: { readonly last?: string | null; readonly next?: string | null } | null
  readonly data?: readonly PetitionWire[] | null
}
export interface LocalWire {
  readonly petitions?:
    | readonly {
        readonly action?: string | null
        readonly url?: string | null
        readonly state?: string | null
        readonly constituency_signature_count?: number | string | null
        readonly total_signature_count?: number | string | null
      }[]
    | null
}

const site = 'https://petition.parliament.uk'

/**
 * A body as JSON; null for a web page: while Parliament is dissolved or closed, lists and local pages redirect to the
 * home page.
 */
export const bodyOf = <T>(text: string): T | null => {
  if (text.trimStart().startsWith('<')) return null
  const body = fromJson(text)
  if (typeof body !== 'object' || body === null) throw new TypeError('the list is not an object')
  return body as T
}

/**
 * The slug of a constituency in a URL: `Inverness, Skye and West Ross-shire` is `inverness-skye-and-west-ross-shire`.
 */
export const slugOf = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')

const isAsked = (state: string | null | undefined, states: 'open' | 'all'): boolean =>
  states === 'all' || !state || state === 'open'

/** Those that can be read. A petition without its action or its signatures cannot: nobody knows that it has none. */
const readable = <W, P>(
  rows: readonly W[],
  read: (row: W) => P | null,
): { readonly all: P[]; readonly lost: number } => {
  const all = rows.flatMap((row) => read(row) ?? [])
  const lost = rows.length - all.length
  if (lost > all.length) throw new TypeError('petitions without an action or signatures')
  return { all, lost }
}
const told = <T>(value: T, lost: number, of: number): T | Partly<T> =>
  lost === 0 ? value : partly(value, `${lost} of ${of} petitions could not be read`, 1 - lost / of)

const petitionFrom = ({ id, attributes }: PetitionWire): Petition | null => {
  const number = numeric(id),
    action = stated(attributes?.action),
    signatures = quantity(attributes?.signature_count)
  if (action === null || signatures === null) return null
  const url = number === null ? null : `${site}/petitions/${number}`
  return { id: number, action, signatures, opened: day(attributes?.opened_at), url }
}

/** The first page has a link with the number of the last page, unless there is only one page. Null if not stated. */
const lastPage = ({ links }: ListWire): number | null =>
  links?.last === undefined ? null : (numeric(URL.parse(links.last ?? '')?.searchParams.get('page')) ?? 1)

export const listFrom = (wire: ListWire, size: number): List | Partly<List> => {
  if (wire.data === undefined) throw new TypeError('there is no data in it')
  const rows = (wire.data ?? []).filter(({ attributes }) => isAsked(attributes?.state, 'open'))
  const { all: petitions, lost } = readable(rows, petitionFrom)
  const pages = lastPage(wire)
  const list = {
    petitions,
    signatures: petitions.reduce((sum, { signatures }) => sum + signatures, 0),
    total: pages === 1 && !wire.links?.next ? rows.length : size === 1 && pages !== null && pages > 1 ? pages : null,
  }
  return told(list, lost, rows.length)
}

export const localFrom = (
  { petitions }: LocalWire,
  states: 'open' | 'all',
): readonly LocalPetition[] | Partly<readonly LocalPetition[]> => {
  if (petitions === undefined) throw new TypeError('there are no petitions in it')
  const rows = (petitions ?? []).filter(({ state }) => isAsked(state, states))
  const { all, lost } = readable(rows, (row): LocalPetition | null => {
    const action = stated(row.action),
      signature_count = quantity(row.total_signature_count),
      local_signatures = quantity(row.constituency_signature_count)
    if (action === null || signature_count === null || local_signatures === null) return null
    return { action, state: stated(row.state), signature_count, local_signatures, url: link(row.url) }
  })
  return told(
    all.toSorted((a, b) => b.local_signatures - a.local_signatures),
    lost,
    rows.length,
  )
}
