/** A company by number or by name. */
import {
  derive,
  first,
  hasWord,
  need,
  phrase,
  subject,
  type Matched,
  type NameMatch,
  type Node,
  type Shown,
} from '@domesday/core'
import { companyNumber, numberPattern } from '@domesday/vocabulary-companies'
import { calledSo, matchCompany } from './company-match.ts'
import { profile, type Profile } from './profile.ts'
import { sameName, search, type CompanyHit } from './search.ts'

/** How callers identify a company. A number may have one digit: the oldest companies have such numbers. */
export const companyIdentifier = subject(
  {
    id: 'company',
    title: 'A company',
    forms: [{ title: 'company number', pattern: numberPattern, compact: true }],
    named: 'as a company’s name',
  },
  phrase({
    description: 'A company number, in any casing and without leading zeros if you like, or a name, current or former',
    minLength: 1,
    pattern: `^\\s*[1-9]\\s*$|${hasWord}`,
    title: '99000017: a company number, or a name with two letters or digits',
    examples: ['99000017'],
  }),
)

/**
 * The eight-character number in an identifier: one to eight digits, or a register's prefix, digits and closing letters.
 * Null if the identifier can only be a name.
 */
export const numberInIdentifier = (identifier: string): string | null =>
  /\s/.test(identifier.trim()) ? null : companyNumber(identifier)

/** The name in an identifier: all but a whole number. IC24 may be the number IC000024, and is the name of a company. */
const nameInIdentifier = (identifier: string): string | null =>
  numberInIdentifier(identifier) === identifier.trim().toUpperCase() ? null : identifier

interface Labelled extends Pick<Profile, 'name' | 'number'> {}
const label = ({ name, number }: Labelled): string => `${name} (${number})`

export interface CompanyNodes {
  /** Derived from the profile, so that calls by number wait until the company is known to exist. */
  readonly number: Node<string>
  readonly profile: Shown<Profile>
  /** Evaluated only if the identifier may be a name. None where the number is known, and no company has the name. */
  readonly matched: Node<Matched>
}

export interface AskedCompany {
  readonly identifier: string
  readonly match: NameMatch
}

/**
 * The company that an identifier means: the number before the name, where it may be both. If there is none, the profile
 * is a 404; if several have the name, a 409.
 */
export const companyOf = (asked: Node<AskedCompany>): CompanyNodes => {
  // Of what may be both, the number is tried first.
  const tried = need(profile, { asked }, ({ asked }) =>
    nameInIdentifier(asked.identifier) === null ? null : numberInIdentifier(asked.identifier),
  )
  const found = need(search, { asked }, ({ asked }) => nameInIdentifier(asked.identifier))
  // If a name consists of common words, a hundred other companies may rank before the one of exactly that name.
  const named = first(
    need(sameName, { asked, found }, ({ asked, found }) => (found.complete ? null : asked.identifier)),
    derive({ found }, () => []),
  )
  const hits = derive({ named, found }, ({ named, found }) => distinctHits([...named, ...found.hits]))
  const match = derive({ asked, hits }, ({ asked, hits }) =>
    matchCompany(asked.identifier, hits, asked.match, numberInIdentifier(asked.identifier)),
  )
  const wanted = first(
    derive({ asked }, ({ asked }) =>
      nameInIdentifier(asked.identifier) === null ? numberInIdentifier(asked.identifier) : null,
    ),
    derive({ tried }, ({ tried }) => tried.number),
    derive({ match }, ({ match }) => match.number),
  )
  const record = need(profile, wanted)
  return {
    number: derive(record, ({ number }) => number),
    profile: record,
    matched: first(
      derive({ asked, tried, hits }, ({ asked, tried, hits }) => {
        const others = calledSo(asked.identifier, hits).filter(({ number }) => number !== tried.number)
        return others.length > 0 ? matchedTo(asked.identifier, tried, others) : null
      }),
      derive({ asked, match, wanted }, ({ asked, match, wanted }) =>
        match.number === wanted ? matchedTo(asked.identifier, match, match.others) : null,
      ),
    ),
  }
}

const matchedTo = (asked: string, chosen: Labelled, others: readonly Labelled[]): Matched => ({
  asked,
  chosen: label(chosen),
  candidates: others.map(label),
})

const distinctHits = (hits: readonly CompanyHit[]): readonly CompanyHit[] => [
  ...new Map(hits.map((hit) => [hit.number, hit])).values(),
]
