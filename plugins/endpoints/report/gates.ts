/** Facts that only the verdict uses: who runs the company, and where it is registered. */
import { derive, gate, gates, maybe, spoken, unknown, whole, type GatesNode } from '@domesday/core'
import {
  bansOf,
  naturalName,
  type Disqualification,
  type Officers,
  type Screening,
} from '@domesday/source-companies-house'
import { boardOf, type CompanyFile } from '@domesday/subject-company'
import { bansIn, isInForce, mayBeBanned } from '@domesday/subject-person'

/** The only person who runs a company. The register of disqualifications is asked for nobody else. */
const soleDirectorOf = (officers: Officers, asOf: string) => {
  const [one, ...others] = boardOf(officers, asOf).serving
  return one === undefined || one.is_corporate || others.length > 0 ? null : one
}

const overseas = new Set(['oversea-company', 'uk-establishment', 'registered-overseas-entity'])

export const verdictGatesOf = ({ profile, officers, asOf, today }: CompanyFile): GatesNode => {
  const director = derive({ officers, asOf }, ({ officers, asOf }) => soleDirectorOf(officers, asOf))
  const person = derive({ director, profile }, ({ director, profile: { name, formerNames } }) => ({
    ...director,
    name: naturalName(director),
    companies: [name, ...formerNames.map((former) => former.name)],
  }))
  // What may be of a namesake is asked of its entries.
  const bans = derive({ found: bansOf(person) }, ({ found }) => whole(found))
  const seen = { director: maybe(director), bans: maybe(bans), today }
  const bannedBy =
    (isMeant: (ban: Disqualification) => boolean) =>
    ({ bans, today }: { readonly bans: Screening; readonly today: string }): Disqualification | undefined =>
      bansIn(bans).find((one) => isInForce(one, today) && isMeant(one))
  const bySanction = bannedBy(({ type }) => type === 'sanction'),
    otherwise = bannedBy(({ type }) => type !== 'sanction')
  return gates({
    sole_director_sanctioned: gate(seen, ({ director, bans, today }) =>
      director !== null && bans !== null && bySanction({ bans, today })
        ? `Its only director, ${naturalName(director)}, is under sanctions, and for that disqualified from acting as one.`
        : null,
    ),
    sole_director_disqualified: gate(seen, ({ director, bans, today }) => {
      if (director === null || bans === null) return null
      const ban = otherwise({ bans, today })
      if (ban)
        return `Its only director, ${naturalName(director)}, is disqualified from acting as one${ban.until ? ` until ${spoken(ban.until)}` : ''}.`
      const unsure = bySanction({ bans, today }) ? null : mayBeBanned(bans, today)
      return unsure === null
        ? null
        : unknown(`somebody of the name of its only director is disqualified, and ${unsure}`)
    }),
    overseas_company: gate(profile, ({ type }) =>
      type !== null && overseas.has(type)
        ? 'It is an overseas company: its accounts and its insolvency are kept by the register of its own country.'
        : null,
    ),
  })
}
