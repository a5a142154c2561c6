/** The latest projects of an organisation, as answers show them. */
import {
  choice,
  drawn,
  figure,
  flag,
  list,
  object,
  orNull,
  render,
  today,
  type Node,
  type Of,
  type Shown,
} from '@domesday/core'
import { matchShape } from '@domesday/vocabulary-companies'
import { isActive, shownFields } from './project.ts'
import type { Award, Research } from './research.ts'

const { status: _, ...fields } = shownFields
const latestFields = drawn(
  object({
    ...fields,
    role: choice(
      ['lead', 'participant', 'partner'],
      'participant: it is stated to have a share; partner: it has some part',
    ),
    is_active: flag('Runs today'),
    awarded_value: orNull(figure('GBP', 'Awarded to the company itself; null where that is not known')),
    match: matchShape,
  }),
  'timeline',
  {
    title: 'title',
    from: 'start',
    until: 'end',
    running: 'is_active',
    kind: 'role',
    more: ['awarded_value', 'funder', 'role', 'category', 'url'],
  },
)
export interface LatestProject extends Of<typeof latestFields> {}

const shownOf = ({ project, role, awarded, match }: Award, today: string): LatestProject => ({
  title: project.title,
  reference: project.reference,
  role,
  funder: project.funder,
  category: project.category,
  is_active: isActive(project, today),
  start: project.start,
  end: project.end,
  awarded_value: awarded,
  url: project.url,
  match,
})

const most = 10
export const latestProjectsOf = (research: Node<Research>): Shown<readonly LatestProject[]> =>
  render(list(latestFields, 'Latest start first, ten at most'), { research, today }, ({ research, today }) =>
    research.awards.slice(0, most).map((award) => shownOf(award, today)),
  )
/** Those that may be its own. */
export const possibleProjectsOf = (research: Node<Research>): Shown<readonly LatestProject[]> =>
  render(
    list(latestFields, 'Possible matches by name alone, which are not counted; ten at most'),
    { research, today },
    ({ research, today }) => research.possible.map((award) => shownOf(award, today)),
  )
