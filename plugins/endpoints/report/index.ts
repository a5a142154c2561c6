import {
  choice,
  date,
  doubt,
  endpoint,
  field,
  integer,
  list,
  maybe,
  object,
  orNull,
  pick,
  render,
  section,
  settings,
  table,
  text,
} from '@domesday/core'
import {
  circleGatesOf,
  distressOf,
  gatesOf,
  greenFlagsOf,
  allRedFlagsOf,
  redFlagsWith,
  sanctionGatesOf,
} from '@domesday/score-distress'
import { isOutstanding } from '@domesday/source-companies-house'
import { circleOf, sanctionsShown } from '@domesday/subject-circle'
import {
  accountsRecord,
  atCompany,
  companyShown,
  insolvencyStanding,
  insolvencyStates,
  keptBy,
  registerSections,
} from '@domesday/subject-company'
import { verdictGatesOf } from './gates.ts'
import { governanceOf } from './governance.ts'
import { unreadIn, unreadInWords } from './unread.ts'
import { judge, recommendationOf, verdicts } from './verdict.ts'

const rule = object({
  from: integer({ description: 'Distress score from which it holds', minimum: 0, maximum: 100 }),
  recommendation: text(),
})
const tuned = settings({
  ended: text('What is advised of a company that is no more'),
  elsewhere: text('What is advised of a body whose record is kept elsewhere, in place of advice on credit'),
  landowner: text('What is advised of an overseas entity, in place of advice on credit'),
  verdicts: object({ DO_NOT_ENGAGE: rule, ENHANCED_DUE_DILIGENCE: rule, PROCEED_WITH_CAUTION: rule, PROCEED: rule }),
  gates: table(choice(verdicts), 'The mildest verdict beside each fact that decides'),
  advice: table(text(), 'What to do about a fact or a factor of the distress score, said after it'),
  find_out: table(
    text(),
    'What to do while it is not known whether a fact holds or how a factor of the distress score stands, or while a part of the file is `unread`',
  ),
  instead: table(text(), 'What is advised because of a fact, in place of the sentence of its verdict'),
  circle_calls: integer({
    description: 'Questions to Companies House about who runs and owns the company, at most',
    minimum: 6,
    maximum: 50,
  }),
})

const { file, subject } = atCompany()
const { profile, filings, charges, insolvency, accounts, contracts, payment, lei, noticesReach, asOf } = file
const gates = gatesOf(file)
const distress = distressOf(file, gates)
const ownGates = verdictGatesOf(file)
const circle = circleOf(file, tuned)
const circleGates = circleGatesOf(file, circle)
const sanctionGates = sanctionGatesOf(circle.sanctions)
const redFlags = redFlagsWith(file, circle)

const judgedShape = object({
  verdict: choice(verdicts, 'What to do, strictest first'),
  possible: list(
    choice(verdicts),
    'The verdicts that are possible whatever the unknown turns out to be, strictest first; one where nothing is in doubt',
  ),
  confidence: choice(
    ['high', 'medium', 'low'],
    'high where one verdict and one rating are possible, medium where two neighbours are; low otherwise, or below half of the weight',
  ),
  because: list(text(), 'The facts that decide the verdict, and those that could not be looked at; else empty'),
  recommendation: text('What the verdict advises, and what it is given for'),
})
const judged = render(
  judgedShape,
  {
    profile,
    distress,
    gates,
    ownGates,
    circleGates,
    sanctionGates,
    parts: unreadIn(file),
    redFlags: maybe(redFlags),
    tuned,
  },
  ({ profile, distress, gates, ownGates, circleGates, sanctionGates, parts, redFlags, tuned }) => {
    // An owner that was declared as sanctioned is among those of the list, with how far the freeze reaches.
    const ofScore = gates.filter(({ gate }) => gate !== 'sanctioned_owner'),
      findings = [...sanctionGates, ...circleGates, ...ownGates, ...ofScore],
      unread = unreadInWords(profile, parts)
    const known = {
      status: profile.status,
      type: profile.type,
      distress,
      redFlags: redFlags ?? [],
      findings,
      unread,
      keptBy: keptBy(profile),
    }
    const judgement = judge(known, tuned),
      { facts: _, ...shown } = judgement
    return { ...shown, recommendation: recommendationOf(judgement, known, tuned) }
  },
)

const accountsShape = object({
  last_made_up_to: orNull(date('End of the last period filed')),
  last_type: orNull(text('small, micro-entity, full, dormant …')),
  next_made_up_to: orNull(date('End of the period that is due next')),
  next_due: orNull(date('When it must be filed')),
  days_overdue: orNull(
    integer({
      description:
        '0 where they are not overdue; of a company that has ended or is being wound up, on the day its duty to file ended',
      unit: 'days',
    }),
  ),
  sets_filed_3y: orNull(
    integer({ title: 'Accounts filed in 3 years', description: 'Sets of accounts filed in the last three years' }),
  ),
  sets_late_3y: orNull(
    integer({ title: 'Of these, filed late', description: 'Of these, those that came after the ordinary deadline' }),
  ),
})

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
  subject,
  sections: {
    verdict: section(field(judged, 'verdict')),
    possible_verdicts: section(field(judged, 'possible')),
    verdict_because: section(field(judged, 'because')),
    distress_score: section(
      field(distress, 'score', 'The same as in the company look-up; null where too little is known'),
    ),
    rating: section(field(distress, 'rating', 'CRITICAL_RISK, HIGH_RISK, MODERATE_RISK or LOW_RISK')),
    confidence: section(field(judged, 'confidence')),
    bounds: section(field(distress, 'bounds')),
    possible_ratings: section(field(distress, 'possible_ratings')),
    override: section(render(doubt.override, distress, ({ override }) => override)),
    said: section(render(doubt.said, distress, ({ said }) => said)),
    recommendation: section(field(judged, 'recommendation')),
    signals: section(
      field(distress, 'signals', 'What the distress score is made of: every factor, those that add nothing too'),
    ),
    red_flags: section(allRedFlagsOf(file, redFlags)),
    green_flags: section(greenFlagsOf(file, circle)),
    entity: section(companyShown(file)),
    governance: section(governanceOf(file)),
    circle: section(circle.shown),
    sanctions: section(sanctionsShown(circle.sanctions)),

    'financials.accounts': section(
      render(accountsShape, { profile, filings, asOf }, ({ profile, filings, asOf }) => {
        const { overdue, due, dueTo, sets, late } = accountsRecord(profile, filings, asOf)
        return {
          last_made_up_to: profile.accounts?.last_made_up_to ?? null,
          last_type: profile.accounts?.last_type ?? null,
          next_made_up_to: dueTo,
          next_due: due,
          days_overdue: overdue,
          sets_filed_3y: sets,
          sets_late_3y: late,
        }
      }),
    ),
    'financials.figures': section(accounts),
    'financials.charges': section(pick(charges, 'total', 'outstanding', 'satisfied', 'part_satisfied'), {
      latest_created: render(
        orNull(date('When the newest was given')),
        charges,
        ({ items: [newest] }) => newest?.created_on ?? null,
      ),
      lenders: render(list(text(), 'Who holds the outstanding charges; 100 at most'), charges, ({ items }) =>
        [...new Set(items.filter(isOutstanding).flatMap((one) => one.persons_entitled))].slice(0, 100),
      ),
    }),
    'financials.insolvency': section(pick(insolvency, 'cases'), {
      state: render(
        choice(insolvencyStates, 'How it stands today; past: it was insolvent once'),
        { profile, insolvency },
        ({ profile, insolvency }) => insolvencyStanding(profile, insolvency).state,
      ),
    }),
    'financials.public_contracts': section(pick(contracts, 'total_value', 'complete'), {
      total: field(contracts, 'total', 'Public contracts found'),
    }),
    payment: section(payment),

    ...registerSections(file, section),
    gazette_notices_reach: section(noticesReach),
    lei: section(lei),
  },
})
