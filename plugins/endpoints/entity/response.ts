import { choice, date, flag, integer, list, number, object, orNull, scored, text } from '@domesday/core'
import { companyShape, reachShape, registerShapes, severities } from '@domesday/score-distress'
import { verificationShape } from '@domesday/source-companies-house'

const month = orNull(text('Month of birth, YYYY-MM'))

export const response = {
  entity: companyShape,
  officers: list(
    object({
      name: text('As listed: SURNAME, Forenames, or the name of a corporate officer'),
      role: orNull(text('director, secretary, llp-member …')),
      is_active: flag('Serves today'),
      appointed_on: orNull(date('Null for some appointments of before 1992')),
      appointed_before: orNull(date('Where only this is known, of appointments before 1992')),
      resigned_on: orNull(date('Null while in office, and where the company ended first')),
      born: month,
      nationality: orNull(text('As filed')),
      country_of_residence: orNull(text('As filed')),
      occupation: orNull(text('As filed')),
      is_corporate: flag('A company or other body'),
      registration_number: orNull(text('Of a corporate officer')),
      officer_id: orNull(text('What the director look-up takes')),
      identity_verification: verificationShape,
    }),
    'Serving ones first, newest first, then those who resigned last; 100 at most',
  ),
  officers_total: integer('All that the register holds, past ones too'),
  active_officers_total: integer('Of these, those who serve today'),
  persons_with_significant_control: list(
    object({
      name: orNull(text('Null where the law protects it')),
      kind: orNull(text('individual, corporate-entity, legal-person, super-secure')),
      control: list(text(), 'Nature of control, such as ownership-of-shares-50-to-75-percent'),
      is_active: flag('Holds it today'),
      notified_on: orNull(date('Since when the control is registered')),
      ceased_on: orNull(date('Null while it lasts, and where the company ended first or the day is not stated')),
      born: month,
      nationality: orNull(text('As filed')),
      country_of_residence: orNull(text('As filed')),
      registration_number: orNull(text('Of a corporate owner')),
      legal_form: orNull(text('Of a corporate owner')),
      identity_verification: verificationShape,
    }),
    'Those who hold control today first, newest first, then those who ceased to last; 100 at most',
  ),
  persons_with_significant_control_total: integer('All that the register holds, past ones too'),
  filings: list(
    object({
      date: orNull(date('When it was filed')),
      type: orNull(text('The form, such as AA (accounts) or CS01')),
      category: orNull(text('accounts, confirmation-statement, officers, mortgage, gazette …')),
      description: text('What was filed, in words'),
    }),
    'The ten newest',
  ),
  filings_total: integer('All that were filed'),
  charges: object({
    total: integer('Ever registered'),
    outstanding: integer('All but the satisfied'),
    satisfied: integer('Paid off'),
    part_satisfied: integer('Counted as outstanding'),
    items: list(
      object({
        code: orNull(text('The registrar’s number of the charge; null for those of before April 2013')),
        status: orNull(text('outstanding, part-satisfied, satisfied or fully-satisfied')),
        created_on: orNull(date('When the company gave it')),
        delivered_on: orNull(date('When it came to the registrar')),
        satisfied_on: orNull(date('When it was paid off')),
        description: orNull(text('What is charged')),
        persons_entitled: list(text(), 'The lenders'),
      }),
      'Newest first; 100 at most',
    ),
  }),
  ...registerShapes,
  gazette_notices: list(
    object({
      notice_id: text('The Gazette’s own'),
      code: orNull(text('Four digits')),
      type: text('In the Gazette’s words'),
      severity: choice(['critical', 'high', 'medium', 'low', 'relief', 'unrated'], 'How much it says of distress'),
      published: orNull(date('Day of the issue')),
      url: text({ description: 'Its page', format: 'uri' }),
      matched_by: choice(['number', 'name'], 'Names recur: a match by name alone is less sure'),
    }),
    'Corporate insolvency notices, newest first; 100 at most',
  ),
  gazette_notices_total: integer('All that were found'),
  gazette_notices_reach: reachShape,
  risk_signals: list(
    object({
      signal: text('Name of the signal'),
      severity: choice(severities, 'How grave it is'),
      detail: text('The finding, with its figures'),
      sources: list(text(), 'Ids of the sources that it rests on'),
    }),
    'Gravest first',
  ),
  distress_score: scored,
  contracts: object({
    total: integer('Public contracts found, each once'),
    total_value: number({ description: 'Over all whose awarded value is stated in pounds', unit: 'GBP' }),
    complete: flag(
      'False where a portal held more than could be read, or did not answer: then the total is the least it can be',
    ),
    items: list(
      object({
        title: text('As the buyer published it'),
        buyer: orNull(text('The public body that bought')),
        value: orNull(number('Awarded, else estimated')),
        awarded_value: orNull(number('What the company won; null where it shares in it and its part is not stated')),
        currency: orNull(text('Of both values, three letters')),
        published: orNull(date('Of the notice')),
        awarded: orNull(date('When the contract was awarded')),
        matched_by: choice(['number', 'name'], 'How the supplier was matched'),
        source: text('The portal that the row comes from'),
        also_in: list(text(), 'The other portal, where it published the same procurement'),
        reference: text('Id of the notice'),
        url: text({ description: 'Its page', format: 'uri' }),
      }),
      'Newest first; 100 at most',
    ),
  }),
  officer_network: object({
    officers_followed: integer('Serving officers whose appointments were read'),
    officers_total: integer('All serving officers; none of a company that has ended'),
    companies_total: integer('Other active companies that the officers followed serve today'),
    companies: list(
      object({
        company_number: text('Eight characters'),
        company_name: orNull(text('Registered name')),
        company_status: orNull(text('active, open, registered')),
        officers: list(
          object({ name: text('Forenames SURNAME'), role: orNull(text('There')), appointed_on: orNull(date('There')) }),
          'Those who serve both',
        ),
      }),
      'Those that share most officers first; 100 at most',
    ),
    officers: list(
      object({
        name: text('Forenames SURNAME, or the name of a corporate officer'),
        officer_id: text('What the director look-up takes'),
        other_active_companies: integer('Other active companies that the officer serves today'),
        insolvent_companies: integer('Companies in insolvency proceedings that the officer served, ever'),
        dissolved_companies: integer('Companies no more that the officer served, ever'),
      }),
      'The officers followed, those first who run the company',
    ),
  }),
}
