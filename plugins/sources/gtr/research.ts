/** The role of one organisation in its projects, and what it was awarded. */
import {
  choice,
  countBy,
  date,
  flag,
  integer,
  list,
  number,
  object,
  orNull,
  rounded,
  table,
  text,
  type Of,
  type Shape,
} from '@domesday/core'
import { projectShape, type Project } from './project.ts'

const awardFields = object({
  project: projectShape,
  role: choice(['lead', 'participant', 'partner'], 'A participant has a stated share; a partner has another part'),
  awarded: orNull(number({ description: 'What the organisation itself was awarded', unit: 'GBP' })),
  others: list(text(), 'Names of the other participants, if the project states them'),
})
export interface Award extends Of<typeof awardFields> {}
const awardShape: Shape<Award> = awardFields

const researchFields = object({
  total: integer('Projects'),
  led: integer('Of these, those that it leads'),
  awards: list(awardShape, 'Latest start first, at most 100'),
  states: list(
    object({ status: orNull(text()), end: orNull(date()) }),
    'Of all awards: what is needed to tell whether a project is running on a day',
  ),
  awarded: number({ description: 'Sum of the awards with a known amount', unit: 'GBP' }),
  priced: integer('Awards with a known amount'),
  funders: table(integer(), 'All awards by lead funder, most frequent first'),
  complete: flag('False if there were more records or projects than we read: counts are then lower bounds'),
})
export interface Research extends Of<typeof researchFields> {}
export const researchShape: Shape<Research> = researchFields

/** An award before its amount is looked up. */
export interface Share extends Award {
  /** The fund whose whole amount belongs to the organisation: it leads the project, and no other shares are stated. */
  readonly fund: string | null
}

const listed = 100

/** The awards of an organisation (by its record ids) in projects; latest start first. */
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
    .toSorted((a, b) => (b.project.start ?? '').localeCompare(a.project.start ?? '', 'en'))

/** `amounts` has pounds by fund id. */
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
