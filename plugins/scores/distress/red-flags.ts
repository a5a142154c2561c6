/** What speaks against doing business with a company on usual terms. */
import { hasEnded, type Profile } from '@domesday/source-companies-house'
import type { Firm } from '@domesday/source-fca-register'
import { boardOf } from './board.ts'
import { daysBetween, monthsAfter } from './calendar.ts'
import { accountsRecord, daysOverdue } from './filing.ts'
import type { Facts, RedRule } from './flags.ts'
import { insolvencyStanding } from './insolvency.ts'
import { counted, naturalName, outstandingInWords, spoken } from './phrases.ts'
import { isStanding, petition, strikeOffProposed, strikeOffsOf } from './warnings.ts'

const register = 'companies-house', gazette = 'gazette', regulator = 'fca-register', charities = 'charity-commission'

const isLive = ({ status }: Profile): boolean => status === 'active' || status === 'open' || status === 'registered'
/** Kinds that the Companies Act obliges to have a director who is a natural person. */
const needsDirector = ({ type }: Profile): boolean => type !== null && /^(ltd|plc|private-)/.test(type)

/** The status, with the case behind it where it is known. */
const proceedings = (status: string) => ({ profile, insolvency }: Facts): string | false => profile.status === status
  && (insolvency && insolvency.cases.length > 0 ? insolvencyStanding(profile, insolvency).detail : `Its status is ${status}.`)

const overdueAccounts = (least: number) => ({ profile, filings, today }: Facts): string | null => {
  if (!filings || hasEnded(profile.status)) return null
  const { overdue, due, dueTo } = accountsRecord(profile, filings, today)
  if (overdue === null || overdue < least) return null
  return `Accounts${dueTo ? ` to ${spoken(dueTo)}` : ''} are ${counted(overdue, 'day')} overdue${due ? `: due ${spoken(due)}` : ''}.`
}

/** Younger than so many days, with no accounts filed. */
const young = (days: number) => ({ profile: { incorporated, accounts, status }, today }: Facts): string | false => {
  const age = incorporated === null ? null : daysBetween(incorporated, today)
  return age !== null && age < days && !hasEnded(status) && !accounts?.lastMadeUpTo
    && `Incorporated ${spoken(incorporated!)}, ${counted(age, 'day')} ago; no accounts filed${accounts?.due ? `, the first due by ${spoken(accounts.due)}` : ''}.`
}

/** What the newest notice of a kind says, if it is not older than so many months. */
const notice = (codes: readonly string[], months: number) => ({ notices, today }: Facts): string | null => {
  const found = notices?.find((one) => codes.includes(one.code ?? '') && (one.published ?? '') >= monthsAfter(today, -months) && (one.code !== petition || isStanding(one, notices)))
  return found ? `${found.type}, published ${spoken(found.published!)}: ${found.url}` : null
}

const disciplined = (sinceMonths: number) => ({ firms, today }: Facts): string | null => {
  const found = firms?.flatMap(({ frn, disciplinary }) => disciplinary.map((action) => ({ frn, ...action }))) ?? []
  const [newest] = found
  if (newest === undefined || (newest.date ?? today) < monthsAfter(today, -sinceMonths)) return null
  const when = newest.date ? ` of ${spoken(newest.date)}` : ''
  return `${counted(found.length, 'action')} against FRN ${newest.frn}; the newest is ${newest.action}${when}${newest.summary ? `: ${newest.summary}` : '.'}`
}
const troubled = ({ subStatus, cautions }: Firm): boolean => cautions.length > 0 || /administration|liquidation|insolven|wound|default/i.test(subStatus ?? '')

const outstanding = (least: number) => ({ charges }: Facts): string | null | false => charges && charges.outstanding >= least
  && `${outstandingInWords(charges)}, held by ${holders(charges.items.filter((one) => one.outstanding).flatMap((one) => one.personsEntitled))}.`
const holders = (names: readonly string[]): string => {
  const [first, second, third, ...others] = [...new Set(names)]
  return [first ?? 'persons not named', second, third].filter((name) => name !== undefined).join(', ') + (others.length > 0 ? ` and ${others.length} more` : '')
}

/** In this order, gravest causes first: of rows with one flag the first that holds counts. */
export const redRules: readonly RedRule[] = [
  {
    flag: 'dissolved', severity: 'high', sources: [register],
    implication: 'It no longer exists in law: it cannot contract, pay or be sued, and what it still owned has passed to the Crown.',
    evidence: ({ profile, filings }) => {
      const { status, ceased } = profile
      const [last] = filings ? strikeOffsOf(profile, filings) : []
      return hasEnded(status) && status !== 'converted-closed' && `Its status is ${status}${ceased ? `, since ${spoken(ceased)}` : ''}.${last ? ` ${last.what}.` : ''}`
    },
  },
  {
    flag: 'converted', severity: 'high', sources: [register],
    implication: 'This registration is closed: the business may go on under another number, which is the one to deal with.',
    evidence: ({ profile: { status, ceased } }) => status === 'converted-closed' && `Converted or closed${ceased ? ` on ${spoken(ceased)}` : ''}.`,
  },
  {
    flag: 'in_liquidation', severity: 'high', sources: [register],
    implication: 'A liquidator has control. Existing debts are claims in the winding-up; supply nothing more without the liquidator’s own undertaking to pay.',
    evidence: proceedings('liquidation'),
  },
  {
    flag: 'in_administration', severity: 'high', sources: [register],
    implication: 'Administrators have control, and creditors cannot enforce without their consent or the court’s. Supply only against payment or the administrators’ own undertaking.',
    evidence: proceedings('administration'),
  },
  {
    flag: 'in_receivership', severity: 'high', sources: [register],
    implication: 'A secured lender has appointed a receiver over its assets, and is paid from them first.',
    evidence: proceedings('receivership'),
  },
  {
    flag: 'voluntary_arrangement', severity: 'high', sources: [register],
    implication: 'It is paying its old debts in part, under supervision. If it defaults on the arrangement, liquidation usually follows.',
    evidence: proceedings('voluntary-arrangement'),
  },
  {
    flag: 'insolvency_proceedings', severity: 'high', sources: [register],
    implication: 'It is in insolvency proceedings: its own officers may no longer bind it.',
    evidence: proceedings('insolvency-proceedings'),
  },
  {
    flag: 'open_insolvency_case', severity: 'high', sources: [register],
    implication: 'An insolvency case is open although its status says that it trades: find out who may bind it, and what is left for new creditors.',
    evidence: ({ profile, insolvency }) => {
      if (!insolvency || !isLive(profile)) return null
      const { state, detail } = insolvencyStanding(profile, insolvency)
      return state !== 'none' && state !== 'past' && detail
    },
  },
  {
    flag: 'past_insolvency', severity: 'medium', sources: [register],
    implication: 'It has failed its creditors before. Ask how the case was closed, and what has changed since.',
    evidence: ({ profile, insolvency }) => {
      const standing = insolvency && insolvencyStanding(profile, insolvency)
      return standing?.state === 'past' && standing.detail
    },
  },
  {
    flag: 'winding_up_order', severity: 'high', sources: [gazette],
    implication: 'A court has ordered it to be wound up. Anything it has disposed of since the petition is void unless the court allows it.',
    evidence: notice(['2452', '2453'], 24),
  },
  {
    flag: 'winding_up_petition', severity: 'high', sources: [gazette],
    implication: 'A creditor has asked the court to wind it up. Banks freeze accounts on such a notice, and payments received since may have to be returned.',
    evidence: notice([petition, '2451'], 12),
  },
  {
    flag: 'insolvency_advertised', severity: 'high', sources: [gazette],
    implication: 'Its insolvency has been advertised: lodge any claim with the office-holder, and give no more trade credit.',
    evidence: notice(['2410', '2411', '2421', '2423', '2441', '2443', '2454'], 24),
  },
  {
    flag: 'strike_off_proposed', severity: 'high', sources: [register],
    implication: 'It is about to be struck off and will then cease to exist. A creditor can object in time; afterwards an unpaid claim is worth little.',
    evidence: ({ profile, filings }) => {
      const [first] = filings ? strikeOffsOf(profile, filings) : []
      return profile.statusDetail === strikeOffProposed
        && `The register states an active proposal to strike it off.${first ? ` ${first.what}${first.date ? `: ${spoken(first.date)}` : ''}.` : ''}`
    },
  },
  {
    flag: 'accounts_overdue', severity: 'high', sources: [register],
    implication: 'There are no recent figures to judge it by, its directors are committing an offence, and the registrar may strike it off.',
    evidence: overdueAccounts(91),
  },
  {
    flag: 'accounts_overdue', severity: 'medium', sources: [register],
    implication: 'Late accounts are often the first sign of trouble with cash. Ask for management accounts before giving credit.',
    evidence: overdueAccounts(1),
  },
  {
    flag: 'accounts_often_late', severity: 'low', sources: [register],
    implication: 'It is habitually late, which points to weak bookkeeping, and its figures are old by the time they can be read.',
    evidence: ({ profile, filings, today }) => {
      const { sets, late } = filings ? accountsRecord(profile, filings, today) : { sets: 0, late: 0 }
      return late >= 2 && `${late} of the ${sets} sets of accounts filed in three years came after the ordinary deadline.`
    },
  },
  {
    flag: 'confirmation_statement_overdue', severity: 'medium', sources: [register],
    implication: 'What the register says of its officers, owners and address has not been confirmed: check it with the company.',
    evidence: ({ profile: { confirmation, status }, today }) => {
      const overdue = hasEnded(status) ? null : daysOverdue(confirmation, today)
      return overdue !== null && overdue > 0 && `The confirmation statement is ${counted(overdue, 'day')} overdue${confirmation?.due ? `: due ${spoken(confirmation.due)}` : ''}.`
    },
  },
  {
    flag: 'newly_incorporated', severity: 'high', sources: [register],
    implication: 'It has no record at all: neither figures nor payment history. Deal on payment in advance, or on its owner’s guarantee.',
    evidence: young(183),
  },
  {
    flag: 'newly_incorporated', severity: 'medium', sources: [register],
    implication: 'It has filed no accounts yet, so there are no figures to set a limit by. Keep it small, and review it when the first set is filed.',
    evidence: young(730),
  },
  {
    flag: 'office_undeliverable', severity: 'high', sources: [register],
    implication: 'Letters and court papers do not reach it at its registered office. Find out where it really is before dealing.',
    evidence: ({ profile: { officeUndeliverable, office } }) => officeUndeliverable ? 'The registrar marks the registered office as undeliverable.'
      // Where the registrar puts companies that have no right to the address they gave.
      : office?.postcode === 'CF14 8LH' && 'Its registered office is the registrar’s default address.',
  },
  {
    flag: 'office_in_dispute', severity: 'high', sources: [register],
    implication: 'Its right to use the address is disputed, as it often is where a company’s identity is borrowed. Visit, or verify the address independently.',
    evidence: ({ profile: { officeInDispute } }) => officeInDispute && 'The registrar marks the registered office as in dispute.',
  },
  {
    flag: 'no_director', severity: 'high', sources: [register],
    implication: 'It breaks the rule that a company must have at least one director who is a natural person: find out who can bind it.',
    evidence: ({ profile, officers, today }) => {
      if (!officers || !isLive(profile) || !needsDirector(profile)) return null
      const { serving } = boardOf(profile, officers, today)
      return serving.every(({ corporate }) => corporate) && (serving.length === 0 ? 'No serving director is registered.' : `Its only ${counted(serving.length, 'director')} are companies.`)
    },
  },
  {
    flag: 'directors_leaving', severity: 'medium', sources: [register],
    implication: 'The people who know the books best are leaving. Ask why, and who decides now.',
    evidence: ({ profile, officers, today }) => {
      const { left, serving } = officers ? boardOf(profile, officers, today) : { left: [], serving: [] }
      return (left.length >= 2 || left.length > serving.length)
        && `${counted(left.length, 'director')} left in twelve months: ${left.map((one) => `${naturalName(one)} on ${spoken(one.resigned!)}`).slice(0, 4).join(', ')}${left.length > 4 ? ' …' : ''}. Serving: ${serving.length}.`
    },
  },
  {
    flag: 'regulatory_discipline', severity: 'high', sources: [regulator],
    implication: 'The financial regulator has acted against it. Read the notice, and ask what has been put right.',
    evidence: disciplined(72),
  },
  {
    flag: 'regulatory_discipline', severity: 'medium', sources: [regulator],
    implication: 'The financial regulator acted against it some years ago. Check that the cause was put right.',
    evidence: disciplined(12_000),
  },
  {
    flag: 'regulatory_warning', severity: 'high', sources: [regulator],
    implication: 'The financial register carries a warning about it: its permissions may be worth little, and client money may be at risk.',
    evidence: ({ firms }) => {
      const firm = firms?.find(troubled)
      return firm && `FRN ${firm.frn}: ${[firm.subStatus, ...firm.cautions].filter((words) => words !== null).join('; ')}`
    },
  },
  {
    flag: 'authorisation_ended', severity: 'medium', sources: [regulator],
    implication: 'It may no longer do the regulated business it was once permitted to do.',
    evidence: ({ firms }) => {
      const [firm] = firms ?? []
      return firm && !firm.current && `FRN ${firm.frn}: ${firm.status}${firm.since ? ` since ${spoken(firm.since)}` : ''}.`
    },
  },
  {
    flag: 'charity_insolvent', severity: 'high', sources: [charities],
    implication: 'The charity is insolvent or in administration: grants and donations to it may end up with its creditors.',
    evidence: ({ charities: found }) => {
      const charity = found?.find(({ insolvent, inAdministration }) => insolvent || inAdministration)
      return charity && `Charity ${charity.number} is marked as ${charity.insolvent ? 'insolvent' : 'in administration'}.`
    },
  },
  {
    flag: 'charity_removed', severity: 'medium', sources: [charities],
    implication: 'It may no longer call itself a registered charity or collect as one.',
    evidence: ({ charities: found }) => {
      const [charity] = found ?? []
      return charity?.status === 'removed' && `Charity ${charity.number} was removed from the register${charity.removed ? ` on ${spoken(charity.removed)}` : ''}.`
    },
  },
  {
    flag: 'charity_return_overdue', severity: 'medium', sources: [charities],
    implication: 'Its trustees are late with the return that shows how its money was used.',
    evidence: ({ charities: found }) => {
      const charity = found?.find(({ reporting }) => /overdue/i.test(reporting ?? ''))
      return charity && `Charity ${charity.number}: ${charity.reporting}.`
    },
  },
  {
    flag: 'outstanding_charges', severity: 'medium', sources: [register],
    implication: 'Its assets are pledged to secured lenders, who are paid first: little would be left for trade creditors.',
    evidence: outstanding(3),
  },
  {
    flag: 'outstanding_charges', severity: 'low', sources: [register],
    implication: 'A secured lender is paid before trade creditors, which is usual where a bank finances the business.',
    evidence: outstanding(1),
  },
  {
    flag: 'dormant_accounts', severity: 'medium', sources: [register],
    implication: 'It reported no trading to the registrar, which does not fit with orders of any size.',
    evidence: ({ profile: { accounts } }) => accounts?.lastType === 'dormant' && `Its last accounts${accounts.lastMadeUpTo ? `, to ${spoken(accounts.lastMadeUpTo)},` : ''} are those of a dormant company.`,
  },
  {
    flag: 'sole_director', severity: 'low', sources: [register],
    implication: 'Everything depends on one person, whom nobody checks. Ask for a personal guarantee where the sum is large.',
    evidence: ({ profile, officers, today }) => {
      const [one, ...others] = officers && isLive(profile) ? boardOf(profile, officers, today).serving : []
      return one && others.length === 0 && `${naturalName(one)} is the only one who runs it.`
    },
  },
  {
    flag: 'no_owner_named', severity: 'low', sources: [register],
    implication: 'Who controls it cannot be seen. Ask for evidence of its ownership before accepting it as a customer.',
    evidence: ({ profile, owners }) => owners !== null && isLive(profile) && profile.type === 'ltd' && !owners.items.some(({ current, name }) => current && name !== null)
      && 'The register names no person with significant control.',
  },
  {
    flag: 'renamed', severity: 'low', sources: [register],
    implication: 'A new name can leave an old record behind. Search under both.',
    evidence: ({ profile: { formerNames: [former] }, today }) => former?.until && former.until >= monthsAfter(today, -24) && `Called ${former.name} until ${spoken(former.until)}.`,
  },
  {
    flag: 'data_protection_lapsed', severity: 'low', sources: ['ico-register'],
    implication: 'It has stopped paying the data protection fee: if it still handles personal data it can be fined.',
    evidence: ({ profile, dataProtection }) => isLive(profile) && dataProtection?.entry && !dataProtection.registered
      && `Registration ${dataProtection.entry.number} ended${dataProtection.entry.ends ? ` on ${spoken(dataProtection.entry.ends)}` : ''}.`,
  },
]
