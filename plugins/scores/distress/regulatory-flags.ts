/** Red flags from actions of regulators. */
import { counted } from '@domesday/core'
import type { Firm } from '@domesday/source-fca-register'
import { dated, monthsAfter, isLive, type Facts } from '@domesday/subject-company'
import type { RedRule } from './flags.ts'

const regulator = 'fca-register',
  charities = 'charity-commission'

/** Action by the financial regulator, if the newest is at most this many years old. */
const disciplined =
  (years: number) =>
  ({ firms, today }: Facts): string | null => {
    const found = firms?.flatMap(({ frn, disciplinary }) => disciplinary.map((action) => ({ frn, ...action }))) ?? []
    const [newest] = found.toSorted((a, b) => (b.date ?? '').localeCompare(a.date ?? '', 'en'))
    if (newest === undefined || (newest.date ?? today) < monthsAfter(today, -12 * years)) return null
    const what = `‘${newest.action}’${dated(' of', newest.date)}${newest.summary ? `: ${newest.summary}` : '.'}`
    return `${counted(found.length, 'action')} against FRN ${newest.frn}, ${found.length > 1 ? 'the newest ' : ''}${what}`
  }
const troubled = ({ sub_status, cautions }: Firm): boolean =>
  cautions.length > 0 || /administration|liquidation|insolven|wound|default/i.test(sub_status ?? '')

/** Of rows with the same flag, the first that holds counts. */
export const regulatoryFlags: readonly RedRule[] = [
  {
    flag: 'regulatory_discipline',
    severity: 'high',
    sources: [regulator],
    implication: 'The financial regulator has acted against it. Read the notice, and ask what has been put right.',
    evidence: disciplined(6),
  },
  {
    flag: 'regulatory_discipline',
    severity: 'medium',
    sources: [regulator],
    implication: 'The financial regulator acted against it some years ago. Check that the cause was put right.',
    evidence: disciplined(100),
  },
  {
    flag: 'regulatory_warning',
    severity: 'high',
    sources: [regulator],
    implication:
      'The financial register carries a warning about it: its permissions may be worth little, and client money may be at risk.',
    evidence: ({ firms }) => {
      const firm = firms?.find(troubled)
      return (
        firm && `FRN ${firm.frn}: ${[firm.sub_status, ...firm.cautions].filter((words) => words !== null).join('; ')}`
      )
    },
  },
  {
    flag: 'authorisation_ended',
    severity: 'medium',
    sources: [regulator],
    implication: 'It may no longer do the regulated business it was once permitted to do.',
    evidence: ({ firms }) => {
      const [firm] = firms ?? []
      return firm?.current === false && `FRN ${firm.frn}: ${firm.status}${dated(' since', firm.since)}.`
    },
  },
  {
    flag: 'charity_insolvent',
    severity: 'high',
    sources: [charities],
    implication:
      'The charity is insolvent or in administration: grants and donations to it may end up with its creditors.',
    evidence: ({ charities: found }) => {
      const charity = found?.find(({ insolvent, inAdministration }) => insolvent || inAdministration)
      return (
        charity && `Charity ${charity.number} is marked as ${charity.insolvent ? 'insolvent' : 'in administration'}.`
      )
    },
  },
  {
    flag: 'charity_removed',
    severity: 'medium',
    sources: [charities],
    implication: 'It may no longer call itself a registered charity or collect as one.',
    evidence: ({ charities: found }) => {
      const [charity] = found ?? []
      return (
        charity?.status === 'removed' &&
        `Charity ${charity.number} was removed from the register${dated(' on', charity.removed)}.`
      )
    },
  },
  {
    flag: 'charity_return_overdue',
    severity: 'medium',
    sources: [charities],
    implication: 'Its trustees are late with the return that shows how its money was used.',
    evidence: ({ charities: found }) => {
      const charity = found?.find(({ reporting }) => /overdue/i.test(reporting ?? ''))
      return charity && `Charity ${charity.number}: ${charity.reporting}.`
    },
  },
  {
    flag: 'data_protection_lapsed',
    severity: 'low',
    sources: ['ico-register'],
    implication: 'It has stopped paying the data protection fee: if it still handles personal data it can be fined.',
    evidence: ({ profile, dataProtection }) =>
      isLive(profile) &&
      dataProtection?.registered === false &&
      dataProtection.registration_number !== null &&
      `Registration ${dataProtection.registration_number} ended${dated(' on', dataProtection.expires)}.`,
  },
]
