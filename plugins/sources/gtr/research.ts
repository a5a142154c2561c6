/** What projects mean to one organisation: its part in them, and what it was awarded itself. */
import { countBy, rounded } from '@domesday/core'
import type { Project } from './project.ts'

export interface Award {
  readonly project: Project
  /** A participant is stated to have a share; a partner has some part in it. */
  readonly role: 'lead' | 'participant' | 'partner'
  /** Pounds awarded to the organisation itself; null where that is not known. */
  readonly awarded: number | null
  /** Names of the others, where the project states them. */
  readonly others: readonly string[]
}

export interface Research {
  readonly total: number
  readonly led: number
  /** Latest start first, 100 at most. */
  readonly awards: readonly Award[]
  /** Of all, what tells whether a project runs on a day. */
  readonly states: readonly Pick<Project, 'status' | 'end'>[]
  /** Pounds, over the awards whose amount is known: `priced` of them. */
  readonly awarded: number
  readonly priced: number
  /** All by their lead funder, most frequent first. */
  readonly funders: Readonly<Record<string, number>>
  /** False where there were more records or projects than are read: then the counts are the least they can be. */
  readonly complete: boolean
}

/** A part in a project before its price is known. */
export interface Share extends Award {
  /** The fund whose amount is the organisation's own: it leads the project, and no share of another is stated. */
  readonly fund: string | null
}

const listed = 100

/** The parts of an organisation, known by its record ids, in projects; latest start first. */
export const sharesOf = (ids: readonly string[], projects: readonly Project[]): readonly Share[] =>
  projects
    .map((project): Share => {
      const own = project.participants.filter(({ organisation }) => organisation !== null && ids.includes(organisation))
      const others = project.participants.filter((one) => !own.includes(one)).flatMap(({ name }) => name ?? [])
      const offers = own.flatMap(({ offer }) => offer ?? [])
      const isLead = project.leads.some((id) => ids.includes(id))
      const awarded = offers.length > 0 ? offers.reduce((sum, offer) => sum + offer, 0) : null
      return {
        project,
        role: isLead ? 'lead' : own.length > 0 ? 'participant' : 'partner',
        awarded,
        others: [...new Set(others)],
        fund: isLead && awarded === null && others.length === 0 ? project.fund : null,
      }
    })
    .toSorted((a, b) => (b.project.start ?? '').localeCompare(a.project.start ?? ''))

/** `amounts` holds pounds by fund. */
export const researchFrom = (
  shares: readonly Share[],
  amounts: ReadonlyMap<string, number | null>,
  complete: boolean,
): Research => {
  const awards = shares.map(({ fund, ...award }): Award => ({
    ...award,
    awarded: award.awarded ?? (fund === null ? null : (amounts.get(fund) ?? null)),
  }))
  const priced = awards.flatMap(({ awarded }) => awarded ?? [])
  return {
    total: awards.length,
    led: awards.filter(({ role }) => role === 'lead').length,
    awards: awards.slice(0, listed),
    states: awards.map(({ project: { status, end } }) => ({ status, end })),
    awarded: rounded(
      priced.reduce((sum, amount) => sum + amount, 0),
      2,
    ),
    priced: priced.length,
    funders: countBy(
      awards.flatMap(({ project: { funder } }) => funder ?? []),
      (funder) => funder,
    ),
    complete,
  }
}
