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
  present,
  quantity,
  stated,
  text,
  type Of,
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

interface PetitionWire {
  readonly id?: number | string | null
  readonly attributes?: {
    readonly action?: string | null
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

const petitionFrom = ({ id, attributes }: PetitionWire): Petition => {
  const number = numeric(id)
  return {
    id: number,
    action: stated(present(attributes?.action, 'action')) ?? 'Untitled',
    signatures: quantity(present(attributes?.signature_count, 'signature_count')) ?? 0,
    opened: day(attributes?.opened_at),
    url: number === null ? null : `${site}/petitions/${number}`,
  }
}

/** The first page has a link with the number of the last page, unless there is only one page. */
const lastPage = (wire: ListWire): number =>
  numeric(URL.parse(present(wire.links?.last, 'links.last') ?? '')?.searchParams.get('page')) ?? 1

export const listFrom = (wire: ListWire, size: number): List => {
  const petitions = (present(wire.data, 'data') ?? []).map(petitionFrom)
  const pages = lastPage(wire)
  return {
    petitions,
    signatures: petitions.reduce((sum, { signatures }) => sum + signatures, 0),
    total: pages === 1 && !wire.links?.next ? petitions.length : size === 1 && pages > 1 ? pages : null,
  }
}

export const localFrom = ({ petitions }: LocalWire): readonly LocalPetition[] =>
  (present(petitions, 'petitions') ?? [])
    .map(({ action, url, state, constituency_signature_count: local, total_signature_count: all }) => ({
      action: stated(present(action, 'action')) ?? 'Untitled',
      state: stated(state),
      signature_count: quantity(present(all, 'total_signature_count')) ?? 0,
      local_signatures: quantity(present(local, 'constituency_signature_count')) ?? 0,
      url: link(url),
    }))
    .toSorted((a, b) => b.local_signatures - a.local_signatures)
