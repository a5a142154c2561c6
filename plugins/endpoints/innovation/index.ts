import {
  date,
  derive,
  endpoint,
  field,
  figure,
  full,
  integer,
  list,
  nameMatch,
  now,
  object,
  omit,
  orNull,
  params,
  render,
  section,
  settings,
  standard,
  take,
  subject,
  text,
  today,
} from '@domesday/core'
import { companyIdentifier, companyOf, industry, industryOf } from '@domesday/source-companies-house'
import { patentsOf } from '@domesday/source-epo-ops'
import { collaboratorsOf, isActive, latestProjectsOf, possibleProjectsOf, researchOf } from '@domesday/source-gtr'
import { grantsTo, receivedShape } from '@domesday/source-threesixty-giving'
import { fundersIn } from './funders.ts'
import { innovationOf } from './score.ts'

const asked = params({ identifier: companyIdentifier, match: nameMatch })
const tune = settings({
  followed_projects: integer({
    description: 'Latest research projects whose members are looked up at full depth',
    minimum: 1,
    maximum: 20,
  }),
  research_sic_codes: list(
    text({ pattern: '^\\d{2,5}$' }),
    'Codes of research and development; of few digits, all that begin so',
  ),
  technology_sic_codes: list(text({ pattern: '^\\d{2,5}$' }), 'Codes of sectors that are known for research'),
})

const { profile, matched } = companyOf(asked)
const company = derive(profile, ({ number, name, formerNames, incorporated }) => ({
  number,
  name,
  formerNames,
  since: incorporated,
}))
const patents = patentsOf(company)
const research = researchOf(company)
const grants = grantsTo(company)
const active = render(
  integer('Of these, those that run today'),
  { research, today },
  ({ research, today }) => research.states.filter((state) => isActive(state, today)).length,
)
const followed = derive(tune, ({ followed_projects: most }) => most)
const collaborators = collaboratorsOf(company, research, followed)
const funders = fundersIn(research, grants)
const classifications = field(patents, 'classifications')
const countOf = (items: readonly unknown[]): number => items.length

const entityShape = object({
  company_number: subject('company', text('Eight characters')),
  name: text('Registered name'),
  status: orNull(text('active, dissolved, liquidation …; null for kinds of company that have none')),
  incorporated: orNull(date('When it was formed or registered')),
  sic_codes: list(text('Five digits'), 'Standard industrial classification of 2007'),
  sic: list(industry, 'The same with their words'),
})
const awardedShape = orNull(
  figure('GBP', 'Awarded to the company itself, as far as amounts are known; null where none of its projects’ is'),
)
const collaboratorShape = object({ name: text('As registered'), projects: integer('Shared, of the latest') })

/** A company's inventions and research, and its funders. */
export const innovation = endpoint({
  id: 'innovation',
  title: 'Company innovation',
  summary:
    'What a company patents and researches, by number or name; from standard up its latest patents, projects and grants and an explained innovation score; at full depth its collaborators, funders and patent classes.',
  home: import.meta.dirname,
  path: '/innovation/{identifier}',
  subject: { asked, required: [profile], matched },
  sections: {
    entity: section(
      render(entityShape, profile, ({ number, name, status, incorporated, sicCodes }) => ({
        company_number: number,
        name,
        status,
        incorporated,
        sic_codes: sicCodes,
        sic: sicCodes.map(industryOf),
      })),
    ),

    patents: section(omit(patents, 'classifications', 'items', 'possible')),
    'patents.recent': standard('Newest first, ten at most', take(10, field(patents, 'items'))),
    'patents.possible_matches': standard(field(patents, 'possible')),
    'patents.classifications': full('Most frequent first, 100 at most', take(100, classifications)),
    'patents.classifications_total': full(render(integer('How many there are'), classifications, countOf)),

    research: section({
      total_projects: field(
        research,
        'total',
        'Projects of the research councils and Innovate UK that it leads or has a part in',
      ),
      active_projects: active,
      led_projects: field(research, 'led'),
      awarded_value: render(awardedShape, research, ({ total, priced, awarded }) =>
        total > 0 && priced === 0 ? null : awarded,
      ),
      awards_priced: field(research, 'priced', 'Projects whose amount is in that sum'),
      complete: field(
        research,
        'complete',
        'False where there were more records than are read: then the counts are the least they can be',
      ),
    }),
    'research.recent': standard(latestProjectsOf(research)),
    'research.possible_matches': standard(possibleProjectsOf(research)),
    'research.collaborators': full(
      'Those first who share most, 100 at most',
      render(list(collaboratorShape), collaborators, (collaborators) => collaborators.slice(0, 100)),
    ),
    'research.collaborators_total': full(
      render(integer('How many there are, of the latest projects'), collaborators, countOf),
    ),

    grants: standard({
      total: field(
        grants,
        'total',
        'Other grants to the company, as funders publish them: by its number, or by name where no number is stated',
      ),
      total_value: field(grants, 'value'),
      funder_count: field(grants, 'funders'),
      recent: render(list(receivedShape, 'Latest award first, ten at most'), grants, ({ items }) => items.slice(0, 10)),
      possible_matches: field(grants, 'possible'),
    }),
    funders: full('Who funds it, most awards first; 100 at most', take(100, field(funders, 'listed'))),
    funders_total: full(
      'How many there are; null where research or other grants could not be read',
      render(orNull(integer()), funders, ({ listed, complete }) => (complete ? listed.length : null)),
    ),
    funders_total_at_least: full(
      'The total, or where it is not known those that were read',
      render(integer(), funders, ({ listed }) => listed.length),
    ),
    innovation_score: standard(innovationOf({ profile, patents, research, grants, active, now, tune })),
  },
})
