/** Sanctions on a company, its owners and those who run it: they decide the verdict, and leave the score as it is. */
import { capitalised, gate, gates, unknown, type Gate, type GatesNode, type Unknown } from '@domesday/core'
import {
  isSure,
  possibleInWords,
  reachOf,
  sanctionInWords,
  type Sanction,
  type SanctionReach,
  type Sanctions,
} from '@domesday/subject-circle'

const shares = {
  majority: 'its owner of more than half',
  unstated: 'its owner, of a share that is not stated,',
  minority: 'its owner',
} as const
export const whoIs = ({ name, role, share }: Sanction): string =>
  role === 'company' ? 'the company itself' : `${share === null ? 'its director' : shares[share]} ${name}`

/** All that is sure, in sentences, so that no measure hides another; else what is possible. */
const reaching =
  (reach: SanctionReach) =>
  ({ found }: { readonly found: readonly Sanction[] }): string | Unknown | null => {
    const own = found.filter((one) => reachOf(one) === reach)
    const sure = own.filter(isSure)
    if (sure.length > 0) return sure.map((one) => sanctionInWords(capitalised(whoIs(one)), one)).join(' ')
    const doubts = own.flatMap((one) =>
      one.listing === null ? [] : possibleInWords(whoIs(one), { ...one, listing: one.listing }),
    )
    return doubts.length > 0 ? unknown(doubts.join('; ')) : null
  }

export const sanctionGatesOf = ({ found }: Sanctions): GatesNode => {
  const by = (reach: SanctionReach): Gate => gate({ found }, reaching(reach))
  return gates({
    asset_freeze: by('asset_freeze'),
    frozen_owner: by('frozen_owner'),
    frozen_director_or_owner: by('frozen_director_or_owner'),
    sanctions_disqualification: by('sanctions_disqualification'),
    other_sanctions: by('other_sanctions'),
  })
}
