/** An entry of the list: what it sends, and the part of it that is kept. */
import { day, distinct, sent, stated, wire, type Sent } from '@domesday/core'
import { wordsOf } from '@domesday/vocabulary-companies'
import { bodyKey, isWeakAlias, personKey } from './names.ts'
import { numbersIn } from './numbers.ts'

const { text: cell, must, often } = sent
const nameSent = {
  Name1: often(cell),
  Name2: often(cell),
  Name3: cell,
  Name4: cell,
  Name5: cell,
  Name6: often(cell),
  NameType: often(cell),
  AliasStrength: often(cell),
}
/**
 * Held against the header and a row of the publisher's table of October 2026, and against eight programs of 2025 and
 * 2026 that read the XML (opensanctions/opensanctions among them), as there is no schema: an entry means nothing
 * without its id, its kind and its names. A file is refused in which no entry has a birth, a number or a measure:
 * everybody would be a namesake then, or clear.
 */
export const designationWire = wire({
  DateGenerated: often(cell),
  UniqueID: must(cell),
  IndividualEntityShip: must(cell),
  Names: must({ Name: must([nameSent]) }),
  RegimeName: often(cell),
  SanctionsImposed: often(cell),
  DateDesignated: often(cell),
  IndividualDetails: often({
    Individual: often([
      {
        DOBs: often({ DOB: often([cell]) }),
        ...sent.unread('BirthDetails', 'Genders', 'NationalIdentifierDetails', 'Nationalities', 'PassportDetails'),
        ...sent.unread('Positions'),
      },
    ]),
  }),
  EntityDetails: often({
    Entity: often([
      {
        BusinessRegistrationNumbers: often({ BusinessRegistrationNumber: often([cell]) }),
        ...sent.unread('ParentCompanies', 'Subsidiaries', 'TypeOfEntities'),
      },
    ]),
  }),
  ...sent.unread(
    'Addresses',
    'DesignationSource',
    'EmailAddresses',
    'LastUpdated',
    'NonLatinNames',
    'OFSIGroupID',
    'OtherInformation',
    'PhoneNumbers',
    'SanctionsImposedIndicators',
    'ShipDetails',
    'Titles',
    'UKStatementofReasons',
    'UNReferenceNumber',
    'Websites',
  ),
})
export interface Designation extends Sent<typeof designationWire> {}
type WireName = NonNullable<Designation['Names']>['Name'][number]

/**
 * What a match needs and no more: no passports, no addresses, no reasons; of a birth the month. Names are kept in the
 * form that they are compared in, but for the primary one.
 */
export interface Entry {
  readonly id: string
  readonly kind: 'person' | 'body'
  /** The primary name, forenames first. */
  readonly name: string
  /** All names but weak aliases. */
  readonly names: readonly string[]
  /** Of persons. */
  readonly surnames: readonly string[]
  /** Of bodies. */
  readonly numbers: readonly string[]
  /** Those that the entry says are of the United Kingdom's register. */
  readonly british: readonly string[]
  /** `1955-06`, or `1955` where no more is stated. */
  readonly births: readonly string[]
  readonly measures: readonly string[]
  readonly regime: string | null
  readonly designated: string | null
  /** The day of the list. */
  readonly listed: string | null
}

/** `30/06/1955`, `dd/06/1955`, `00/00/1975`; some begin with an apostrophe. */
const birthIn = (text: string | null): string | null => {
  const [, month, year] = /^'?(?:\d{1,2}|dd)\/(\d{1,2}|mm)\/(\d{4})$/i.exec(text ?? '') ?? []
  if (year === undefined) return null
  const known = Number(month)
  return known >= 1 && known <= 12 ? `${year}-${String(known).padStart(2, '0')}` : year
}

const partsOf = ({ Name1, Name2, Name3, Name4, Name5, Name6 }: WireName): readonly string[] =>
  [Name1, Name2, Name3, Name4, Name5, Name6].flatMap((part) => stated(part) ?? [])

/** Primary names and their spellings, and aliases that are not weak. Letter case and a slip in the word vary. */
const isTelling = (one: WireName, isPerson: boolean): boolean =>
  !/alias/i.test(stated(one.NameType) ?? '') ||
  !isWeakAlias(partsOf(one).join(' '), isPerson, stated(one.AliasStrength))

const kinds: Readonly<Record<string, Entry['kind']>> = { individual: 'person', entity: 'body' }

/** Null of ships, and where there is no name. */
export const entryOf = (sent: Designation): Entry | null => {
  const kind = kinds[stated(sent.IndividualEntityShip)?.toLowerCase() ?? '']
  const id = stated(sent.UniqueID)
  const all = sent.Names.Name.filter((one) => partsOf(one).length > 0)
  const primary = all.find(({ NameType }) => /^primary name$/i.test(stated(NameType) ?? '')) ?? all[0]
  if (kind === undefined || id === null || primary === undefined) return null
  const isPerson = kind === 'person'
  const telling = all.filter((one) => isTelling(one, isPerson))
  const numbers = numbersIn(
    (sent.EntityDetails?.Entity ?? []).flatMap((one) =>
      (one.BusinessRegistrationNumbers?.BusinessRegistrationNumber ?? []).flatMap((text) => stated(text) ?? []),
    ),
  )
  return {
    id,
    kind,
    name: partsOf(primary).join(' '),
    names: distinct(
      telling.map((one) => (isPerson ? personKey(wordsOf(partsOf(one).join(' '))) : bodyKey(partsOf(one).join(' ')))),
    ),
    surnames: isPerson ? distinct(telling.map(({ Name6 }) => wordsOf(stated(Name6) ?? '').join(' '))) : [],
    numbers: numbers.map(({ number }) => number),
    british: numbers.flatMap(({ number, isBritish }) => (isBritish ? [number] : [])),
    births: distinct(
      (sent.IndividualDetails?.Individual ?? []).flatMap(({ DOBs }) =>
        (DOBs?.DOB ?? []).map((text) => birthIn(stated(text))),
      ),
    ),
    measures: measuresIn(stated(sent.SanctionsImposed)),
    regime: stated(sent.RegimeName),
    designated: day(sent.DateDesignated),
    listed: day(sent.DateGenerated),
  }
}

/** Each once: the list repeats some, in capitals or not. */
const measuresIn = (text: string | null): readonly string[] => [
  ...new Map(
    (text ?? '')
      .split('|')
      .map((one) => one.trim())
      .filter((one) => one !== '')
      .map((one) => [one.toLowerCase(), one]),
  ).values(),
]
