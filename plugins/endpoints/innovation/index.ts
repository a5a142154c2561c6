import {
  derive,
  endpoint,
  full,
  integer,
  list,
  nameMatch,
  now,
  params,
  section,
  settings,
  some,
  standard,
  text,
  today,
} from '@domesday/core'
import { companyIdentifier, companyOf, industryOf } from '@domesday/source-companies-house'
import { patentsOf } from '@domesday/source-epo-ops'
import { collaboratorsOf, isActive, researchOf } from '@domesday/source-gtr'
import { grantsTo } from '@domesday/source-threesixty-giving'
import { fundersOf } from './funders.ts'
import { response } from './response.ts'
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
const company = derive({ profile }, ({ profile: { number, name, formerNames } }) => ({
  number,
  name,
  formerNames: formerNames.map((former) => former.name),
}))
const patents = patentsOf(company)
const research = researchOf(company)
const grants = grantsTo(company)
const active = derive(
  { research, today },
  ({ research, today }) => research.states.filter((state) => isActive(state, today)).length,
)
const followed = derive({ tune }, ({ tune }) => tune.followed_projects)
const collaborators = collaboratorsOf(company, research, followed)
const funders = derive({ known: some({ research, grants }) }, ({ known: { research, grants } }) => ({
  listed: fundersOf(research, grants),
  complete: research !== null && grants !== null,
}))
const innovationScore = innovationOf({ profile, patents, research, grants, active, now, tune })

/** Sections of the international patent classification. */
const ipcSections: Readonly<Record<string, string>> = {
  A: 'Human necessities',
  B: 'Performing operations; transporting',
  C: 'Chemistry; metallurgy',
  D: 'Textiles; paper',
  E: 'Fixed constructions',
  F: 'Mechanical engineering; lighting; heating; weapons; blasting',
  G: 'Physics',
  H: 'Electricity',
}

/** A company's inventions and research, and its funders. */
export const innovation = endpoint({
  id: 'innovation',
  title: 'Company innovation',
  summary:
    'What a company patents and researches, by number or name; from standard up its latest patents, projects and grants and an explained innovation score; at full depth its collaborators, funders and patent classes.',
  home: import.meta.dirname,
  path: '/innovation/{identifier}',
  asked,
  required: [profile],
  response,
  matched: section({ matched }, ({ matched }) => matched),
  sections: {
    entity: section({ profile }, ({ profile: { number, name, status, incorporated, sicCodes } }) => ({
      company_number: number,
      name,
      status,
      incorporated,
      sic_codes: sicCodes,
      sic: sicCodes.map(industryOf),
    })),

    patents: section({ patents }, ({ patents: { families, publications, newest, complete } }) => ({
      total: families,
      publications,
      newest,
      complete,
    })),
    'patents.recent': standard({ patents }, ({ patents }) =>
      patents.items.slice(0, 10).map((one) => ({
        number: one.number,
        title: one.title,
        published: one.published,
        first_published: one.firstPublished,
        offices: one.offices,
        ipc: one.ipc,
        url: one.url,
      })),
    ),
    'patents.classifications': full({ patents }, ({ patents }) =>
      Object.entries(patents.classes)
        .slice(0, 100)
        .map(([code, families]) => ({ code, section: ipcSections[code[0]!] ?? null, families })),
    ),
    'patents.classifications_total': full({ patents }, ({ patents }) => Object.keys(patents.classes).length),

    research: section({ research, active }, ({ research: { total, led, awarded, priced, complete }, active }) => ({
      total_projects: total,
      active_projects: active,
      led_projects: led,
      awarded_value: total > 0 && priced === 0 ? null : awarded,
      awards_priced: priced,
      complete,
    })),
    'research.recent': standard({ research, today }, ({ research, today }) =>
      research.awards.slice(0, 10).map(({ project, role, awarded }) => ({
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
      })),
    ),
    'research.collaborators': full({ collaborators }, ({ collaborators }) => collaborators.slice(0, 100)),
    'research.collaborators_total': full({ collaborators }, ({ collaborators }) => collaborators.length),

    grants: standard({ grants }, ({ grants: { total, value, funders } }) => ({
      total,
      total_value: value,
      funder_count: funders,
    })),
    funders: full({ funders }, ({ funders: { listed } }) => listed.slice(0, 100)),
    funders_total: full({ funders }, ({ funders: { listed, complete } }) => (complete ? listed.length : null)),
    funders_total_at_least: full({ funders }, ({ funders: { listed } }) => listed.length),
    innovation_score: standard({ innovationScore }, ({ innovationScore }) => innovationScore),
  },
})
