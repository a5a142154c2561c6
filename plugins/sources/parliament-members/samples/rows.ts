/** The seats of `seats.yaml` as the Members API sends them: search by part of a name, elections, past Members. */
import { numberIn, page, yamlRows, type SampleAnswer } from '@domesday/vocabulary-samples'

interface Sitting {
  readonly id: number
  readonly party: string
  readonly since: string
  readonly held: string
  readonly left?: string
  readonly reason?: string
}
interface Poll {
  readonly electorate: number
  readonly votes: number
  readonly majority: number
  readonly result: string
}
interface Seat extends Poll {
  readonly id: number
  readonly name: string
  readonly member?: Sitting
  readonly past?: readonly Sitting[]
  readonly by?: Poll & { readonly title: string; readonly on: string; readonly party: string }
}

const seats = yamlRows<Seat>(import.meta.dirname, 'seats.yaml')
const parties: Readonly<Record<string, string>> = {
  'Sample Party': 'SP',
  'Sample Party (Co-op)': 'SP',
  'Sample Alliance': 'SA',
  Independent: 'Ind',
}

const midnight = (day: string | undefined): string | null => (day === undefined ? null : `${day}T00:00:00`)
const party = (name: string): object => ({
  id: 900 + Object.keys(parties).indexOf(name),
  name,
  abbreviation: parties[name],
  backgroundColour: '909090',
  foregroundColour: 'FFFFFF',
  isLordsMainParty: false,
  isLordsSpiritualParty: false,
  governmentType: null,
  isIndependentParty: name === 'Independent',
})
const links = (href: string): object[] => [{ rel: 'self', href, method: 'GET' }]

const membership = (seat: Seat, start: string, { left, reason }: Sitting, status: object | null): object => ({
  membershipFrom: seat.name,
  membershipFromId: seat.id,
  house: 1,
  membershipStartDate: midnight(start),
  membershipEndDate: midnight(left),
  membershipEndReason: reason ?? null,
  membershipEndReasonNotes: null,
  membershipEndReasonId: reason ? 5 : null,
  membershipStatus: status,
})
const active = {
  statusIsActive: true,
  statusDescription: 'Current Member',
  statusNotes: null,
  statusId: 0,
  status: 0,
  statusStartDate: '2024-07-04T00:00:00',
}

const sitting = (seat: Seat, one: Sitting): object => {
  const former = one.left ? 'Former ' : ''
  return {
    member: {
      value: {
        id: one.id,
        nameListAs: `for ${seat.name}, ${former}Sample Member`,
        nameDisplayAs: `${former}Sample Member for ${seat.name}`,
        nameFullTitle: `${former}Sample Member for ${seat.name}${one.left ? '' : ' MP'}`,
        nameAddressAs: null,
        latestParty: party(one.party),
        gender: 'X',
        latestHouseMembership: membership(seat, one.since, one, one.left ? null : active),
        thumbnailUrl: `https://members-api.parliament.uk/api/Members/${one.id}/Thumbnail`,
      },
      links: links(`/Members/${one.id}`),
    },
    representation: membership(seat, one.held, one, null),
  }
}

const constituency = (seat: Seat): object => ({
  id: seat.id,
  name: seat.name,
  startDate: '2024-05-31T00:00:00',
  endDate: null,
  currentRepresentation: seat.member ? sitting(seat, seat.member) : null,
})

const election = (
  seat: Seat,
  { electorate, votes, majority, result }: Poll,
  title: string,
  on: string,
  winner: string,
  kind: { readonly general: boolean; readonly notional: boolean },
): object => ({
  result,
  isNotional: kind.notional,
  electorate,
  turnout: votes,
  majority,
  winningParty: party(winner),
  electionTitle: title,
  electionDate: midnight(on),
  electionId: Number(on.slice(2, 4)) * 10 + 2,
  isGeneralElection: kind.general,
  constituencyName: seat.name,
  candidates: [],
})
const electionsOf = (seat: Seat): object[] => {
  const winner = (seat.past?.[0] ?? seat.member)?.party ?? 'Sample Party'
  return [
    ...(seat.by
      ? [election(seat, seat.by, seat.by.title, seat.by.on, seat.by.party, { general: false, notional: false })]
      : []),
    election(seat, seat, '2024 General Election', '2024-07-04', winner, { general: true, notional: false }),
    // A notional result: how the seat would have voted.
    election(
      seat,
      { ...seat, votes: seat.votes + 2100, result: 'SP Hold' },
      '2019 General Election',
      '2019-12-12',
      'Sample Party',
      { general: true, notional: true },
    ),
  ]
}

export const answer: SampleAnswer = ({ segments: [api, location, kind, id, part], query }) => {
  if (api !== 'api' || location !== 'Location' || kind !== 'Constituency') return null
  if (id === 'Search') {
    const words = (query.get('searchText') ?? '').toLowerCase()
    const skip = numberIn(query, 'skip', 0),
      take = Math.min(20, numberIn(query, 'take', 20))
    const { items, total } = page(
      seats.filter(({ name }) => name.toLowerCase().includes(words)),
      skip,
      take,
    )
    return {
      json: {
        items: items.map((seat) => ({ value: constituency(seat), links: links(`/Constituency/${seat.id}`) })),
        totalResults: total,
        resultContext: `Result(s) were found based on constituencies in the U.K. matching "${words}".`,
        skip,
        take,
        links: links(`/Constituency/Search?skip=${skip}&take=${take}`),
      },
    }
  }
  const seat = seats.find((one) => String(one.id) === id)
  if (!seat) return { status: 404, type: 'application/problem+json', json: { title: 'Not Found', status: 404 } }
  switch (part) {
    case 'ElectionResults':
      return { json: { value: electionsOf(seat), links: links(`Constituency/${seat.id}/ElectionResults`) } }
    case 'Representations':
      return {
        json: {
          value: [...(seat.member ? [seat.member] : []), ...(seat.past ?? [])].map((one) => sitting(seat, one)),
          links: links(`Constituency/${seat.id}/Representations`),
        },
      }
    default:
      return null
  }
}
