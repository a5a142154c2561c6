/** Chooses the company that a name means from the results of a search. */
import { ambiguous, noSuch, type Candidate, type NameMatch, type NoSuch, type Ambiguous } from '@domesday/core'
import { formOf, plainName } from '@domesday/vocabulary-companies'
import { allIn } from './names.ts'
import type { CompanyHit } from './search.ts'
import { hasEnded } from './standing.ts'

export interface CompanyMatch {
  readonly number: string
  readonly name: string
  /** Other companies that the name could mean, at most five. */
  readonly others: readonly CompanyHit[]
}

const isActive = ({ status, ceased }: CompanyHit): boolean =>
  status === null ? ceased === null : status === 'active' || status === 'open' || status === 'registered'
/** Still on the register, including companies in liquidation or administration: no other company may take the name. */
const stands = ({ status, ceased }: CompanyHit): boolean => (status === null ? ceased === null : !hasEnded(status))

/** How a hit matches the words of a name: its whole current name, its whole former name, or part of a name. */
type Likeness = 'whole' | 'former' | 'part'

interface Like {
  readonly hit: CompanyHit
  readonly like: Likeness
  /** Whether its legal form is the one asked for. True if none was asked for. */
  readonly sameForm: boolean
}

const plainWords = (name: string): readonly string[] => plainName(name).split(' ').filter(Boolean)

/** Whether the words occur consecutively in a name, ignoring blanks: JD Tools matches J D TOOLS AND DIES. */
const hasRun = (words: readonly string[], others: readonly string[]): boolean => {
  const run = words.join('')
  return (
    run !== '' &&
    others.some((_, first) => {
      let joined = ''
      for (let i = first; i < others.length && joined.length < run.length; i++) joined += others[i]
      return joined === run
    })
  )
}

/**
 * Hits whose current name, or the former name that the search found, contains every word of the asked name, without
 * legal forms. Keeps the order of the search.
 */
const likeName = (asked: string, hits: readonly CompanyHit[]): readonly Like[] => {
  const words = plainWords(asked),
    form = formOf(asked)
  // Compare without blanks: J D equals JD.
  const isWhole = (others: readonly string[]): boolean => words.length > 0 && others.join('') === words.join('')
  return hits.flatMap((hit): readonly Like[] => {
    const current = plainWords(hit.name),
      former = plainWords(hit.formerName ?? '')
    const sameForm = form === '' || formOf(hit.name) === form
    if (isWhole(current)) return [{ hit, like: 'whole', sameForm }]
    if (isWhole(former)) return [{ hit, like: 'former', sameForm: true }]
    const holds = (others: readonly string[]): boolean => allIn(words, others) || hasRun(words, others)
    return holds(current) || holds(former) ? [{ hit, like: 'part', sameForm: true }] : []
  })
}

/**
 * Rank if the best match is taken: whole names before former and partial names, and active companies before others. An
 * inactive company with a partial match is never taken.
 */
const rank = ({ hit, like, sameForm }: Like): number =>
  ({ whole: sameForm ? 0 : 2, former: 4, part: 6 })[like] + (isActive(hit) ? 0 : 1)
const unlikely = 7

const matchOf = ({ hit }: Like, all: readonly Like[]): CompanyMatch => ({
  number: hit.number,
  name: hit.name,
  others: all.flatMap((other) => (other.hit === hit ? [] : other.hit)).slice(0, 5),
})

const candidateOf = ({ number, name, formerName, status, incorporated, address }: CompanyHit): Candidate => ({
  id: number,
  label: formerName === null ? name : `${name} (formerly ${formerName})`,
  status,
  since: incorporated,
  address,
})

const none = (detail: string, near: readonly CompanyHit[]): NoSuch => noSuch(detail, near.slice(0, 5).map(candidateOf))

/**
 * Exact matches for a name, from the first group that is not empty: active companies; then companies still on the
 * register, by current or former name; then all others, dissolved ones included.
 */
const named = (all: readonly Like[]): readonly Like[] => {
  const whole = all.filter(({ like }) => like === 'whole'),
    former = all.filter(({ like }) => like === 'former')
  const active = whole.filter(({ hit }) => isActive(hit)),
    standing = whole.filter(({ hit }) => stands(hit))
  if (active.length > 0) return active
  return standing.length > 0 ? [...standing, ...former.filter(({ hit }) => stands(hit))] : [...former, ...whole]
}

/** The one company that a name means; `Ambiguous` if several match equally well. */
const onlyOne = (asked: string, all: readonly Like[]): CompanyMatch | Ambiguous => {
  const exact = named(all)
  const likely = exact.length > 0 ? exact : all
  const formed = likely.filter(({ sameForm }) => sameForm)
  const activeFirst = (some: readonly Like[]): readonly Like[] =>
    some.toSorted((a, b) => Number(isActive(b.hit)) - Number(isActive(a.hit)))
  const ranked = [...activeFirst(likely), ...activeFirst(all.filter((one) => !likely.includes(one)))]
  const [one] = likely.length === 1 ? likely : formed.length === 1 ? formed : []
  if (one) return matchOf(one, ranked)
  const why =
    exact.length > 0
      ? `Several companies are or were called ${asked}`
      : `Several companies have '${asked}' in a name, and no active one is called exactly that`
  return ambiguous(
    `${why}. Ask again by the number of the one that is meant.`,
    ranked.map(({ hit }) => candidateOf(hit)),
  )
}

const bestOne = (asked: string, all: readonly Like[]): CompanyMatch | NoSuch => {
  const ranked = all.toSorted((a, b) => rank(a) - rank(b))
  return rank(ranked[0]!) < unlikely
    ? matchOf(ranked[0]!, ranked)
    : none(
        `No active company is called ${asked}; give the whole name of one that is not.`,
        ranked.map(({ hit }) => hit),
      )
}

/** `number`: the one that the asked name reads like, and that no company has. */
export const matchCompany = (
  asked: string,
  hits: readonly CompanyHit[],
  match: NameMatch,
  number: string | null = null,
): CompanyMatch | NoSuch | Ambiguous => {
  const all = likeName(asked, hits)
  const neither = number === null ? '' : `There is no company with the number ${number}. `
  if (all.length === 0) return none(`${neither}No company is called ${asked}.`, hits)
  return match === 'one' ? onlyOne(asked, all) : bestOne(asked, all)
}

/** The companies on the register that have exactly this name, at most five. */
export const calledSo = (asked: string, hits: readonly CompanyHit[]): readonly CompanyHit[] =>
  likeName(asked, hits)
    .filter(({ hit, like }) => like === 'whole' && stands(hit))
    .map(({ hit }) => hit)
    .slice(0, 5)
