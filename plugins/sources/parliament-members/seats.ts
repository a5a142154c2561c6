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
  quantity,
  rounded,
  stated,
  text,
  type Of,
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
  },
  'Null while the seat is vacant',
)
export interface Member extends Of<typeof memberFields> {}

const seatFields = object({
  id: integer(),
  name: text(),
  // Also null between dissolution and election.
  member: orNull(memberFields as Shape<Member>),
})
/** A constituency with the boundaries of 2024. */
export interface Seat extends Of<typeof seatFields> {}
export const seatShape: Shape<Seat> = seatFields

const electionFields = object({
  date: orNull(date('Day of the election')),
  title: orNull(text('Such as `2024 General Election`')),
  isGeneral: flag(),
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

interface Membership {
  readonly membershipFrom?: string | null
  readonly membershipStartDate?: string | null
  readonly membershipEndDate?: string | null
  readonly membershipEndReason?: string | null
}
export interface MemberWire {
  readonly id: number
  readonly nameDisplayAs?: string | null
  readonly nameListAs?: string | null
  readonly latestParty?: { readonly name?: string | null } | null
  readonly latestHouseMembership?: Membership | null
}
export interface TermWire {
  readonly member?: { readonly value?: MemberWire | null } | null
  readonly representation?: Membership | null
}
export interface SeatWire {
  readonly id: number
  readonly name?: string | null
  readonly endDate?: string | null
  readonly currentRepresentation?: TermWire | null
}
export interface ElectionWire {
  readonly result?: string | null
  readonly isNotional?: boolean | null
  readonly isGeneralElection?: boolean | null
  readonly electionTitle?: string | null
  readonly electionDate?: string | null
  readonly winningParty?: { readonly name?: string | null } | null
  readonly electorate?: number | null
  readonly turnout?: number | null
  readonly majority?: number | null
}

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
})

export const seatFrom = ({ id, name: called, currentRepresentation: current }: SeatWire): Seat => {
  const name = stated(called) ?? `Constituency ${id}`
  const member = current?.member?.value
  return {
    id,
    name,
    member: member ? memberFrom(member, name, current.representation?.membershipStartDate) : null,
  }
}

export const seatNamed = (name: string, found: readonly SeatWire[]): Seat | null => {
  const seat = found.find((one) => !one.endDate && sameName(one.name ?? '', name))
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
        isGeneral: one.isGeneralElection === true,
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
    .flatMap(({ member, representation }) =>
      member?.value
        ? [
            {
              ...personIn(member.value),
              from: day(representation?.membershipStartDate),
              to: day(representation?.membershipEndDate),
              reason: stated(representation?.membershipEndReason),
            },
          ]
        : [],
    )
    .toSorted(newestFirst(({ from }) => from))
