/** The service, and what it answers to one call. */
import {
  date,
  day,
  flag,
  list,
  object,
  orNull,
  partly,
  sent,
  source,
  text,
  wire,
  type Of,
  type Shape,
} from '@domesday/core'
import {
  companyIn,
  foremost,
  identifierOf,
  identifierShape,
  leiIn,
  partyOf,
  partyShape,
  recordWire,
  recordsWire,
} from './record.ts'

export const gleif = source({
  id: 'gleif',
  title: 'Global LEI Index',
  home: import.meta.dirname,
  licence: 'CC0-1.0',
  charging: 'free',
  mayKeep: 'unlimited',
  terms: {
    words: '“The data on GLEIF’s website is provided under a Creative Commons (CC0) license.”',
    url: 'https://www.gleif.org/en/about/open-data',
  },
  attribution: 'Legal entity identifiers of the Global Legal Entity Identifier Foundation (GLEIF)',
  coverage:
    'Legal entity identifiers of those who trade in markets, and of their groups: few companies have one. Parents are those that consolidate the accounts, as the company states them or why it does not',
})

const headers = { accept: 'application/vnd.api+json' }
const { text: words, must, mustOrNull, unread } = sent

interface Spelt {
  readonly number: string
  /** As the entry may have it. */
  readonly as: string
}
/** The entries under a number as it is spelt, the one that holds first. */
export const entries = gleif.get('entries', {
  wire: recordsWire,
  path: ({ as }: Spelt) => [
    '/lei-records',
    { 'filter[entity.registeredAs]': as, 'filter[entity.legalAddress.country]': 'GB' },
  ],
  headers,
  digest: list(identifierShape),
  read: ({ meta, data }, { number }, left) => {
    // Other registers of the United Kingdom give out the same numbers.
    const own = data.filter((record) => companyIn(record) === number).map(identifierOf)
    const sorted = own.toSorted(foremost)
    const came = data.length + left
    return meta.pagination.total > came
      ? partly(sorted, `${came} of ${meta.pagination.total} entries under its number were read`)
      : sorted
  },
})

/**
 * The identifiers of a company by its number of eight characters; `[]` if it has none. The filter is exact, and some
 * entries lack the leading zeros.
 */
export const identifiers = gleif.run(
  'identifiers',
  async (number: string, { ask }) => {
    const found = await ask(entries, { number, as: number })
    const bare = number.replace(/^0+/, '')
    return found.length > 0 || bare === number ? found : ask(entries, { number, as: bare })
  },
  { digest: list(identifierShape) },
)

export type Level = 'direct' | 'ultimate'
/** A parent, as each call asks for it. The links of a record are whole addresses, of which none is followed. */
interface AskedParent {
  readonly lei: string
  readonly level: Level
}
const below = ({ lei, level }: AskedParent, what: string): string => `/lei-records/${lei}/${level}-parent${what}`

const exceptionFields = object({ reason: text('In the register’s word') })
/** Held against real answers. */
const exceptionWire = wire({
  data: must({
    attributes: must({ reason: must(words), ...unread('validFrom', 'validTo', 'lei', 'category', 'reference') }),
    ...unread('type', 'id', 'relationships'),
  }),
  ...unread('meta'),
})
/** Why a company states no such parent. */
export const exception = gleif.get('exception', {
  wire: exceptionWire,
  path: (asked: AskedParent) => below(asked, '-reporting-exception'),
  headers,
  digest: exceptionFields,
  read: ({ data }) => ({ reason: data.attributes.reason }),
})

const relationshipFields = object({
  parent: text('Its identifier'),
  since: orNull(date()),
  until: orNull(date('The last day of the relationship, where it is stated')),
  ended: flag('The register says that it holds no more'),
})
/** A relationship to a parent. */
export interface Relationship extends Of<typeof relationshipFields> {}
const relationshipShape: Shape<Relationship> = relationshipFields
/** Held against real answers. The period of the accounts ends each year, and the relationship does not end with it. */
const relationshipWire = wire({
  data: must({
    attributes: must({
      validTo: words,
      relationship: must({
        endNode: must({ id: must(words), ...unread('type') }),
        status: mustOrNull(words),
        periods: [{ startDate: words, endDate: words, type: must(words) }],
        ...unread('startNode', 'type', 'qualifiers', 'quantifiers'),
      }),
      extension: { deletedAt: words },
      ...unread('validFrom', 'registration'),
    }),
    ...unread('type', 'id', 'relationships'),
  }),
  ...unread('meta'),
})
/** What a company states of such a parent. */
export const relationship = gleif.get('relationship', {
  wire: relationshipWire,
  path: (asked: AskedParent) => below(asked, '-relationship'),
  headers,
  digest: relationshipShape,
  read: ({ data: { attributes } }) => {
    const { endNode, status, periods } = attributes.relationship
    const own = (periods ?? []).filter(({ type }) => type === 'RELATIONSHIP_PERIOD')
    const ends = [...own.map(({ endDate }) => day(endDate)), day(attributes.validTo)].filter((end) => end !== null)
    return {
      parent: leiIn(endNode.id),
      since: own.flatMap(({ startDate }) => day(startDate) ?? []).toSorted()[0] ?? null,
      until: ends.toSorted()[0] ?? null,
      ended: status === 'INACTIVE' || attributes.extension?.deletedAt != null,
    }
  },
})

/** Who such a parent is. */
export const parent = gleif.get('parent', {
  wire: recordWire,
  path: (asked: AskedParent) => below(asked, ''),
  headers,
  digest: partyShape,
  read: ({ data }) => partyOf(data),
})
