import {
  choice,
  derive,
  endpoint,
  integer,
  maybe,
  nameMatch,
  object,
  params,
  section,
  settings,
  some,
  table,
  text,
} from '@domesday/core'
import { companyIdentifier, hasEnded } from '@domesday/source-companies-house'
import {
  accountsRecord,
  boardOf,
  companyFile,
  companySection,
  distressOf,
  gatesOf,
  greenFlagsOf,
  identityOfDirectors,
  identityOfOwners,
  insolvencyStanding,
  noticesReachSection,
  redFlagsOf,
  registerSections,
  servingOf,
} from '@domesday/score-distress'
import { response } from './response.ts'
import { verdictGatesOf } from './gates.ts'
import { judge, recommendationOf, verdicts } from './verdict.ts'

const asked = params({ identifier: companyIdentifier, match: nameMatch })
const rule = object({
  from: integer({ description: 'Distress score from which it holds', minimum: 0, maximum: 100 }),
  recommendation: text(),
})
const tuned = settings({
  ended: text('What is advised of a company that is no more'),
  verdicts: object({ DO_NOT_ENGAGE: rule, ENHANCED_DUE_DILIGENCE: rule, PROCEED_WITH_CAUTION: rule, PROCEED: rule }),
  gates: table(choice(verdicts), 'The mildest verdict beside each fact that decides'),
})

const file = companyFile(asked)
const { profile, officers, owners, filings, charges, insolvency, contracts, asOf, today } = file
const gates = gatesOf(file)
const distress = distressOf(file, gates)
const ownGates = verdictGatesOf(file)
const redFlags = redFlagsOf(file),
  greenFlags = greenFlagsOf(file)

const judged = derive(
  { profile, distress, gates, ownGates, known: maybe(file.facts), redFlags: maybe(redFlags), tuned },
  ({ profile: { status }, distress, gates, ownGates, known, redFlags, tuned }) => {
    const partial = known === null || Object.values(known).includes(null)
    const facts = { status, distress, redFlags: redFlags ?? [], findings: [...gates, ...ownGates], partial }
    const judgement = judge(facts, tuned)
    return { ...judgement, recommendation: recommendationOf(judgement, facts, tuned) }
  },
)
const people = some({ officers, owners })

/** A due diligence report: a verdict and its evidence. */
export const report = endpoint({
  id: 'report',
  title: 'Due diligence report',
  summary:
    'A verdict on doing business with a company, by number or name, with the red and green flags that a credit officer would raise, ' +
    'its governance, charges, insolvency history and regulators.',
  home: import.meta.dirname,
  path: '/report/entity/{identifier}',
  tool: 'uk_due_diligence_report',
  asked,
  required: [profile],
  response,
  matched: section({ matched: file.matched }, ({ matched }) => matched),
  sections: {
    verdict: section({ judged }, ({ judged }) => judged.verdict),
    possible_verdicts: section({ judged }, ({ judged }) => judged.possible),
    verdict_because: section({ judged }, ({ judged }) => judged.because),
    distress_score: section({ distress }, ({ distress }) => distress.score),
    rating: section({ distress }, ({ distress }) => distress.rating),
    confidence: section({ distress }, ({ distress }) => distress.confidence),
    bounds: section({ distress }, ({ distress }) => distress.bounds),
    possible_ratings: section({ distress }, ({ distress }) => distress.possible_ratings),
    override: section({ distress }, ({ distress }) => distress.override),
    recommendation: section({ judged }, ({ judged }) => judged.recommendation),
    signals: section({ distress }, ({ distress }) => distress.signals),
    red_flags: section({ redFlags }, ({ redFlags }) => redFlags),
    green_flags: section({ greenFlags }, ({ greenFlags }) => greenFlags),
    entity: companySection(file),

    governance: section({ people, profile, asOf, today }, ({ people: { officers, owners }, profile, asOf, today }) => {
      const directorsKnown = officers && identityOfDirectors(profile, officers.items, today)
      const ownersKnown = owners && identityOfOwners(profile, owners.items, today)
      const board = officers && boardOf(officers, asOf)
      // When a company ends, its officers are not marked as resigned, nor its owners as ceased.
      const ended = hasEnded(profile.status)
      const serving = ended ? [] : board?.serving
      const current = ended ? [] : owners?.items.filter((owner) => owner.current)
      return {
        active_officers: officers && servingOf(officers, profile.status).length,
        active_directors: board && serving ? serving.length : null,
        natural_directors: board && serving ? serving.filter(({ corporate }) => !corporate).length : null,
        directors_left_12m: board?.left.length ?? null,
        directors_identity_verified: directorsKnown && directorsKnown.verified.length,
        directors_identity_overdue: directorsKnown && directorsKnown.overdue.length,
        resigned_officers: officers?.items.filter(({ resigned }) => resigned !== null).length ?? null,
        longest_serving_since: serving?.flatMap(({ appointed }) => appointed ?? []).toSorted()[0] ?? null,
        active_persons_with_significant_control: owners && current ? current.length : null,
        corporate_owners:
          owners && current
            ? current.filter(({ kind }) => kind === 'corporate-entity' || kind === 'legal-person').length
            : null,
        owners_identity_verified: ownersKnown && ownersKnown.verified.length,
        owners_identity_overdue: ownersKnown && ownersKnown.overdue.length,
        ceased_persons_with_significant_control: owners?.items.filter((owner) => !owner.current).length ?? null,
      }
    }),

    'financials.accounts': section({ profile, filings, asOf }, ({ profile, filings, asOf }) => {
      const { overdue, due, dueTo, sets, late } = accountsRecord(profile, filings, asOf)
      return {
        last_made_up_to: profile.accounts?.lastMadeUpTo ?? null,
        last_type: profile.accounts?.lastType ?? null,
        next_made_up_to: dueTo,
        next_due: due,
        days_overdue: overdue,
        sets_filed_3y: sets,
        sets_late_3y: late,
      }
    }),

    'financials.charges': section(
      { charges },
      ({ charges: { total, outstanding, satisfied, partSatisfied, items } }) => ({
        total,
        outstanding,
        satisfied,
        part_satisfied: partSatisfied,
        latest_created: items[0]?.created ?? null,
        lenders: [...new Set(items.filter((one) => one.outstanding).flatMap((one) => one.personsEntitled))].slice(
          0,
          100,
        ),
      }),
    ),

    'financials.insolvency': section({ profile, insolvency }, ({ profile, insolvency }) => ({
      state: insolvencyStanding(profile, insolvency).state,
      cases: insolvency.cases.slice(0, 100),
    })),

    'financials.public_contracts': section({ contracts }, ({ contracts: { total, value, complete } }) => ({
      total,
      total_value: value,
      complete,
    })),

    ...registerSections(file, section),
    gazette_notices_reach: noticesReachSection(file, section),
  },
})
