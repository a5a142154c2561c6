/** Red flags from the UK Sanctions List. What an overseas entity declared of an owner has a flag of its own. */
import { capitalised } from '@domesday/core'
import { isSure, possibleInWords, reachOf, sanctionInWords, type SanctionReach } from '@domesday/subject-circle'
import type { CircleRule, KnownCircle } from './flags.ts'
import { whoIs } from './sanction-gates.ts'

const list = ['uk-sanctions-list']

const listedAs =
  (...reaches: readonly SanctionReach[]) =>
  ({ sanctions }: KnownCircle): string | null => {
    const found = (sanctions ?? []).filter(
      (one) => isSure(one) && one.listing !== null && reaches.includes(reachOf(one)),
    )
    return found.length === 0 ? null : found.map((one) => sanctionInWords(capitalised(whoIs(one)), one)).join(' ')
  }

export const sanctionFlags: readonly CircleRule[] = [
  {
    flag: 'asset_freeze',
    severity: 'high',
    sources: list,
    implication: 'The freeze reaches this company: take legal advice before any dealing or payment.',
    evidence: listedAs('asset_freeze'),
  },
  {
    flag: 'frozen_owner',
    severity: 'high',
    sources: list,
    implication:
      'How much this owner holds is not stated: above half the freeze reaches this company. Take legal advice before any dealing or payment.',
    evidence: listedAs('frozen_owner'),
  },
  {
    flag: 'frozen_director_or_owner',
    severity: 'high',
    sources: list,
    implication:
      'The company is not frozen for that alone; control may make it so: take legal advice before any dealing or payment.',
    evidence: listedAs('frozen_director_or_owner'),
  },
  {
    flag: 'sanctions_disqualification',
    severity: 'high',
    sources: list,
    implication: 'Who acts as a director all the same commits an offence: take legal advice before you go on.',
    evidence: listedAs('sanctions_disqualification'),
  },
  {
    flag: 'other_sanctions',
    severity: 'medium',
    sources: list,
    implication: 'Some services are forbidden, and no assets are frozen: take legal advice before you go on.',
    evidence: listedAs('other_sanctions'),
  },
  {
    flag: 'possible_sanctions_match',
    severity: 'medium',
    sources: list,
    implication:
      'Names alone prove nothing. Compare who is meant with the entry, by full birth or number, before you deal.',
    evidence: ({ sanctions }) => {
      const found = (sanctions ?? []).flatMap((one) =>
        one.listing === null || isSure(one) ? [] : possibleInWords(whoIs(one), { ...one, listing: one.listing }),
      )
      return found.length > 0 && `${capitalised(found.join('; '))}.`
    },
  },
]
