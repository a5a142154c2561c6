/** The `regulatory` part of an answer about a company: registers on which it may have to be. */
import {
  date,
  flag,
  integer,
  list,
  number,
  object,
  orNull,
  text,
  type Known,
  type Nodes,
  type Of,
  type Section,
} from '@domesday/core'
import type { CompanyFile } from './file.ts'

const entries = integer('Entries that the register has for the company, past ones too')

const financialRegulator = object(
  {
    registered: flag('On the register with a permission or registration today'),
    frn: orNull(text('Firm reference number')),
    name: orNull(text('As the register has it')),
    status: orNull(text('Authorised, Registered, Appointed representative, No longer authorised …')),
    since: orNull(date('Since when it has that status')),
    sub_status: orNull(text('Such as In Administration')),
    cautions: list(text('In the regulator’s words'), 'What the register shows on top of the entry'),
    disciplinary_history: list(
      object({
        action: text('Such as Fines'),
        date: orNull(date('When the regulator did it')),
        under: orNull(text('The act it was done under')),
        summary: orNull(text('The first sentence of the register’s account')),
      }),
      'Newest first',
    ),
    entries,
  },
  'Financial Conduct Authority, matched by company number',
)

const charityRegister = object(
  {
    registered: flag('On the register today'),
    charity_number: orNull(text('Of the register')),
    name: orNull(text('As the register has it')),
    status: orNull(text('registered or removed')),
    since: orNull(date('When it was registered')),
    removed: orNull(date('When it was taken off the register')),
    income: orNull(number({ description: 'Of the latest year reported', unit: 'GBP' })),
    spending: orNull(number({ description: 'Of the latest year reported', unit: 'GBP' })),
    year_end: orNull(date('End of that year')),
    reporting: orNull(text('How it stands with its returns')),
    insolvent: orNull(flag('Marked as insolvent by the commission')),
    in_administration: orNull(flag('Marked as in administration by the commission')),
    entries,
  },
  'Charity Commission for England and Wales',
)

const dataProtectionRegister = object(
  {
    registered: flag('Has a current entry. Not all who handle personal data need one'),
    registration_number: orNull(text('Of the entry')),
    tier: orNull(integer('Fee tier, 1 (small) to 3 (large)')),
    since: orNull(date('Start of the entry')),
    expires: orNull(date('Last day of the entry')),
    matched_by: orNull(
      text(
        'name and postcode, trading name and postcode, or name, which is less sure: the register has no company numbers',
      ),
    ),
    entries,
  },
  'Who pays the data protection fee to the Information Commissioner',
)

export const registerShapes = {
  'regulatory.financial_regulator': financialRegulator,
  'regulatory.charity_register': charityRegister,
  'regulatory.data_protection_register': dataProtectionRegister,
}

export type From = <const T, N extends Nodes>(inputs: N, render: (known: Known<N>) => T) => Section<T>

type Registers = { readonly [K in keyof typeof registerShapes]: Section<Of<(typeof registerShapes)[K]>> }

/**
 * The three sections, at the depth of the endpoint's own. Without an entry a register is `registered: false`; if it
 * failed, it is null.
 */
export const registerSections = ({ firms, charities, dataProtection }: CompanyFile, from: From): Registers => ({
  'regulatory.financial_regulator': from({ firms }, ({ firms }) => {
    const [firm] = firms
    return {
      registered: firm?.current ?? false,
      frn: firm?.frn ?? null,
      name: firm?.name ?? null,
      status: firm?.status ?? null,
      since: firm?.since ?? null,
      sub_status: firm?.subStatus ?? null,
      cautions: firm?.cautions ?? [],
      disciplinary_history: firms.flatMap(({ disciplinary }) => disciplinary),
      entries: firms.length,
    }
  }),
  'regulatory.charity_register': from({ charities }, ({ charities }) => {
    const [charity] = charities
    return {
      registered: charity?.status === 'registered',
      charity_number: charity?.number ?? null,
      name: charity?.name ?? null,
      status: charity?.status ?? null,
      since: charity?.registered ?? null,
      removed: charity?.removed ?? null,
      income: charity?.income ?? null,
      spending: charity?.spending ?? null,
      year_end: charity?.yearEnd ?? null,
      reporting: charity?.reporting ?? null,
      insolvent: charity?.insolvent ?? null,
      in_administration: charity?.inAdministration ?? null,
      entries: charities.length,
    }
  }),
  'regulatory.data_protection_register': from(
    { dataProtection },
    ({ dataProtection: { registered, entry, basis, entries } }) => ({
      registered,
      registration_number: entry?.number ?? null,
      tier: entry?.tier ?? null,
      since: entry?.started ?? null,
      expires: entry?.ends ?? null,
      matched_by: basis,
      entries,
    }),
  ),
})
