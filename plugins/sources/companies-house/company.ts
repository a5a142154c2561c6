/** A company by number or by name: what entity, report and innovation start from. */
import { derive, first, hasWord, need, noSuch, NoSuch, phrase, type Matched, type Node } from '@domesday/core'
import { companyWords, formOf, companyNumber as numberOf } from '@domesday/vocabulary-companies'
import { allIn } from './names.ts'
import { profile, search, type CompanyHit, type Profile } from './profile.ts'

/** How callers name a company. Numbers may be of one digit: the oldest companies have them. */
export const companyIdentifier = phrase({
  description: 'A company number, in any casing and without leading zeros if you like, or a name, current or former',
  minLength: 1,
  pattern: `^\\s*[1-9]\\s*$|${hasWord}`,
  title: '99000017: a company number, or a name with two letters or digits',
  examples: ['99000017'],
})

/**
 * The number of eight characters that an identifier means: one to eight digits, or a register's prefix with digits and at most one
 * closing letter. Null where it is a name.
 */
export const companyNumber = (identifier: string): string | null =>
  /\s/.test(identifier.trim()) ? null : numberOf(identifier)

const isActive = ({ status, ceased }: CompanyHit): boolean =>
  status === null ? ceased === null : status === 'active' || status === 'open' || status === 'registered'

/** The match of a name among what the search found. */
export interface CompanyMatch {
  readonly number: string
  readonly name: string
  /** Others that the name could have meant, five at most. */
  readonly others: readonly CompanyHit[]
}

/**
 * A name matches a company where each of its words, legal suffixes aside, stands in the current or in the former name that the
 * search found. The whole name comes first (the current one before a former, the same legal form before another, an active company
 * before a dissolved), then the best active company; a dissolved one is never taken for a part of its name.
 */
export const matchCompany = (asked: string, hits: readonly CompanyHit[]): CompanyMatch | NoSuch => {
  const words = companyWords(asked),
    whole = words.join('')
  const form = formOf(asked)
  const rank = (hit: CompanyHit): number | null => {
    const current = companyWords(hit.name),
      former = hit.formerName === null ? [] : companyWords(hit.formerName)
    // Compared without blanks, so that J D is JD.
    if (whole !== '' && current.join('') === whole)
      return (form !== '' && formOf(hit.name) !== form ? 2 : 0) + (isActive(hit) ? 0 : 1)
    if (whole !== '' && former.join('') === whole) return isActive(hit) ? 4 : 5
    if (allIn(words, current) || allIn(words, former)) return isActive(hit) ? 6 : 7
    return null
  }
  const ranked = hits
    .flatMap((hit) => {
      const at = rank(hit)
      return at === null ? [] : [{ hit, at }]
    })
    .toSorted((a, b) => a.at - b.at)
  const [best, ...others] = ranked
  if (best && best.at < 7)
    return { number: best.hit.number, name: best.hit.name, others: others.slice(0, 5).map(({ hit }) => hit) }
  const near = new Set((best ? ranked.map(({ hit }) => hit) : hits).map(({ name }) => name))
  const detail = best
    ? `No active company is called ${asked}; give the whole name of one that is not.`
    : `No company is called ${asked}.`
  return noSuch(detail, [...near].slice(0, 5))
}

const label = ({ name, number }: { readonly name: string; readonly number: string }): string => `${name} (${number})`

export interface Company {
  /** Rests on the profile, so that what asks by it waits until the company is known to exist. */
  readonly number: Node<string>
  readonly profile: Node<Profile>
  /** Not asked for where a number was given. */
  readonly matched: Node<Matched>
}

/** The company that an identifier means. Without one, the profile is none, in words fit for a 404. */
export const companyOf = (asked: Node<{ readonly identifier: string }>): Company => {
  const byNumber = derive({ asked }, ({ asked }) => companyNumber(asked.identifier))
  const hits = need(search, { asked }, ({ asked }) =>
    companyNumber(asked.identifier) === null ? asked.identifier : null,
  )
  const match = derive({ asked, hits }, ({ asked, hits }) => matchCompany(asked.identifier, hits))
  const wanted = first(
    byNumber,
    derive({ match }, ({ match }) => match.number),
  )
  const record = need(profile, { wanted }, ({ wanted }) => wanted)
  return {
    number: derive({ record }, ({ record }) => record.number),
    profile: record,
    matched: derive({ asked, match }, ({ asked, match }) => ({
      asked: asked.identifier,
      chosen: label(match),
      candidates: match.others.map(label),
    })),
  }
}
