/** Whether a person is on the register of disqualified officers, which shares no id with that of officers. */
import { derive, each, maybe, need, partly, today, type Node, type Partly } from '@domesday/core'
import {
  disqualified,
  disqualifiedSearch,
  type Disqualification,
  type Disqualified,
  type DisqualifiedHit,
} from './disqualification.ts'
import { plainName, type Match } from '@domesday/vocabulary-companies'
import { allIn, personWords, sameWords } from './names.ts'
import type { Person } from './person.ts'

export interface Named extends Pick<Person, 'name' | 'born' | 'is_corporate'> {
  /** Names of companies that the person runs or ran. */
  readonly companies: readonly string[]
}

export const isInForce = ({ from, until }: Disqualification, today: string): boolean =>
  (from ?? '') <= today && (until === null || until >= today)

/** An entry of the register of the same name, of which it cannot be told whether it is the person's. */
export interface Unresolved {
  readonly name: string
  /** Its bans; null where the entry could not be read. */
  readonly disqualifications: readonly Disqualification[] | null
  readonly why: string
  readonly match: Match
}
/** An entry that is the person's, and on what that rests. */
export interface Barred extends Disqualified {
  readonly match: Match
}
export interface Screening {
  /** Those that are the person's. */
  readonly records: readonly Barred[]
  readonly unresolved: readonly Unresolved[]
}

/** Whether a disqualified person may be the officer, by name: one register often omits middle names. */
const mayBe = (person: Named, { kind, name }: Pick<DisqualifiedHit, 'kind' | 'name'>): boolean => {
  if ((kind === 'corporate') !== person.is_corporate) return false
  const a = personWords(person.name),
    b = personWords(name)
  return person.is_corporate ? sameWords(a, b) : Math.min(a.length, b.length) > 1 && (allIn(a, b) || allIn(b, a))
}

const mostRead = 10
/** The entries of that name that can be the person's, those of the same month of birth first. */
const candidatesOf = (person: Named, hits: readonly DisqualifiedHit[]): readonly DisqualifiedHit[] =>
  hits
    .filter((hit) => mayBe(person, hit) && (hit.born === null || person.born === null || hit.born === person.born))
    .toSorted((a, b) => Number(a.born === null) - Number(b.born === null))

/** How sure it is that an entry is the person's: the two registers share no number. Null where it is another's. */
const matchOf = (person: Named, { name, born, disqualifications }: Disqualified): Match | null => {
  if (born !== null && person.born !== null && born !== person.born) return null
  const isSameName = sameWords(personWords(person.name), personWords(name))
  const companies = new Set(person.companies.map(plainName))
  const isAboutTheirs = disqualifications.some((ban) => ban.companies.some((one) => companies.has(plainName(one))))
  const isSameMonth = born !== null && born === person.born
  const known = isSameMonth || person.is_corporate
  return {
    by: 'name',
    agreed: [
      isSameName ? 'name' : 'name in part',
      ...(isSameMonth ? ['month of birth'] : []),
      ...(isAboutTheirs ? ['company'] : []),
    ],
    against: isSameName ? [] : ['a forename'],
    sure: known && isAboutTheirs ? 'certain' : known && isSameName ? 'likely' : 'possible',
  }
}

/** Why it cannot be told whether an entry is the person's. */
const whyPossible = (person: Named, { born }: Disqualified): string =>
  born === null
    ? 'its birth is not stated'
    : person.born === null
      ? 'the birth of this person is not stated'
      : 'one of the two has a middle name that the other lacks'

const unread: Match = { by: 'name', agreed: ['name'], against: [], sure: 'possible' }

/**
 * What the entries say of the person. `records` are those of `candidates`, in their order; null where one could not be
 * read, undefined where it was not asked for. One that is sure counts whatever cannot be told of the others.
 */
export const screened = (
  person: Named,
  candidates: readonly DisqualifiedHit[],
  records: readonly (Disqualified | null | undefined)[],
): Screening => {
  const sure: Barred[] = [],
    unresolved: Unresolved[] = []
  candidates.forEach(({ name }, i) => {
    const record = records[i]
    if (record == null) {
      const why =
        record === null ? 'its entry could not be read' : 'so many others of the name were read before its entry'
      unresolved.push({ name, why, disqualifications: null, match: unread })
      return
    }
    const match = matchOf(person, record)
    if (match === null) return
    if (match.sure === 'possible')
      unresolved.push({
        name,
        why: whyPossible(person, record),
        disqualifications: record.disqualifications,
        match,
      })
    else sure.push({ ...record, match })
  })
  return { records: sure, unresolved }
}

/** It is known in part where something is unresolved and no ban is in force for certain. */
const inPart = (screening: Screening, today: string): Screening | Partly<Screening> => {
  const { records, unresolved } = screening
  if (records.some(({ disqualifications }) => disqualifications.some((ban) => isInForce(ban, today)))) return screening
  const [one, ...others] = unresolved
  if (one === undefined) return screening
  const more = others.length === 0 ? '' : `, and ${others.length} more of the name`
  return partly(
    screening,
    `whether ${one.name} on the register of disqualified officers is this person cannot be told, as ${one.why}${more}`,
  )
}

/** The disqualifications of a person, including expired ones, matched by name and month of birth. */
export const bansOf = (person: Node<Named>): Node<Screening> => {
  const hits = need(disqualifiedSearch, { person }, ({ person }) => person.name)
  const candidates = derive({ person, hits }, ({ person, hits }) => candidatesOf(person, hits))
  const records = each(maybe(disqualified), { candidates }, ({ candidates }) =>
    candidates.slice(0, mostRead).map(({ kind, id }) => ({ kind, id })),
  )
  return derive({ person, candidates, records, today }, ({ person, candidates, records, today }) =>
    inPart(screened(person, candidates, records), today),
  )
}

/**
 * The same of several persons, in their order; null where the search failed. `most` entries are read at most, over all
 * of them: one beyond is unresolved.
 */
export const bansOfEach = (people: Node<readonly Named[]>, most: Node<number>): Node<readonly (Screening | null)[]> => {
  const searches = maybe(each(maybe(disqualifiedSearch), people, (people) => people.map(({ name }) => name)))
  const candidates = derive({ people, searches }, ({ people, searches }) =>
    people.map((person, i) => (searches?.[i] ? candidatesOf(person, searches[i]) : null)),
  )
  const asked = derive({ candidates, most }, ({ candidates, most }) =>
    candidates.flatMap((of) => of ?? []).slice(0, most),
  )
  const records = maybe(each(maybe(disqualified), asked, (asked) => asked.map(({ kind, id }) => ({ kind, id }))))
  return derive({ people, candidates, records, asked }, ({ people, candidates, records, asked }) => {
    let read = 0
    return people.map((person, i) => {
      const of = candidates[i] ?? null
      if (of === null) return null
      const first = read
      read += of.length
      // Undefined, not null, where its entry was not asked for.
      const entries = of.map((_, j) => (first + j < asked.length ? (records?.[first + j] ?? null) : undefined))
      return screened(person, of, entries)
    })
  })
}
