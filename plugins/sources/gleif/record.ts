/** Records of identifiers as sent, and what is kept of them. */
import {
  choice,
  date,
  day,
  list,
  object,
  orNull,
  sent,
  stated,
  text,
  wire,
  type Of,
  type Sent,
  type Shape,
} from '@domesday/core'
import { companyNumber } from '@domesday/vocabulary-companies'

/**
 * Companies House by GLEIF's list of registration authorities. That of England and Wales stands in a real record; that
 * 586 is Northern Ireland and 587 Scotland is what several programs that read the list say, one of them of a real
 * number, SC651281. All three are taken alike, because a number tells its register.
 */
const companiesHouse: ReadonlySet<string | null> = new Set(['RA000585', 'RA000586', 'RA000587'])

const { text: words, must, mustOrNull, often, unread } = sent
const parentSent = { links: { 'reporting-exception': words, 'relationship-record': words, ...unread('lei-record') } }
/** Held against real records of 2025 and the publisher's own collection of requests, which states no obligation. */
const recordSent = {
  attributes: must({
    lei: must(words),
    entity: must({
      legalName: must({ name: must(words), ...unread('language') }),
      otherNames: [{ name: must(words), type: often(words), ...unread('language') }],
      legalAddress: {
        country: often(words),
        ...unread('language', 'addressLines', 'addressNumber', 'addressNumberWithinBuilding', 'mailRouting', 'city'),
        ...unread('region', 'postalCode'),
      },
      registeredAt: must({ id: mustOrNull(words), ...unread('other') }),
      registeredAs: mustOrNull(words),
      jurisdiction: often(words),
      category: often(words),
      status: often(words),
      ...unread('transliteratedOtherNames', 'headquartersAddress', 'legalForm', 'associatedEntity', 'expiration'),
      ...unread('successorEntity', 'successorEntities', 'creationDate', 'subCategory', 'otherAddresses', 'eventGroups'),
    }),
    registration: must({
      status: must(words),
      lastUpdateDate: often(words),
      nextRenewalDate: often(words),
      ...unread('initialRegistrationDate', 'managingLou', 'corroborationLevel', 'validatedAt', 'validatedAs'),
      ...unread('otherValidationAuthorities'),
    }),
    ...unread('bic', 'mic', 'ocid', 'qcc', 'spglobal', 'conformityFlag'),
  }),
  relationships: must({
    'direct-parent': parentSent,
    'ultimate-parent': parentSent,
    ...unread('managing-lou', 'lei-issuer', 'field-modifications', 'direct-children', 'ultimate-children', 'isins'),
    ...unread('branches', 'managed-funds', 'fund-manager', 'umbrella-fund', 'successor-entity', 'successor-entities'),
  }),
  ...unread('type', 'id', 'links'),
} as const
const metaSent = unread('goldenCopy')
export const recordWire = wire({ meta: metaSent, data: must(recordSent) })
export const recordsWire = wire({
  meta: must({
    pagination: must({ total: must(sent.number), ...unread('currentPage', 'perPage', 'from', 'to', 'lastPage') }),
    ...metaSent,
  }),
  data: must([recordSent]),
  ...unread('links'),
})
type Record = Sent<typeof recordWire>['data']

const parentSaid = choice(['record', 'exception', 'nothing'])
const identifierFields = object({
  lei: text('Legal entity identifier, 20 characters'),
  status: text('Of its registration, in the register’s word'),
  renewal: orNull(date()),
  updated: orNull(date()),
  entityStatus: orNull(text()),
  category: orNull(text('GENERAL, FUND, BRANCH …')),
  name: text(),
  formerNames: list(text()),
  direct: parentSaid,
  ultimate: parentSaid,
})
/** An identifier of a company; `direct` and `ultimate` are what it states of these parents. */
export interface Identifier extends Of<typeof identifierFields> {}
export const identifierShape: Shape<Identifier> = identifierFields

/** ISO 17442. It becomes part of a path, so that nothing else is taken for one. */
export const leiIn = (raw: string): string => {
  if (!/^[0-9A-Z]{18}[0-9]{2}$/.test(raw)) throw new Error('an identifier of another form')
  return raw
}

const saidOf = (parent: Record['relationships']['direct-parent']): Identifier['direct'] =>
  parent?.links?.['relationship-record'] != null
    ? 'record'
    : parent?.links?.['reporting-exception'] != null
      ? 'exception'
      : 'nothing'

export const identifierOf = ({
  attributes: { lei, entity, registration },
  relationships: { 'direct-parent': direct, 'ultimate-parent': ultimate },
}: Record): Identifier => ({
  lei: leiIn(lei),
  status: registration.status,
  renewal: day(registration.nextRenewalDate),
  updated: day(registration.lastUpdateDate),
  entityStatus: stated(entity.status),
  category: stated(entity.category),
  name: entity.legalName.name,
  formerNames: (entity.otherNames ?? []).flatMap(({ name, type }) => (type === 'PREVIOUS_LEGAL_NAME' ? [name] : [])),
  direct: saidOf(direct),
  ultimate: saidOf(ultimate),
})

/** The number of a record at Companies House, eight characters; null if it is registered elsewhere. */
export const companyIn = ({ attributes: { entity } }: Record): string | null =>
  companiesHouse.has(entity.registeredAt.id) ? companyNumber(entity.registeredAs) : null

/** Those that hold first. A word that is new stands behind those, and before those that hold no more. */
const order = [
  'ISSUED',
  'PENDING_TRANSFER',
  'PENDING_ARCHIVAL',
  'LAPSED',
  '',
  'RETIRED',
  'MERGED',
  'ANNULLED',
  'DUPLICATE',
]
const rank = (status: string): number => (order.includes(status) ? order.indexOf(status) : order.indexOf(''))

/** The one that is the company's first: funds may stand under the number of the company that they belong to. */
export const foremost = (a: Identifier, b: Identifier): number =>
  rank(a.status) - rank(b.status) ||
  Number(b.category === 'GENERAL') - Number(a.category === 'GENERAL') ||
  (b.updated ?? '').localeCompare(a.updated ?? '', 'en')

const partyFields = object({
  lei: text(),
  name: text(),
  country: orNull(text()),
  jurisdiction: orNull(text()),
  company: orNull(text()),
})
/** Whom an identifier stands for. */
export interface Party extends Of<typeof partyFields> {}
export const partyShape: Shape<Party> = partyFields
export const partyOf = (record: Record): Party => {
  const { lei, entity } = record.attributes
  return {
    lei: leiIn(lei),
    name: entity.legalName.name,
    country: stated(entity.legalAddress?.country),
    jurisdiction: stated(entity.jurisdiction),
    company: companyIn(record),
  }
}
