/** Which company a name means, among what a search found. */
import { ambiguous, noSuch, type Ambiguous, type Candidate, type NameMatch, type NoSuch } from '@domesday/core'
import { formOf, plainName } from '@domesday/vocabulary-companies'
import { allIn } from './names.ts'
import type { CompanyHit } from './search.ts'
import { hasEnded } from './standing.ts'

/** The match of a name. */
export interface CompanyMatch {
  readonly number: string
  readonly name: string
  /** Others that the name could have meant, five at most. */
  readonly others: readonly CompanyHit[]
}

const isActive = ({ status, ceased }: CompanyHit): boolean =>
  status === null ? ceased === null : status === 'active' || status === 'open' || status === 'registered'
/** On the register, in liquidation or administration too: no other company may take its name. */
const stands = ({ status, ceased }: CompanyHit): boolean => (status === null ? ceased === null : !hasEnded(status))

/** How a hit has the words of a name: as its whole current name, as a whole former one, or among others. */
type Likeness = 'whole' | 'former' | 'part'

interface Like {
  readonly hit: CompanyHit
  readonly like: Likeness
  /** Whether it has the legal form that was asked, or none was. */
  readonly sameForm: boolean
}

const plainWords = (name: string): readonly string[] => plainName(name).split(' ').filter(Boolean)

/** Whether words follow each other in a name, however both are spaced: JD Tools in J D TOOLS AND DIES. */
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
 * The hits that have each word of a name, legal suffixes aside, in their current or in the former name that the
 * search found; in the order of the search.
 */
const likeName = (asked: string, hits: readonly CompanyHit[]): readonly Like[] => {
  const words = plainWords(asked),
    form = formOf(asked)
  // Compared without blanks, so that J D is JD.
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
 * Where the name is taken for the best active company, a whole name comes first, and one that is not active is not
 * taken for a part of its name.
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
 * The companies that have or had exactly a name, as far as one stands behind another: the active ones; else those
 * that stand on the register, and those there that had it before; else whoever had it, and those that are no more.
 */
const named = (all: readonly Like[]): readonly Like[] => {
  const whole = all.filter(({ like }) => like === 'whole'),
    former = all.filter(({ like }) => like === 'former')
  const active = whole.filter(({ hit }) => isActive(hit)),
    standing = whole.filter(({ hit }) => stands(hit))
  if (active.length > 0) return active
  return standing.length > 0 ? [...standing, ...former.filter(({ hit }) => stands(hit))] : [...former, ...whole]
}

/** The one company that a name means. Several that are equally near are the caller's to choose from. */
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

export const matchCompany = (
  asked: string,
  hits: readonly CompanyHit[],
  match: NameMatch,
): CompanyMatch | NoSuch | Ambiguous => {
  const all = likeName(asked, hits)
  if (all.length === 0) return none(`No company is called ${asked}.`, hits)
  return match === 'one' ? onlyOne(asked, all) : bestOne(asked, all)
}
