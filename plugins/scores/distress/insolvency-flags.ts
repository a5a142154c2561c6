/** Red flags of a company that has ended, is insolvent, or is about to be. */
import { hasEnded } from '@domesday/source-companies-house'
import { gazetteStateOf, type State } from '@domesday/source-gazette'
import {
  dated,
  insolvencyStanding,
  statusInWords,
  strikeOffProposed,
  strikeOffsOf,
  suspendedOn,
  isLive,
  type Facts,
} from '@domesday/subject-company'
import type { RedRule, Severity } from './flags.ts'

const register = 'companies-house',
  gazette = 'gazette'

/** The status, with its case if known. */
const proceedings =
  (status: string) =>
  ({ profile, insolvency }: Facts): string | false =>
    profile.status === status &&
    (insolvency && insolvency.cases.length > 0
      ? insolvencyStanding(profile, insolvency).detail
      : `Its status is ${statusInWords(status)}.`)

/**
 * Current states by the notices. A notice that has only the company's name may be about a namesake, so it has its own
 * row.
 */
const advertised =
  (states: readonly State[], isSure: boolean) =>
  ({ notices, today }: Facts): string | null => {
    if (!notices) return null
    const { standing } = gazetteStateOf(notices, today)
    const found = states
      .map((state) => standing[state])
      .find((notice) => notice && (notice.match.sure !== 'possible') === isSure)
    if (!found) return null
    const published = `${found.type}, published${dated('', found.published)}: ${found.url}`
    return isSure ? published : `A possible match: ${published}. It has the company’s name and no number.`
  }

/** Two rows: the notice is about the company, or may be, as it has only its name. */
const notice = (flag: string, severity: Severity, implication: string, states: readonly State[]): readonly RedRule[] =>
  [true, false].map((isSure) => ({
    flag,
    severity: isSure ? severity : 'medium',
    sources: [gazette],
    implication: isSure ? implication : `${implication} Names recur: make sure that it is this company.`,
    evidence: advertised(states, isSure),
  }))

/** What the register says that a closed registration became. The number of the successor is not in it. */
const became: Readonly<Record<string, string>> = {
  'converted-to-plc': 'Converted to a public limited company',
  'transformed-to-se': 'Transformed to a European company (SE)',
  'converted-to-uk-societas': 'Converted to a UK Societas',
  'converted-to-ukeig': 'Converted to a UK Economic Interest Grouping',
  'transferred-from-uk': 'Transferred out of the United Kingdom',
}

/** Most serious causes first. */
export const insolvencyFlags: readonly RedRule[] = [
  {
    flag: 'dissolved',
    severity: 'high',
    sources: [register],
    implication:
      'It no longer exists in law: it cannot contract, pay or be sued, and what it still owned has passed to the Crown.',
    evidence: ({ profile, filings }) => {
      const { status, ceased } = profile
      const [last] = filings ? strikeOffsOf(profile, filings) : []
      return (
        hasEnded(status) &&
        status !== 'converted-closed' &&
        `Its status is ${status}${dated(', since', ceased)}.${last ? ` ${last.what}.` : ''}`
      )
    },
  },
  {
    flag: 'converted',
    severity: 'high',
    sources: [register],
    implication:
      'This registration is closed: the business may go on under another number, which is the one to deal with.',
    evidence: ({ profile: { status, statusDetail, ceased } }) =>
      status === 'converted-closed' && `${became[statusDetail ?? ''] ?? 'Converted or closed'}${dated(' on', ceased)}.`,
  },
  {
    flag: 'in_liquidation',
    severity: 'high',
    sources: [register],
    implication:
      'A liquidator has control. Existing debts are claims in the winding-up; supply nothing more without the liquidator’s own undertaking to pay.',
    evidence: proceedings('liquidation'),
  },
  {
    flag: 'in_administration',
    severity: 'high',
    sources: [register],
    implication:
      'Administrators have control, and creditors cannot enforce without leave. Supply only against payment or the administrators’ own undertaking.',
    evidence: proceedings('administration'),
  },
  {
    flag: 'in_receivership',
    severity: 'high',
    sources: [register],
    implication: 'A secured lender has appointed a receiver over its assets, and is paid from them first.',
    evidence: proceedings('receivership'),
  },
  {
    flag: 'voluntary_arrangement',
    severity: 'high',
    sources: [register],
    implication:
      'It is paying its old debts in part, under supervision. If it defaults on the arrangement, liquidation usually follows.',
    evidence: proceedings('voluntary-arrangement'),
  },
  {
    flag: 'insolvency_proceedings',
    severity: 'high',
    sources: [register],
    implication: 'It is in insolvency proceedings: its own officers may no longer bind it.',
    evidence: proceedings('insolvency-proceedings'),
  },
  {
    flag: 'open_insolvency_case',
    severity: 'high',
    sources: [register],
    implication:
      'An insolvency case is open although its status says that it trades: find out who may bind it, and what is left for new creditors.',
    evidence: ({ profile, insolvency }) => {
      if (!insolvency || !isLive(profile)) return null
      const { state, detail } = insolvencyStanding(profile, insolvency)
      return state !== 'none' && state !== 'past' && detail
    },
  },
  {
    flag: 'past_insolvency',
    severity: 'medium',
    sources: [register],
    implication: 'It has failed its creditors before. Ask how the case was closed, and what has changed since.',
    evidence: ({ profile, insolvency }) => {
      const standing = insolvency && insolvencyStanding(profile, insolvency)
      return standing?.state === 'past' && standing.detail
    },
  },
  ...notice(
    'winding_up_order',
    'high',
    'A court has ordered it to be wound up. Anything it has disposed of since the petition is void unless the court allows it.',
    ['winding_up_order'],
  ),
  ...notice(
    'winding_up_petition',
    'high',
    'A creditor has asked the court to wind it up. Banks freeze accounts on such a notice, and payments received since may have to be returned.',
    ['petition'],
  ),
  ...notice(
    'insolvency_advertised',
    'high',
    'Its insolvency has been advertised: lodge any claim with the office-holder, and give no more trade credit.',
    ['creditors_voluntary', 'administration', 'receivership'],
  ),
  ...notice(
    'moratorium',
    'high',
    'Creditors are held off while a monitor watches over its rescue: debts of before it cannot be enforced. Supply only against payment.',
    ['moratorium'],
  ),
  ...notice(
    'prohibited_name',
    'medium',
    'Notice was given, as the law asks, that its directors come from a company that went into insolvent liquidation and use its name or a similar one: find out what the creditors of that one lost.',
    ['prohibited_name'],
  ),
  ...notice(
    'members_voluntary_liquidation',
    'medium',
    'Its members wind it up as solvent: it is closing. Lodge any claim in time, and give no credit that runs beyond it.',
    ['members_voluntary'],
  ),
  {
    flag: 'strike_off_proposed',
    severity: 'high',
    sources: [register],
    implication:
      'It is about to be struck off and will then cease to exist. A creditor can object in time; afterwards an unpaid claim is worth little.',
    evidence: ({ profile, filings }) => {
      if (profile.statusDetail !== strikeOffProposed || (filings && suspendedOn(filings))) return null
      const [first] = filings ? strikeOffsOf(profile, filings) : []
      return `The register states an active proposal to strike it off.${first ? ` ${first.what}${dated(':', first.date)}.` : ''}`
    },
  },
  {
    flag: 'strike_off_suspended',
    severity: 'medium',
    sources: [register],
    implication:
      'Somebody has objected to its being struck off, as a rule a creditor. Ask who, and what it owes; the objection only buys time.',
    evidence: ({ profile, filings }) => {
      const since = profile.statusDetail === strikeOffProposed && filings ? suspendedOn(filings) : null
      return since && `A proposal to strike it off has been suspended${dated(' since', since)}.`
    },
  },
]
