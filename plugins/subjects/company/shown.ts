/** Parts of an answer about a company. */
import {
  field,
  flag,
  group,
  list,
  object,
  omit,
  orNull,
  pick,
  render,
  text,
  type Piece,
  type Section,
} from '@domesday/core'
import { charityAs } from '@domesday/source-charity-commission'
import { addressFields, industry, industryOf, kindInWords } from '@domesday/source-companies-house'
import { regulatedAs } from '@domesday/source-fca-register'
import type { CompanyFile } from './file.ts'

const officeShape = object(
  {
    ...addressFields,
    undeliverable: flag({ description: 'The registrar’s letters came back', tones: { bad: [true] } }),
    in_dispute: flag({ description: 'Someone says that it uses the address without right', tones: { bad: [true] } }),
  },
  'Where letters and court papers reach it',
)

/** The company as registered. */
export const companyShown = ({ profile }: Pick<CompanyFile, 'profile'>): Piece =>
  group(
    { title: 'Company', description: 'The company as registered' },
    pick(profile, 'name', 'status', 'type', 'jurisdiction', 'incorporated'),
    {
      company_number: field(profile, 'number'),
      status_detail: field(profile, 'statusDetail'),
      type_name: render(orNull(text('The same in words')), profile, ({ type }) => kindInWords(type)),
      subtype: field(profile, 'subtype'),
      dissolved: field(profile, 'ceased'),
      registered_office: render(
        orNull(officeShape),
        profile,
        ({ office, officeUndeliverable, officeInDispute }) =>
          office && { ...office, undeliverable: officeUndeliverable, in_dispute: officeInDispute },
      ),
      sic_codes: field(profile, 'sicCodes'),
      sic: render(list(industry, 'The same with their words'), profile, ({ sicCodes }) => sicCodes.map(industryOf)),
      previous_names: field(profile, 'formerNames'),
      registrar_annotations: field(profile, 'annotations'),
      record_held_by: field(profile, 'heldBy'),
      parent_company: field(profile, 'parent'),
      registered_abroad: field(profile, 'abroad'),
      limited_partnership: field(profile, 'partnership'),
      accounts: group(
        'Yearly accounts; null where the register states none',
        omit(field(profile, 'accounts'), 'next_made_up_to'),
      ),
      confirmation_statement: group(
        'Yearly statement that the register is right; null where it states none, as of companies that have ended',
        omit(field(profile, 'confirmation'), 'next_made_up_to'),
      ),
    },
  )

type MakeSection = (...pieces: readonly Piece[]) => Section
type Registers = 'financial_regulator' | 'charity_register' | 'data_protection_register'

/**
 * Registers on which a company may have to be, at the depth of the endpoint's own. Without an entry a register is
 * `registered: false`; if it failed, it is null.
 */
export const registerSections = (
  { firms, charities, dataProtection }: CompanyFile,
  from: MakeSection,
): { readonly [K in `regulatory.${Registers}`]: Section } => ({
  'regulatory.financial_regulator': from(regulatedAs(firms)),
  'regulatory.charity_register': from(charityAs(charities)),
  'regulatory.data_protection_register': from(dataProtection),
})
