/** A company's file: what the registers hold of it, gathered once, for every endpoint that is about a company. */
import { derive, first, maybe, need, some, today, type Node } from '@domesday/core'
import {
  charges,
  companyOf,
  filings,
  insolvency,
  officers,
  owners,
  type AskedCompany,
} from '@domesday/source-companies-house'
import { charitiesOf } from '@domesday/source-charity-commission'
import { firmsOf } from '@domesday/source-fca-register'
import { noticesOf } from '@domesday/source-gazette'
import { dataProtectionOf } from '@domesday/source-ico-register'
import { contractsOf } from './contracts.ts'
import type { Facts } from './flags.ts'
import { goesOn, lastDayOf } from './insolvency.ts'

export type CompanyFile = ReturnType<typeof companyFile>

/** Without such a company its `profile` is none, in words fit for a 404 or a 409, and nothing else is asked. */
export const companyFile = (asked: Node<AskedCompany>) => {
  const { number, profile, matched } = companyOf(asked)
  const company = derive({ profile }, ({ profile: { number, name, formerNames } }) => ({
    number,
    name,
    formerNames: formerNames.map((former) => former.name),
  }))
  const gazette = noticesOf(company)
  const parts = {
    officers: need(officers, { number }, ({ number }) => number),
    owners: need(owners, { number }, ({ number }) => number),
    filings: need(filings, { number }, ({ number }) => number),
    charges: need(charges, { number }, ({ number }) => number),
    insolvency: need(insolvency, { number }, ({ number }) => number),
    notices: gazette.notices,
    firms: firmsOf(company),
    charities: charitiesOf(company),
    dataProtection: dataProtectionOf(
      derive({ profile }, ({ profile: { name, office } }) => ({ name, postcode: office?.postcode ?? null })),
    ),
  }
  const known = some(parts)
  return {
    ...parts,
    number,
    profile,
    matched,
    today,
    /** Up to when its directors answer for it: see `Facts`. */
    asOf: first(
      // Its cases tell nothing of a company that goes on: without them its filing is known all the same.
      derive({ profile, today }, ({ profile, today }) => (goesOn(profile) ? today : null)),
      derive({ profile, cases: maybe(parts.insolvency), today }, ({ profile, cases, today }) =>
        lastDayOf(profile, cases, today),
      ),
    ),
    /** Of which time the notices are known. */
    noticesReach: gazette.reach,
    /** Public contracts, of both portals. */
    contracts: contractsOf(company),
    /** All but the contracts, as far as it is known: what red flags are raised from. */
    facts: derive({ profile, today, known }, ({ profile, today, known }): Facts => ({
      profile,
      today,
      asOf: lastDayOf(profile, known.insolvency, today),
      ...known,
    })),
  }
}
