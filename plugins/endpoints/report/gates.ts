/** Facts that only the verdict uses: who runs the company, and where it is registered. */
import { derive, first, gate, gates, maybe, spoken, unknown, type GatesNode } from '@domesday/core'
import { bansOf, naturalName, type Officers } from '@domesday/source-companies-house'
import { boardOf, type CompanyFile } from '@domesday/subject-company'
import { bansIn, isInForce } from '@domesday/subject-person'

/** The only person who runs a company. The register of disqualifications is asked for nobody else. */
const soleDirectorOf = (officers: Officers, asOf: string) => {
  const [one, ...others] = boardOf(officers, asOf).serving
  return one === undefined || one.is_corporate || others.length > 0 ? null : one
}

const overseas = new Set(['oversea-company', 'uk-establishment', 'registered-overseas-entity'])

export const verdictGatesOf = ({ profile, officers, asOf, today }: CompanyFile): GatesNode => {
  const director = derive({ officers, asOf }, ({ officers, asOf }) => soleDirectorOf(officers, asOf))
  const person = derive(director, (director) => ({ ...director, name: naturalName(director) }))
  // Without a month of birth, we cannot tell whether a disqualified person of that name is this one.
  const bans = first(
    bansOf(person),
    derive(person, () => 'unclear' as const),
  )
  return gates({
    sole_director_disqualified: gate(
      { director: maybe(director), bans: maybe(bans), today },
      ({ director, bans, today }) => {
        if (director === null || bans === null) return null
        if (bans === 'unclear')
          return unknown(
            'somebody of the name of its only director is disqualified, and whether it is the same person cannot be told',
          )
        const ban = bansIn(bans).find((one) => isInForce(one, today))
        return ban
          ? `Its only director, ${naturalName(director)}, is disqualified from acting as one${ban.until ? ` until ${spoken(ban.until)}` : ''}.`
          : null
      },
    ),
    overseas_company: gate(profile, ({ type }) =>
      type !== null && overseas.has(type)
        ? 'It is an overseas company: its accounts and its insolvency are kept by the register of its own country.'
        : null,
    ),
  })
}
