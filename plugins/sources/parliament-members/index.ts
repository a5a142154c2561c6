import { list, need, notCovered, present, source, type Node, type Shown } from '@domesday/core'
import {
  electionShape,
  electionsFrom,
  seatNamed,
  seatShape,
  termShape,
  termsFrom,
  type Election,
  type ElectionWire,
  type Seat,
  type SeatWire,
  type Term,
  type TermWire,
} from './seats.ts'

export { electionShape, sameName, termShape, type Election, type Member, type Seat, type Term } from './seats.ts'

export const parliamentMembers = source({
  id: 'parliament-members',
  title: 'UK Parliament Members',
  home: import.meta.dirname,
  licence: 'OPL-3.0',
  attribution: 'Contains Parliamentary information licensed under the Open Parliament Licence v3.0',
  covers: ['England', 'Wales', 'Scotland', 'Northern Ireland'],
  coverage:
    'Constituencies of the House of Commons with their Members, and the results of elections in their present boundaries',
})

interface Valued<T> {
  readonly value?: T | null
}

/**
 * A current constituency by name, with its Member. The service has no codes and its search finds every name that
 * contains the words: only an equal name (ignoring case and punctuation) counts. Null if there is none.
 */
export const constituency = parliamentMembers.get('constituency', {
  demands: ['items[].value.id', 'items[].value.name', 'items[].value.currentRepresentation.member.value.nameDisplayAs'],
  path: (name: string) => ['/api/Location/Constituency/Search', { searchText: name, skip: 0, take: 20 }],
  digest: seatShape,
  read: ({ items }: { readonly items?: readonly Valued<SeatWire>[] | null }, name) =>
    seatNamed(
      name,
      (present(items, 'items') ?? []).flatMap(({ value }) => value ?? []),
    ),
})

/**
 * Elections in a constituency with its present boundaries, newest first; notional results for earlier years are left
 * out.
 */
export const elections = parliamentMembers.get('elections', {
  demands: ['value[].isGeneralElection'],
  path: (id: number) => `/api/Location/Constituency/${id}/ElectionResults`,
  digest: list(electionShape),
  read: ({ value }: Valued<readonly ElectionWire[]>) => electionsFrom(present(value, 'value') ?? []),
  none: ({ status }) => (status === 404 ? null : undefined),
})

/** Members for a constituency with its present boundaries, newest first, including the current one. */
export const representations = parliamentMembers.get('representations', {
  demands: ['value[].member.value.nameDisplayAs', 'value[].representation.membershipEndDate'],
  path: (id: number) => `/api/Location/Constituency/${id}/Representations`,
  digest: list(termShape),
  read: ({ value }: Valued<readonly TermWire[]>) => termsFrom(present(value, 'value') ?? []),
  none: ({ status }) => (status === 404 ? null : undefined),
  confidence: 'unconfirmed',
})

/** The constituency of a place. A place in none (on the islands) is not covered. */
export const seatOf = (place: Node<{ readonly postcode: string; readonly constituency: string | null }>): Shown<Seat> =>
  need(
    constituency,
    place,
    ({ postcode, constituency }) => constituency ?? notCovered(`${postcode} is in no constituency`),
  )
export const electionsOf = (seat: Node<Seat>): Shown<readonly Election[]> => need(elections, seat, ({ id }) => id)
export const termsOf = (seat: Node<Seat>): Shown<readonly Term[]> => need(representations, seat, ({ id }) => id)
