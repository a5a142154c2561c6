/** The petitions of `petitions.yaml` in the site's wire format, with enough small ones for a realistic total. */
import { numberIn, page, yamlRows, type SampleAnswer, type SampleReply } from '@domesday/vocabulary-samples'

interface Petition {
  readonly id: number
  readonly action: string
  readonly signatures: number
  readonly opened: string
  readonly closed?: string
  readonly lean: 'town' | 'country' | 'both'
}

const small: readonly Petition[] = Array.from({ length: 1_832 }, (_, i) => ({
  id: 991_000 + i,
  action: `Sample petition number ${i + 1}`,
  signatures: Math.max(5, Math.round(9_500 / (1 + i / 12))),
  opened: '2026-08-01',
  lean: 'both' as const,
}))
const petitions = [...yamlRows<Petition>(import.meta.dirname, 'petitions.yaml'), ...small].toSorted(
  (a, b) => b.signatures - a.signatures,
)
const open = petitions.filter(({ closed }) => closed === undefined)

// How much this constituency signs compared with the mean of 650, and which topics.
const constituencies: Readonly<
  Record<string, readonly [name: string, member: number, eager: number, kind: 'town' | 'country']>
> = {
  'warrington-south': ['Warrington South', 990101, 1, 'town'],
  'holborn-and-st-pancras': ['Holborn and St Pancras', 990102, 2.1, 'town'],
  'cities-of-london-and-westminster': ['Cities of London and Westminster', 990103, 1.7, 'town'],
  'lancaster-and-wyre': ['Lancaster and Wyre', 990104, 1.2, 'country'],
  'cardiff-east': ['Cardiff East', 990105, 1.4, 'town'],
  'edinburgh-east-and-musselburgh': ['Edinburgh East and Musselburgh', 990106, 1.5, 'town'],
  'belfast-north': ['Belfast North', 990107, 0.4, 'town'],
}

const site = 'https://petition.parliament.uk'
const morning = (day: string | undefined): string | null => (day === undefined ? null : `${day}T09:12:31.482Z`)
const halfYearOn = (day: string): string => new Date(Date.parse(day) + 182 * 86_400_000).toISOString().slice(0, 10)

const record = ({ id, action, signatures, opened, closed }: Petition): object => ({
  type: 'petition',
  id,
  links: { self: `${site}/petitions/${id}.json` },
  attributes: {
    action,
    background: 'We think that this would do good.',
    additional_details: '',
    committee_note: null,
    state: closed ? 'closed' : 'open',
    signature_count: signatures,
    ...(!closed && { closing_date: halfYearOn(opened) }),
    created_at: morning(opened),
    updated_at: '2026-10-15T08:55:02.113Z',
    rejected_at: null,
    opened_at: morning(opened),
    closed_at: morning(closed),
    moderation_threshold_reached_at: morning(opened),
    response_threshold_reached_at: signatures >= 10_000 ? morning(opened) : null,
    government_response_at: null,
    debate_threshold_reached_at: signatures >= 100_000 ? morning(opened) : null,
    debate_scheduled_on: null,
    scheduled_debate_date: null,
    debate_outcome_at: null,
    creator_name: closed ? null : 'Sample Petitioner',
    rejection: null,
    government_response: null,
    debate: null,
    departments: [],
    topics: [],
  },
})

const list = (query: URLSearchParams): SampleReply => {
  const size = Math.max(1, Math.min(50, numberIn(query, 'count', 25))),
    asked = Math.max(1, numberIn(query, 'page', 1))
  const { items, total, next } = page(open, (asked - 1) * size, size)
  const last = Math.max(1, Math.ceil(total / size))
  // The URL of the first page has no number.
  const link = (number: number): string =>
    `${site}/petitions.json?${new URLSearchParams({ ...(number > 1 && { page: String(number) }), count: String(size), state: 'open' }).toString()}`
  return {
    json: {
      links: {
        self: link(asked),
        first: link(1),
        last: link(last),
        next: next === null ? null : link(asked + 1),
        prev: asked === 1 ? null : link(asked - 1),
      },
      data: items.map(record),
    },
  }
}

const local = (slug: string, of: readonly Petition[]): SampleReply => {
  const found = constituencies[slug]
  if (!found) return { status: 404, type: 'application/json', text: '' }
  const [constituency, member, eager, kind] = found
  const rows = of.slice(0, 200).map(({ id, action, signatures, closed, lean }) => ({
    action,
    url: `${site}/petitions/${id}`,
    state: closed ? 'closed' : 'open',
    // Slightly different per petition, but deterministic.
    constituency_signature_count: Math.round(
      (signatures / 650) *
        eager *
        (lean === 'both' ? 1 : lean === kind ? 1.4 : 0.5) *
        (0.85 + ((id * 37 + member) % 31) / 100),
    ),
    total_signature_count: signatures,
  }))
  return {
    json: {
      constituency,
      mp: { name: `Sample Member for ${constituency}`, url: `https://members.parliament.uk/member/${member}/contact` },
      petitions: rows.toSorted((a, b) => b.constituency_signature_count - a.constituency_signature_count).slice(0, 50),
    },
  }
}

export const answer: SampleAnswer = ({ path, segments: [first, second, slug = '', all], query }) => {
  if (path === '/petitions.json') return query.get('state') === 'open' ? list(query) : null
  if (first !== 'petitions' || second !== 'local') return null
  return all === 'all.json'
    ? local(slug, petitions)
    : all === undefined
      ? local(slug.replace(/\.json$/, ''), open)
      : null
}
