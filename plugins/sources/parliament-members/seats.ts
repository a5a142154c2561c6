/** Constituencies, Members and elections in the API's wire format. */
import {
  date,
  day,
  drawn,
  figure,
  flag,
  integer,
  object,
  orNull,
  partly,
  quantity,
  rounded,
  sent,
  stated,
  text,
  wire,
  type Of,
  type Partly,
  type Sent,
  type Shape,
} from '@domesday/core'

const memberFields = object(
  {
    // Such as `Ms Diane Abbott`.
    name: orNull(text('As Parliament displays it')),
    party: orNull(text('The party of now')),
    constituency: text('The seat'),
    member_since: orNull(date('First day of unbroken membership of the House of Commons, in this or another seat')),
    seat_since: orNull(date('First day in this seat, in the boundaries of 2024')),
    status: orNull(text('As Parliament describes it: Current Member, or one who may not attend')),
  },
  'Null while the seat is vacant',
)
export interface Member extends Of<typeof memberFields> {}

const seatFields = object({
  id: integer(),
  name: text(),
  since: orNull(date('The first day of its present boundaries; null where it is not stated')),
  // Also null between dissolution and election.
  member: orNull(memberFields as Shape<Member>),
})
/** A constituency with the boundaries of 2024. */
export interface Seat extends Of<typeof seatFields> {}
export const seatShape: Shape<Seat> = seatFields

const electionFields = object({
  date: orNull(date('Day of the election')),
  title: orNull(text('Such as `2024 General Election`')),
  isGeneral: orNull(flag()),
  // Such as `Lab Hold`.
  result: orNull(text('Winner and whether the seat was held or gained, in short')),
  winning_party: orNull(text('The party of the winner then')),
  majority: orNull(integer({ description: 'By which it was won', unit: 'votes' })),
  electorate: orNull(integer('People on the register')),
  votes: orNull(integer('Valid votes')),
  turnout_pct: orNull(figure('%', 'Valid votes, of the electorate')),
  majority_pct: orNull(figure('%', 'The majority, of the valid votes')),
})
/** Result of an election. */
export interface Election extends Of<typeof electionFields> {}
export const electionShape: Shape<Election> = electionFields

const termFields = drawn(
  object({
    name: orNull(text('As Parliament displays it')),
    party: orNull(text('Their latest party')),
    from: orNull(date('First day in the seat')),
    // Null for the current Member.
    to: orNull(date('Last day in the seat')),
    // Such as `Resigned` or `General Election`.
    reason: orNull(text('Why they left')),
  }),
  'timeline',
  { title: 'name', from: 'from', until: 'to', kind: 'party', more: ['party', 'reason'] },
)
/** One Member's time in a seat. */
export interface Term extends Of<typeof termFields> {}
export const termShape: Shape<Term> = termFields

const { text: words, number, flag: yes, scalar, must, mustOrNull, often, unread } = sent
const party = {
  name: often(words),
  ...unread('id', 'abbreviation', 'backgroundColour', 'foregroundColour', 'isLordsMainParty', 'isLordsSpiritualParty'),
  ...unread('governmentType', 'isIndependentParty'),
} as const
const membership = {
  membershipFrom: words,
  membershipFromId: number,
  membershipStartDate: often(words),
  membershipEndReason: words,
  membershipStatus: {
    statusDescription: words,
    ...unread('statusIsActive', 'statusNotes', 'statusId', 'status', 'statusStartDate'),
  },
  ...unread('house', 'membershipEndReasonNotes', 'membershipEndReasonId'),
} as const
const member = {
  value: must({
    id: must(number),
    nameDisplayAs: often(words),
    nameListAs: words,
    latestParty: often(party),
    latestHouseMembership: often({ ...membership, membershipEndDate: words }),
    ...unread('nameFullTitle', 'nameAddressAs', 'gender', 'thumbnailUrl'),
  }),
  ...unread('links'),
} as const
/**
 * Held against the service's published schema, in which ids are always stated and all else may be null. A term without
 * an end is that of the Member of today: so an end, or that there is none, must be said.
 */
const term = { member: must(member), representation: must({ ...membership, membershipEndDate: mustOrNull(words) }) }
export const seatsWire = wire({
  items: mustOrNull([
    {
      value: must({
        id: must(number),
        name: must(words),
        startDate: often(words),
        endDate: mustOrNull(words),
        currentRepresentation: term,
      }),
      ...unread('links'),
    },
  ]),
  totalResults: number,
  ...unread('resultContext', 'skip', 'take', 'links'),
})
export const termsWire = wire({ value: mustOrNull([term]), ...unread('links') })
export const electionsWire = wire({
  value: mustOrNull([
    {
      isNotional: mustOrNull(yes),
      isGeneralElection: often(yes),
      electionDate: often(words),
      electionTitle: often(words),
      result: words,
      winningParty: party,
      electorate: scalar,
      turnout: scalar,
      majority: scalar,
      ...unread('candidates', 'constituencyName', 'electionId'),
    },
  ]),
  ...unread('links'),
})
type SeatWire = NonNullable<Sent<typeof seatsWire>['items']>[number]['value']
type TermWire = NonNullable<Sent<typeof termsWire>['value']>[number]
type ElectionWire = NonNullable<Sent<typeof electionsWire>['value']>[number]
type MemberWire = TermWire['member']['value']

/** Removes the differences between registers: case, accents, commas and "&". */
const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
export const sameName = (one: string, other: string): boolean => plain(one) === plain(other)

const personIn = (wire: MemberWire): Pick<Member, 'name' | 'party'> => ({
  name: stated(wire.nameDisplayAs) ?? stated(wire.nameListAs),
  party: stated(wire.latestParty?.name),
})

export const memberFrom = (wire: MemberWire, seat: string, since: string | null | undefined): Member => ({
  ...personIn(wire),
  constituency: stated(wire.latestHouseMembership?.membershipFrom) ?? seat,
  member_since: day(wire.latestHouseMembership?.membershipStartDate),
  seat_since: day(since),
  status: stated(wire.latestHouseMembership?.membershipStatus?.statusDescription),
})

/** Why the person is not known to sit for it: a record may contradict itself, and a stranger is worse than nobody. */
const doubtOf = (seat: string, id: number, { member, representation }: TermWire): string | null => {
  const latest = member.value.latestHouseMembership
  const elsewhere = [latest, representation].find((one) =>
    one?.membershipFromId ? one.membershipFromId !== id : one?.membershipFrom && !sameName(one.membershipFrom, seat),
  )
  if (elsewhere) return `contradictory: the Member of ${seat} is said to sit for ${elsewhere.membershipFrom}`
  const ended = [representation, latest].find((one) => one?.membershipEndDate)?.membershipEndDate
  return ended ? `contradictory: the Member of ${seat} is said to have left on ${day(ended) ?? ended}` : null
}

export const seatFrom = ({ id, name, startDate, currentRepresentation: current }: SeatWire): Seat | Partly<Seat> => {
  const vacant: Seat = { id, name: stated(name) ?? name, since: day(startDate), member: null }
  if (current === undefined) return partly(vacant, `it is not stated who sits for ${vacant.name}`)
  if (current === null) return vacant
  const doubt = doubtOf(vacant.name, id, current)
  if (doubt !== null) return partly(vacant, doubt)
  return {
    ...vacant,
    member: memberFrom(current.member.value, vacant.name, current.representation.membershipStartDate),
  }
}

export const seatNamed = (name: string, found: readonly SeatWire[]): Seat | Partly<Seat> | null => {
  const seat = found.find((one) => !one.endDate && sameName(one.name, name))
  return seat ? seatFrom(seat) : null
}

const newestFirst =
  <T>(dateOf: (one: T) => string | null) =>
  (a: T, b: T): number =>
    (dateOf(b) ?? '').localeCompare(dateOf(a) ?? '', 'en')

const share = (part: number | null, whole: number | null): number | null =>
  part === null || whole === null || whole === 0 ? null : rounded((100 * part) / whole, 1)

export const electionsFrom = (wire: readonly ElectionWire[]): readonly Election[] =>
  wire
    .filter(({ isNotional }) => isNotional !== true)
    .map((one) => {
      const [majority, electorate, votes] = [quantity(one.majority), quantity(one.electorate), quantity(one.turnout)]
      return {
        date: day(one.electionDate),
        title: stated(one.electionTitle),
        isGeneral: one.isGeneralElection ?? null,
        result: stated(one.result),
        winning_party: stated(one.winningParty?.name),
        majority,
        electorate,
        votes,
        turnout_pct: share(votes, electorate),
        majority_pct: share(majority, votes),
      }
    })
    .toSorted(newestFirst(({ date }) => date))

export const termsFrom = (wire: readonly TermWire[]): readonly Term[] =>
  wire
    .map(({ member, representation }) => ({
      ...personIn(member.value),
      from: day(representation.membershipStartDate),
      to: day(representation.membershipEndDate),
      reason: stated(representation.membershipEndReason),
    }))
    .toSorted(newestFirst(({ from }) => from))
