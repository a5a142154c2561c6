import { verificationShape } from '@domesday/source-companies-house'
import { reachShape } from '@domesday/source-gazette'
import { choice, date, flag, integer, list, object, orNull, scored, text } from '@domesday/core'

const company = {
  company_number: text('Eight characters'),
  company_name: orNull(text('Registered name')),
  company_status: orNull(text('active, dissolved, liquidation …')),
}
const post = {
  role: orNull(text('director, secretary, llp-member …')),
  appointed_on: orNull(date('Null for some appointments of before 1992')),
  resigned_on: orNull(date('Null while it lasts, and where it ended with the company')),
}

export const response = {
  director: object({
    name: text('Forenames SURNAME, or the name of a corporate officer'),
    officer_id: text('The record that was matched'),
    officer_ids: list(text(), 'All records read as this person: same name and month of birth'),
    born: orNull(text('Month of birth, YYYY-MM')),
    is_corporate: flag('A company or other body, no natural person'),
    total_appointments: integer('All that the register holds; the latest 500 are read'),
    identity_verification: object(
      {
        directorships: integer('Of active companies, that last today'),
        verified: integer('Of these, with a statement that holds'),
        due: integer('Not given yet, or not in force yet'),
        overdue: integer('Of which the register has no statement although it was due'),
        without_statement: integer('Of which the register says nothing'),
      },
      'The identity is verified for each role apart',
    ),
  }),
  disqualification: object({
    is_disqualified: flag('Today'),
    disqualifications: list(
      object({
        in_force: flag('Today'),
        from: orNull(date('The first day')),
        until: orNull(date('The last day; null where it has no end, as under sanctions')),
        type: orNull(text('undertaking, court-order or sanction')),
        decided: orNull(date('When it was undertaken or heard')),
        court: orNull(text('The court that made the order; none of an undertaking')),
        case_id: orNull(text('Of the court or of the Insolvency Service')),
        reason: orNull(text('The ground in law')),
        act: orNull(text('Such as company-directors-disqualification-act-1986')),
        section: orNull(text('Of that act; an article in Northern Ireland')),
        companies: list(text('Name of a company'), 'The companies over which it came about'),
      }),
      'Past ones too. Matched by name and month of birth: the two registers share no id',
    ),
    permissions_to_act: list(
      object({
        companies: list(text('Name of a company'), 'What the leave is for'),
        granted: orNull(date('When the court gave leave')),
        expires: orNull(date('The last day of the leave')),
      }),
      'Companies that the person may act for all the same, by leave of a court',
    ),
  }),
  portfolio_summary: object({
    active_appointments: integer('Those that last today'),
    resigned_appointments: integer('Those that the person resigned from'),
    ended_appointments: integer('Neither: they ended with the company'),
    active_companies: integer('Companies of this portfolio, past appointments too, that are active'),
    dissolved_companies: integer('Of this portfolio, those that were dissolved'),
    insolvent_companies: integer('In insolvency proceedings'),
  }),
  appointments: list(
    object({
      ...company,
      ...post,
      appointed_before: orNull(date('Where only this is known, of appointments before 1992')),
      is_active: flag('Lasts today'),
      identity_verification: verificationShape,
    }),
    'Latest first; 100 at most',
  ),
  gazette_notices: list(
    object({
      ...company,
      notice_id: text('The Gazette’s own'),
      code: orNull(text('Four digits')),
      type: text('In the Gazette’s words'),
      severity: choice(['critical', 'high', 'medium', 'low', 'relief', 'unrated'], 'How much it says of distress'),
      published: orNull(date('Day of the issue')),
      timing: choice(['in_office', 'within_3_years_of_leaving', 'other'], 'When, measured by the appointment'),
      url: text({ description: 'Its page', format: 'uri' }),
    }),
    'Corporate insolvency notices of the companies that matter most, newest first; 100 at most',
  ),
  gazette_notices_reach: reachShape,
  risk_score: scored,
  network: object({
    failed_total: integer('Companies run by this person that are insolvent or dissolved'),
    failed_companies: list(
      object({
        ...company,
        ...post,
        dissolved_on: orNull(date('Null of insolvent ones, and where it was not looked up')),
      }),
      'Insolvent ones first; 100 at most',
    ),
    companies_read: integer('Companies whose officers were read'),
    shared_total: integer('People and companies who ran one of them at the same time'),
    shared_directors: list(
      object({
        name: text('Forenames SURNAME, or the name of a corporate officer'),
        officer_id: orNull(text('What this look-up takes')),
        currently_together: flag('They run a company together today'),
        companies: list(object(company), 'That both ran at the same time'),
      }),
      'Those with most companies in common first; 100 at most',
    ),
  }),
}
