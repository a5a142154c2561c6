/** The `entity` part of an answer about a company. */
import { date, flag, list, object, orNull, section, text, type Of, type Section } from '@domesday/core'
import {
  industry,
  industryOf,
  kindInWords,
  type PostalAddress,
  type Due,
  type Profile,
} from '@domesday/source-companies-house'
import { reachShape, shownReach } from '@domesday/source-gazette'
import type { CompanyFile } from './file.ts'
import type { From } from './registers.ts'

const due = {
  last_made_up_to: orNull(date('End of the last period filed')),
  next_due: orNull(date('When the next must be filed')),
  overdue: orNull(flag('As the register says')),
}

export const companyShape = object(
  {
    company_number: text('Eight characters'),
    name: text('Registered name'),
    status: orNull(text('active, dissolved, liquidation, administration …; null for kinds of company that have none')),
    status_detail: orNull(text('Such as active-proposal-to-strike-off')),
    type: orNull(text('ltd, plc, llp, private-limited-guarant-nsc …')),
    type_name: orNull(text('The same in words')),
    jurisdiction: orNull(text('Where it is registered')),
    incorporated: orNull(date('When it was formed or registered')),
    dissolved: orNull(date('When it ceased to exist')),
    registered_office: orNull(
      object(
        {
          lines: list(text(), 'Premises and street'),
          locality: orNull(text('Post town')),
          region: orNull(text('County or region')),
          postcode: orNull(text('In capitals')),
          country: orNull(text('As filed')),
          undeliverable: flag('The registrar’s letters came back'),
          in_dispute: flag('Someone says that it uses the address without right'),
        },
        'Where letters and court papers reach it',
      ),
    ),
    sic_codes: list(text('Five digits'), 'Standard industrial classification of 2007'),
    sic: list(industry, 'The same with their words'),
    previous_names: list(
      object({
        name: text('As registered then'),
        from: orNull(date('The first day')),
        until: orNull(date('The last day')),
      }),
      'Latest first',
    ),
    accounts: orNull(
      object(
        { ...due, last_type: orNull(text('small, micro-entity, full, group …')) },
        'Yearly accounts; null where the register states none',
      ),
    ),
    confirmation_statement: orNull(
      object(
        due,
        'Yearly statement that the register is right; null where it states none, as of companies that have ended',
      ),
    ),
  },
  'The company as registered',
)

const office = (
  { lines, locality, region, postcode, country }: PostalAddress,
  { officeUndeliverable, officeInDispute }: Profile,
) => ({ lines, locality, region, postcode, country, undeliverable: officeUndeliverable, in_dispute: officeInDispute })
const dueOf = ({ lastMadeUpTo, due, overdue }: Due) => ({ last_made_up_to: lastMadeUpTo, next_due: due, overdue })

/** The period that Gazette notices cover, shown with what depends on it. */
export const noticesReachSection = ({ noticesReach }: CompanyFile, from: From): Section<Of<typeof reachShape>> =>
  from({ noticesReach }, ({ noticesReach }) => shownReach(noticesReach))

export const companySection = ({ profile }: CompanyFile): Section<Of<typeof companyShape>> =>
  section({ profile }, ({ profile }) => ({
    company_number: profile.number,
    name: profile.name,
    status: profile.status,
    status_detail: profile.statusDetail,
    type: profile.type,
    type_name: kindInWords(profile.type),
    jurisdiction: profile.jurisdiction,
    incorporated: profile.incorporated,
    dissolved: profile.ceased,
    registered_office: profile.office && office(profile.office, profile),
    sic_codes: profile.sicCodes,
    sic: profile.sicCodes.map(industryOf),
    previous_names: profile.formerNames,
    accounts: profile.accounts && { ...dueOf(profile.accounts), last_type: profile.accounts.lastType },
    confirmation_statement: profile.confirmation && dueOf(profile.confirmation),
  }))
