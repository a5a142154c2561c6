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
import { matchShape, type Match } from '@domesday/vocabulary-companies'
import { projectShape, type Project } from './project.ts'

const awardFields = object({
  project: projectShape,
  role: choice(['lead', 'participant', 'partner'], 'A participant has a stated share; a partner has another part'),
  awarded: orNull(number({ description: 'What the organisation itself was awarded', unit: 'GBP' })),
  others: list(text(), 'Names of the other participants, if the project states them'),
  match: matchShape,
})
export interface Award extends Of<typeof awardFields> {}
const awardShape: Shape<Award> = awardFields

const researchFields = object({
  total: integer('Projects'),
  led: integer('Of these, those that it leads'),
  awards: list(awardShape, 'Latest start first, at most 100'),
  possible: list(awardShape, 'Possible matches by name alone, which are not counted; 10 at most'),
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
export interface Share extends Omit<Award, 'match'> {
  /** Null where it is another organisation's. */
  readonly match: Match | null
  /** The fund whose whole amount belongs to the organisation: it leads the project, and no other shares are stated. */
  readonly fund: string | null
}

const listed = 100

/** The awards of an organisation (by its record ids) in projects; latest start first. */
export const sharesOf = (
  ids: readonly string[],
  projects: readonly Project[],
  matchOf: (of: { readonly ids: readonly string[]; readonly start: string | null }) => Match | null,
): readonly Share[] =>
  projects
    .map((project): Share => {
      const own = project.participants.filter(({ organisation }) => organisation !== null && ids.includes(organisation))
      const others = project.participants.filter((one) => !own.includes(one)).flatMap(({ name }) => name ?? [])
      const offers = own.flatMap(({ offer }) => offer ?? [])
      // A part that the project does not name rests on one of its records.
      const named = ids.filter((id) => project.leads.includes(id) || own.some((one) => one.organisation === id))
      const isLead = project.leads.some((id) => ids.includes(id))
      const awarded = offers.length > 0 ? offers.reduce((sum, offer) => sum + offer, 0) : null
      return {
        project,
        role: isLead ? 'lead' : own.length > 0 ? 'participant' : 'partner',
        awarded,
        others: [...new Set(others)],
        match: matchOf({ ids: named.length > 0 ? named : ids, start: project.start }),
        fund: isLead && awarded === null && others.length === 0 ? project.fund : null,
      }
    })
    .toSorted((a, b) => (b.project.start ?? '').localeCompare(a.project.start ?? '', 'en'))

/** `amounts` has pounds by fund id. */
export const researchFrom = (
  { own, possible }: { readonly own: readonly Share[]; readonly possible: readonly Share[] },
  amounts: ReadonlyMap<string, number | null>,
  complete: boolean,
): Research => {
  const awardOf = ({ fund, match, ...award }: Share): Award => ({
    ...award,
    match: match!,
    awarded: award.awarded ?? (fund === null ? null : (amounts.get(fund) ?? null)),
  })
  const awards = own.map(awardOf)
  const priced = awards.flatMap(({ awarded }) => awarded ?? [])
  return {
    total: awards.length,
    led: awards.filter(({ role }) => role === 'lead').length,
    awards: awards.slice(0, listed),
    possible: possible.slice(0, 10).map(awardOf),
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
