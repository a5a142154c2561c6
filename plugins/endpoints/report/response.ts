import {
  choice,
  confidence,
  date,
  doubt,
  flag,
  integer,
  list,
  number,
  object,
  orNull,
  signals,
  text,
} from '@domesday/core'
import { companyShape, insolvencyStates, reachShape, registerShapes, severities } from '@domesday/score-distress'
import { verdicts } from './verdict.ts'

const sources = list(text(), 'Ids of the sources that it rests on')

export const response = {
  verdict: choice(verdicts, 'What to do, strictest first'),
  possible_verdicts: list(
    choice(verdicts),
    'The verdicts that are possible whatever the unknown turns out to be, strictest first; one where nothing is in doubt',
  ),
  verdict_because: list(text(), 'The facts that decide the verdict, and those that could not be looked at; else empty'),
  distress_score: orNull(
    integer({
      description: 'The same as in the company look-up; null where too little is known',
      minimum: 0,
      maximum: 100,
    }),
  ),
  rating: orNull(text('CRITICAL_RISK, HIGH_RISK, MODERATE_RISK or LOW_RISK')),
  confidence,
  ...doubt,
  recommendation: text('What the verdict advises, and what it is given for'),
  signals: signals('What the distress score is made of: every factor, those that add nothing too'),
  red_flags: list(
    object({
      flag: text('Name of the flag'),
      severity: choice(severities, 'How grave it is'),
      implication: text('What it means for who does business with the company'),
      evidence: text('The finding, with its figures'),
      sources,
    }),
    'Gravest first; empty where none was raised',
  ),
  green_flags: list(
    object({
      signal: text('Name of the signal'),
      implication: text('What it means for who does business with the company'),
      evidence: text('The finding, with its figures'),
      sources,
    }),
    'None for a company that has ended or is insolvent',
  ),
  entity: companyShape,
  governance: object({
    active_officers: orNull(integer('Who serve today')),
    active_directors: orNull(integer('Of these, those who run the company: directors, LLP members …')),
    natural_directors: orNull(integer('Of these, people, not companies')),
    directors_left_12m: orNull(integer('Who left in the last twelve months')),
    directors_identity_verified: orNull(integer('Natural directors whose identity is verified for this company')),
    directors_identity_overdue: orNull(integer('Of whom the register has no identity statement although it was due')),
    resigned_officers: orNull(integer('Ever')),
    longest_serving_since: orNull(date('Appointment of the director who has served longest')),
    active_persons_with_significant_control: orNull(integer('Who hold control today')),
    corporate_owners: orNull(integer('Of these, companies and other bodies')),
    owners_identity_verified: orNull(integer('Individual owners whose identity is verified for this company')),
    owners_identity_overdue: orNull(integer('Of whom the register has no identity statement although it was due')),
    ceased_persons_with_significant_control: orNull(integer('Who held control once')),
  }),
  'financials.accounts': object({
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
    sets_filed_3y: orNull(integer('Sets of accounts filed in the last three years')),
    sets_late_3y: orNull(integer('Of these, those that came after the ordinary deadline')),
  }),
  'financials.charges': object({
    total: integer('Ever registered'),
    outstanding: integer('All but the satisfied'),
    satisfied: integer('Paid off'),
    part_satisfied: integer('Counted as outstanding'),
    latest_created: orNull(date('When the newest was given')),
    lenders: list(text(), 'Who holds the outstanding charges; 100 at most'),
  }),
  'financials.insolvency': object({
    state: choice(insolvencyStates, 'How it stands today; past: it was insolvent once'),
    cases: list(
      object({
        number: orNull(text('Of the case, counted by company')),
        type: orNull(text('Such as creditors-voluntary-liquidation')),
        dates: list(object({ event: text('Such as wound-up-on'), date: date('When it happened') }), 'Oldest first'),
        practitioners: list(
          object({
            name: text('Of the office-holder'),
            appointed: orNull(date('To the case')),
            ceased: orNull(date('Null while in office, and where it is not stated')),
          }),
          'To whom claims are sent',
        ),
      }),
      'Every case that the register has; 100 at most',
    ),
  }),
  'financials.public_contracts': object({
    total: integer('Public contracts found'),
    total_value: number({ description: 'Over all whose awarded value is stated in pounds', unit: 'GBP' }),
    complete: flag(
      'False where a portal held more than could be read, or did not answer: then the total is the least it can be',
    ),
  }),
  ...registerShapes,
  gazette_notices_reach: reachShape,
}
