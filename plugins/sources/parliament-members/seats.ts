/** Constituencies, Members and elections in the API's wire format. */
import { day, quantity, stated } from '@domesday/core'

export interface Member {
  readonly id: number
  /** Display name: `Ms Diane Abbott`. */
  readonly name: string | null
  readonly party: string | null
  /** Current or last seat. */
  readonly constituency: string | null
  /** First day of continuous membership of the Commons, even if it started in another seat or with other boundaries. */
  readonly since: string | null
}

/** A constituency with the boundaries of 2024. */
export interface Seat {
  readonly id: number
  readonly name: string
  /** Null while the seat is vacant, and between dissolution and election. */
  readonly member: Member | null
  /** First day on which its Member held it with these boundaries. */
  readonly heldSince: string | null
}

/** Result of an election. */
export interface Election {
  readonly date: string | null
  /** Such as `2024 General Election`. */
  readonly title: string | null
  readonly isGeneral: boolean
  /** Such as `Lab Hold`. */
  readonly result: string | null
  readonly winner: string | null
  /** The winner's lead in votes. */
  readonly majority: number | null
  /** Registered voters, and votes cast. */
  readonly electorate: number | null
  readonly votes: number | null
}

/** One Member's time in a seat. */
export interface Term {
  readonly member: Member
  readonly from: string | null
  /** Null for the current Member. */
  readonly to: string | null
  /** Such as `Resigned` or `General Election`. */
  readonly reason: string | null
}

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

export const memberFrom = (wire: MemberWire): Member => ({
  id: wire.id,
  name: stated(wire.nameDisplayAs) ?? stated(wire.nameListAs),
  party: stated(wire.latestParty?.name),
  constituency: stated(wire.latestHouseMembership?.membershipFrom),
  since: day(wire.latestHouseMembership?.membershipStartDate),
})

export const seatFrom = ({ id, name, currentRepresentation: current }: SeatWire): Seat => ({
  id,
  name: stated(name) ?? `Constituency ${id}`,
  member: current?.member?.value ? memberFrom(current.member.value) : null,
  heldSince: day(current?.representation?.membershipStartDate),
})

export const seatNamed = (name: string, found: readonly SeatWire[]): Seat | null => {
  const seat = found.find((one) => !one.endDate && sameName(one.name ?? '', name))
  return seat ? seatFrom(seat) : null
}

const newestFirst =
  <T>(dateOf: (one: T) => string | null) =>
  (a: T, b: T): number =>
    (dateOf(b) ?? '').localeCompare(dateOf(a) ?? '')

export const electionsFrom = (wire: readonly ElectionWire[]): readonly Election[] =>
  wire
    .filter(({ isNotional }) => isNotional !== true)
    .map((one) => ({
      date: day(one.electionDate),
      title: stated(one.electionTitle),
      isGeneral: one.isGeneralElection === true,
      result: stated(one.result),
      winner: stated(one.winningParty?.name),
      majority: quantity(one.majority),
      electorate: quantity(one.electorate),
      votes: quantity(one.turnout),
    }))
    .toSorted(newestFirst(({ date }) => date))

export const termsFrom = (wire: readonly TermWire[]): readonly Term[] =>
  wire
    .flatMap(({ member, representation }) =>
      member?.value
        ? [
            {
              member: memberFrom(member.value),
              from: day(representation?.membershipStartDate),
              to: day(representation?.membershipEndDate),
              reason: stated(representation?.membershipEndReason),
            },
          ]
        : [],
    )
    .toSorted(newestFirst(({ from }) => from))
