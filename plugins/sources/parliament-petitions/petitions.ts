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
  sent,
  stated,
  text,
  type Of,
  type Sent,
  type Shape,
  wire,
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

const { scalar, must, mustOrNull, unread } = sent
const words = sent.text,
  count = sent.number
// Held against the site's own code, which writes an action and counts of each petition.
export const listWire = wire({
  links: { last: words, next: words, ...unread('self', 'first', 'prev') },
  data: mustOrNull([
    {
      id: scalar,
      attributes: must({
        action: must(words),
        signature_count: must(count),
        state: words,
        opened_at: words,
        ...unread('background', 'additional_details', 'committee_note', 'closing_date', 'creator_name', 'rejection'),
        ...unread('created_at', 'updated_at', 'closed_at', 'rejected_at', 'moderation_threshold_reached_at'),
        ...unread('response_threshold_reached_at', 'government_response_at', 'debate_threshold_reached_at'),
        ...unread('debate_outcome_at', 'debate_scheduled_on', 'scheduled_debate_date', 'government_response'),
        ...unread('debate', 'departments', 'topics'),
      }),
      ...unread('type', 'links'),
    },
  ]),
})
export type ListWire = Sent<typeof listWire>
export const localWire = wire({
  petitions: mustOrNull([
    {
      action: must(words),
      constituency_signature_count: must(count),
      total_signature_count: must(count),
      url: words,
      state: words,
    },
  ]),
  ...unread('constituency', 'mp'),
})
export type LocalWire = Sent<typeof localWire>

const site = 'https://petition.parliament.uk'

/** While Parliament is dissolved or closed, lists and local pages redirect to the home page: there is no list then. */
export const bodyOf = (body: string): unknown =>
  body.trimStart().startsWith('<') ? { data: null, petitions: null } : fromJson(body)

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

const petitionFrom = ({ id, attributes }: NonNullable<ListWire['data']>[number]): Petition => {
  const number = numeric(id)
  return {
    id: number,
    action: stated(attributes.action) ?? '',
    signatures: attributes.signature_count,
    opened: day(attributes.opened_at),
    url: number === null ? null : `${site}/petitions/${number}`,
  }
}

/** The first page has a link with the number of the last page, unless there is only one page. Null if not stated. */
const lastPage = ({ links }: ListWire): number | null =>
  links?.last === undefined ? null : (numeric(URL.parse(links.last ?? '')?.searchParams.get('page')) ?? 1)

export const listFrom = (body: ListWire, size: number, unread: number): List | null => {
  if (body.data === null) return null
  const petitions = body.data.filter(({ attributes }) => isAsked(attributes.state, 'open')).map(petitionFrom)
  const pages = lastPage(body)
  return {
    petitions,
    signatures: petitions.reduce((sum, { signatures }) => sum + signatures, 0),
    total:
      pages === 1 && !body.links?.next
        ? petitions.length + unread
        : size === 1 && pages !== null && pages > 1
          ? pages
          : null,
  }
}

export const localFrom = ({ petitions }: LocalWire, states: 'open' | 'all'): readonly LocalPetition[] | null =>
  petitions &&
  petitions
    .filter(({ state }) => isAsked(state, states))
    .map((row) => ({
      action: stated(row.action) ?? '',
      state: stated(row.state),
      signature_count: row.total_signature_count,
      local_signatures: row.constituency_signature_count,
      url: link(row.url),
    }))
    .toSorted((a, b) => b.local_signatures - a.local_signatures)
