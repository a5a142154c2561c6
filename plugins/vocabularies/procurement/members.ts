/**
 * What a release has, as far as it is read. The schema requires little more than ids, so any member may be absent from
 * one notice or another. A portal that has given one a new name is known by that: a member of another name has what
 * only this one can have.
 */
import { day, many, numeric } from '@domesday/core'
import type { Release } from './release.ts'

type Wire = Readonly<Record<string, unknown>>
type IsIt = (value: unknown, name: string) => boolean
interface Members {
  readonly [name: string]: {
    /** By what it is known under another name. Without it the schema requires the member. */
    readonly isIt?: IsIt
    readonly members?: Members
  }
}

const isObject = (value: unknown): value is Wire => typeof value === 'object' && value !== null && !Array.isArray(value)
/** Some portals send one object in place of a list of one. */
const objectsIn = (value: unknown): readonly Wire[] => many(value).filter(isObject)

const listWith =
  (...names: readonly string[]): IsIt =>
  (value) =>
    Array.isArray(value) && objectsIn(value).some((one) => names.some((name) => name in one))
const text =
  (pattern: RegExp): IsIt =>
  (value) =>
    typeof value === 'string' && pattern.test(value)
const isCpv = ({ scheme }: Wire): boolean => scheme === 'CPV'

const always = {}
const money: Members = {
  value: {
    // The least that a tender is worth is money too.
    isIt: (value, name) => isObject(value) && 'currency' in value && name !== 'minValue',
    // Some publishers state the amount with VAT only.
    members: { amount: { isIt: (value, name) => numeric(value) !== null && name !== 'amountGross' } },
  },
}
const code: Members = {
  scheme: { isIt: (value) => value === 'CPV' },
  id: { isIt: text(/^\d{8}(-\d)?$/) },
}
const organisation = { isIt: text(/^(GB-[A-Z]+-|org-)/) }
const classified: Members = {
  classification: { isIt: (value) => isObject(value) && isCpv(value), members: code },
  additionalClassifications: {
    isIt: (value) => Array.isArray(value) && objectsIn(value).some(isCpv),
    members: code,
  },
}
const items: Members = {
  items: {
    isIt: listWith('deliveryAddresses', 'additionalClassifications'),
    members: {
      ...classified,
      deliveryAddresses: {
        isIt: listWith('region', 'countryName'),
        members: { region: { isIt: text(/^(UK|TL)[C-N]/) } },
      },
    },
  },
}
const documents: Members = {
  documents: {
    isIt: listWith('documentType', 'url'),
    members: {
      id: always,
      documentType: { isIt: text(/^[a-z]+([A-Z][a-z]+)*Notice$/) },
      url: { isIt: text(/^https?:\/\//) },
    },
  },
}

const stages = ['planning', 'planned', 'active', 'cancelled', 'unsuccessful', 'complete', 'withdrawn']
const otherPeriods = ['awardPeriod', 'contractPeriod', 'enquiryPeriod']
const tender: Members = {
  title: { isIt: (value, name) => typeof value === 'string' && /title|name|heading/i.test(name) },
  description: { isIt: (value, name) => typeof value === 'string' && /descri|summary/i.test(name) },
  status: { isIt: (value) => stages.includes(value as string) },
  tenderPeriod: {
    isIt: (value, name) => isObject(value) && 'endDate' in value && !otherPeriods.includes(name),
    members: { endDate: { isIt: (value, name) => day(value) !== null && /end|last|close/i.test(name) } },
  },
  ...money,
  ...classified,
  ...items,
  ...documents,
}

const identifier: Members = {
  scheme: { isIt: text(/^GB-[A-Z]+$/) },
  id: { isIt: text(/^([A-Z]{2})?\d{6,8}$/) },
}
const release: Members = {
  tender: { isIt: (value) => isObject(value) && 'title' in value, members: tender },
  parties: {
    isIt: listWith('roles'),
    members: {
      id: organisation,
      identifier: { isIt: (value) => isObject(value) && 'scheme' in value, members: identifier },
      additionalIdentifiers: { isIt: listWith('scheme'), members: identifier },
    },
  },
  awards: {
    isIt: listWith('suppliers'),
    members: {
      id: always,
      suppliers: { isIt: listWith('name'), members: { id: organisation } },
      ...money,
      ...items,
      ...documents,
    },
  },
  contracts: {
    isIt: listWith('awardID'),
    members: {
      awardID: always,
      dateSigned: { isIt: (value, name) => day(value) !== null && /sign/i.test(name) },
      ...money,
    },
  },
}

const check = (wire: Wire, members: Members): void => {
  for (const [name, { isIt, members: below }] of Object.entries(members)) {
    const value = wire[name]
    if (value === undefined) {
      if (!isIt) throw new TypeError(`there is no ${name} in it`)
      const other = Object.entries(wire).find(([other, one]) => isIt(one, other))
      if (other) throw new TypeError(`there is ${other[0]} in it in place of ${name}`)
    }
    if (below) for (const one of objectsIn(value)) check(one, below)
  }
}

/** Throws where a release has a member under another name, or lacks what each has. */
export const checkMembers = (wire: Release): void => check(wire as Wire, release)
