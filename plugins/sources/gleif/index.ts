import {
  date,
  derive,
  described,
  first,
  flag,
  integer,
  list,
  maybe,
  need,
  object,
  orNull,
  partly,
  render,
  subject,
  text,
  today,
  type Node,
  type Of,
  type Shape,
  type Shown,
} from '@domesday/core'
import type { Company } from '@domesday/vocabulary-companies'
import { exception, identifiers, parent, relationship, type Level, type Relationship } from './calls.ts'
import type { Identifier } from './record.ts'
import { exceptionInWords, statusInWords } from './words.ts'

export { exception, gleif, identifiers, parent, relationship, entries } from './calls.ts'
export { identifierOf, type Identifier } from './record.ts'

const parentFields = object({
  lei: orNull(text('Identifier of the parent; null where none is stated')),
  name: orNull(text('Legal name of the parent')),
  country: orNull(text('Of its legal address, two letters')),
  jurisdiction: orNull(text('Whose law it is under: GB, US-DE')),
  company_number: orNull(subject('company', text('Where it is on the register of the United Kingdom'))),
  since: orNull(date('Since when it has been its parent')),
  exception: orNull(text('Why no parent is stated; null where one is')),
})
export interface Parent extends Of<typeof parentFields> {}
const parentShape: Shape<Parent> = {
  ...parentFields,
  schema: { ...parentFields.schema, title: 'AccountingParent' },
}

const registrationFields = object({
  status: text({
    description: 'ISSUED, LAPSED, RETIRED …',
    tones: { good: ['ISSUED'], fair: ['LAPSED'], bad: ['RETIRED', 'ANNULLED', 'DUPLICATE'] },
  }),
  status_meaning: orNull(text('The same in words; null of a status that is new')),
  next_renewal: orNull(date('When it has to be renewed')),
  last_updated: orNull(date('When the record was last changed')),
  entries: integer('Records under its number, past ones too'),
})
const entityFields = object({
  status: orNull(text('ACTIVE or INACTIVE; Companies House decides')),
  legal_name: text(),
  former_names: list(text(), 'Earlier legal names there'),
})
const leiFields = object(
  {
    registered: flag('Whether it has an identifier, in force or not'),
    lei: orNull(text('Legal entity identifier, 20 characters')),
    registration: orNull(registrationFields),
    entity: orNull(described(entityFields, 'The company as that record has it')),
    direct_parent: orNull(parentShape),
    ultimate_parent: orNull(parentShape),
  },
  'Legal entity identifier, matched by company number. Parents are those that consolidate its accounts, the nearest and the last: they stand beside the owners, and are not owners. ' +
    'Null where the record states neither a parent nor why, or the relationship has ended',
)
/** What the index has on a company. */
export interface Lei extends Of<typeof leiFields> {}
/** It has a name, so that documents have it once. */
const leiShape: Shape<Lei> = { ...leiFields, schema: { ...leiFields.schema, title: 'LegalEntityIdentifier' } }

const nobody: Parent = {
  lei: null,
  name: null,
  country: null,
  jurisdiction: null,
  company_number: null,
  since: null,
  exception: null,
}

/** Null where it has ended. */
const holds = (one: Relationship, today: string): Relationship | null =>
  one.ended || (one.until !== null && one.until < today) ? null : one

const relationOf = (own: Node<Identifier>, level: Level): Node<Relationship> => {
  const relation = need(relationship, own, (own) => (own[level] === 'record' ? { lei: own.lei, level } : null))
  return derive({ relation, today }, ({ relation, today }) => holds(relation, today))
}

/** `shared`: the level of a parent that is the same, and so is asked for once. */
const parentOf = (
  own: Node<Identifier>,
  relation: Node<Relationship>,
  level: Level,
  shared: Node<Level> | null = null,
): Node<Parent> => {
  const reason = need(exception, own, (own) => (own[level] === 'exception' ? { lei: own.lei, level } : null))
  const party = need(parent, { own, relation, shared: shared ?? derive(relation, () => level) }, ({ own, shared }) => ({
    lei: own.lei,
    level: shared,
  }))
  return first(
    derive(reason, ({ reason }) => ({
      ...nobody,
      exception: exceptionInWords(reason),
    })),
    derive({ relation, party: maybe(party) }, ({ relation: { parent, since }, party }) =>
      party === null || party.lei !== parent
        ? partly(
            { ...nobody, lei: parent, since },
            `of its ${level} parent only the identifier ${parent} could be read`,
          )
        : {
            ...nobody,
            lei: parent,
            name: party.name,
            country: party.country,
            jurisdiction: party.jurisdiction,
            company_number: party.company,
            since,
          },
    ),
  )
}

/** The identifier of a company, with its accounting parents: up to four more calls where it has one, else none. */
export const leiOf = (company: Node<Pick<Company, 'number'>>): Shown<Lei> => {
  const records = need(identifiers, company, ({ number }) => number)
  const own = derive(records, ([first]) => first ?? null)
  const nearest = relationOf(own, 'direct'),
    last = relationOf(own, 'ultimate')
  const same = derive({ nearest: maybe(nearest), last }, ({ nearest, last }): Level =>
    nearest?.parent === last.parent ? 'direct' : 'ultimate',
  )
  return render(
    leiShape,
    {
      records,
      direct: maybe(parentOf(own, nearest, 'direct')),
      ultimate: maybe(parentOf(own, last, 'ultimate', same)),
    },
    ({ records, direct, ultimate }) => {
      const [own] = records
      return {
        registered: own !== undefined,
        lei: own?.lei ?? null,
        registration:
          own === undefined
            ? null
            : {
                status: own.status,
                status_meaning: statusInWords(own.status),
                next_renewal: own.renewal,
                last_updated: own.updated,
                entries: records.length,
              },
        entity:
          own === undefined ? null : { status: own.entityStatus, legal_name: own.name, former_names: own.formerNames },
        direct_parent: direct,
        ultimate_parent: ultimate,
      }
    },
  )
}
