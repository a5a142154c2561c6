/** A company's file: the data of the registers, collected once for all endpoints about companies. */
import { derive, first, maybe, nameMatch, need, params, some, today, type Node } from '@domesday/core'
import {
  charges,
  companyIdentifier,
  companyOf,
  exemptions,
  filings,
  insolvency,
  officers,
  ownerStatements,
  owners,
  type AskedCompany,
} from '@domesday/source-companies-house'
import { charitiesOf } from '@domesday/source-charity-commission'
import { firmsOf } from '@domesday/source-fca-register'
import { noticesOf } from '@domesday/source-gazette'
import { leiOf } from '@domesday/source-gleif'
import { dataProtectionOf } from '@domesday/source-ico-register'
import { accountsOf } from './accounts.ts'
import { monthsAfter } from './calendar.ts'
import { contractsOf } from './contracts.ts'
import { isLive, type Facts } from './facts.ts'
import { goesOn, lastDayOf } from './insolvency.ts'
import { nationOf } from './nation.ts'
import { paymentOf } from './payment.ts'

export type CompanyFile = ReturnType<typeof companyFile>

/** The company of a path, by number or name, and its file. */
export const atCompany = () => {
  const asked = params({ identifier: companyIdentifier, match: nameMatch })
  const file = companyFile(asked)
  const nation = derive(file.profile, nationOf)
  return { file, subject: { asked, required: [file.profile], nation, matched: file.matched } }
}

/** If there is no such company, `profile` is a 404 or 409, and nothing else is asked. */
export const companyFile = (asked: Node<AskedCompany>) => {
  const { number, profile, matched } = companyOf(asked)
  const company = derive(profile, ({ number, name, formerNames, incorporated }) => ({
    number,
    name,
    formerNames,
    since: incorporated,
  }))
  const lately = derive({ profile, today }, ({ profile: { formerNames }, today }) =>
    formerNames.filter(({ until }) => until !== null && until >= monthsAfter(today, -12)).map(({ name }) => name),
  )
  const gazette = noticesOf(company, lately)
  const owned = need(owners, number)
  // Where nobody is named the company states why, or need not name anybody.
  const unnamed = derive(
    { owned },
    ({ owned: { items } }) => !items.some(({ current, name }) => current && name !== null),
  )
  const none = derive({ profile, unnamed }, () => [])
  const statements = need(ownerStatements, { profile, unnamed }, ({ profile, unnamed }) =>
    isLive(profile) && (profile.statesOwners || unnamed) ? profile.number : null,
  )
  const exempt = need(exemptions, { profile, unnamed }, ({ profile, unnamed }) =>
    profile.exempt && unnamed ? profile.number : null,
  )
  const parts = {
    officers: need(officers, number),
    owners: owned,
    statements: first(statements, none),
    exempt: first(exempt, none),
    filings: need(filings, number),
    charges: need(charges, number),
    insolvency: need(insolvency, number),
    notices: gazette.notices,
    firms: firmsOf(company),
    charities: charitiesOf(company),
    dataProtection: dataProtectionOf(
      derive(profile, ({ name, postcode, incorporated: since }) => ({ name, postcode, since })),
    ),
  }
  const known = some(parts)
  return {
    ...parts,
    number,
    profile,
    matched,
    today,
    /** The last day for which its directors are responsible: see `Facts`. */
    asOf: first(
      // Only a company that is in liquidation or has ended needs its cases for this day.
      derive({ profile, today }, ({ profile, today }) => (goesOn(profile) ? today : null)),
      derive({ profile, cases: maybe(parts.insolvency), today }, ({ profile, cases, today }) =>
        lastDayOf(profile, cases, today),
      ),
    ),
    /** The period that the notices cover. */
    noticesReach: gazette.reach,
    /** Figures of the accounts that it filed. */
    accounts: accountsOf(number, parts.filings),
    /** Public contracts, of both portals. */
    contracts: contractsOf(company),
    /** What it reported of how it pays. */
    payment: paymentOf(number, today),
    /** Its legal entity identifier and accounting parents: shown, and no input of a flag, a score or a verdict. */
    lei: leiOf(company),
    /** Everything but these, as far as known; input of the red flags. */
    facts: derive({ profile, today, known }, ({ profile, today, known }): Facts => ({
      profile,
      today,
      asOf: lastDayOf(profile, known.insolvency, today),
      ...known,
      // A possible match raises no flag, for or against it.
      charities: known.charities && known.charities.filter(({ match }) => match.sure !== 'possible'),
    })),
  }
}
