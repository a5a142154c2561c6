/** Companies from abroad, and the establishments that they have here. */
import { object, orNull, sent, stated, subject, text, wire, type Of, type Sent, type Shape } from '@domesday/core'

const parentFields = object(
  {
    company_number: subject('company', orNull(text('Under which it is registered here'))),
    name: orNull(text('Registered name')),
  },
  'The company of which this is an establishment, which is no legal person by itself; null of all else',
)
type Parent = Of<typeof parentFields>
export const parentShape: Shape<Parent | null> = orNull(parentFields)

const abroadFields = object(
  {
    country: orNull(text('As filed')),
    register: orNull(text('That keeps its accounts and its insolvency')),
    registration_number: orNull(text('There')),
    legal_form: orNull(text('As filed')),
  },
  'Where a company from abroad is registered; null of all else',
)
type Abroad = Of<typeof abroadFields>
export const abroadShape: Shape<Abroad | null> = orNull(abroadFields)

const { text: words, ignored } = sent
/** Held against the register's schema, which requires none of them. */
export const branchSent = { parent_company_number: words, parent_company_name: words, business_activity: ignored }
export const foreignSent = {
  originating_registry: { country: words, name: words },
  registration_number: words,
  legal_form: words,
  ...sent.unread(
    'accounting_requirement',
    'accounts',
    'business_activity',
    'company_type',
    'governed_by',
    'is_a_credit_finance_institution',
    'is_a_credit_financial_institution',
  ),
}
const bothWire = wire({ branch: branchSent, foreign: foreignSent })
type Both = Sent<typeof bothWire>

export const readParent = (wire: Both['branch']): Parent | null =>
  wire ? { company_number: stated(wire.parent_company_number), name: stated(wire.parent_company_name) } : null

export const readAbroad = (wire: Both['foreign']): Abroad | null =>
  wire
    ? {
        country: stated(wire.originating_registry?.country),
        register: stated(wire.originating_registry?.name),
        registration_number: stated(wire.registration_number),
        legal_form: stated(wire.legal_form),
      }
    : null
