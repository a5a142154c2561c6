/**
 * Codes of corporate insolvency notices (category 24): what each says of a company, and which proceedings it opens or
 * closes. A notice shows that something was published on a day, not how it ended: a petition may be dismissed or
 * withdrawn.
 */
import type { Tones } from '@domesday/core'

/** What a company may be in, according to its notices. */
export const states = [
  'winding_up_order',
  'creditors_voluntary',
  'administration',
  'receivership',
  'petition',
  'moratorium',
  'creditors_called',
  'prohibited_name',
  'members_voluntary',
] as const
export type State = (typeof states)[number]

/**
 * - `critical`: the company is in the hands of an administrator or a receiver, or a court has ordered it wound up
 * - `high`: it is being wound up as insolvent, a creditor has petitioned for it, or creditors are held off
 * - `medium`: a step within insolvency proceedings
 * - `low`: a solvent winding-up by its members, or a step that adds nothing to the notice that opened the proceedings
 * - `relief`: a petition was dismissed
 * - `unrated`: a code that this table does not hold
 */
export const noticeSeverities = ['critical', 'high', 'medium', 'low', 'relief', 'unrated'] as const
export type NoticeSeverity = (typeof noticeSeverities)[number]
export const severityTones: Tones<NoticeSeverity> = { good: ['relief'], fair: ['medium'], bad: ['critical', 'high'] }

interface Code {
  readonly name: string
  readonly severity: Exclude<NoticeSeverity, 'unrated'>
  /** The state that the notice shows. A later step of the proceedings shows the same state as their first notice. */
  readonly opens?: State
  /** States that the notice ends. */
  readonly closes?: readonly State[]
  /** A state that the notice ends favourably, such as a dismissed petition. */
  readonly relieves?: State
}

// Under the Insolvency Act one kind of proceedings ends another.
const byOrder = [
  'petition',
  'moratorium',
  'administration',
  'creditors_called',
  'creditors_voluntary',
  'members_voluntary',
] as const
const byAdministration = ['petition', 'moratorium', 'creditors_called'] as const
const byCreditors = ['moratorium', 'administration', 'creditors_called', 'members_voluntary'] as const

const codes: Readonly<Record<string, Code>> = {
  2401: { name: 'Moratorium coming into force', severity: 'high', opens: 'moratorium' },
  2402: { name: 'Moratorium coming to an end', severity: 'medium', relieves: 'moratorium' },
  2403: { name: 'Re-use of a prohibited name', severity: 'medium', opens: 'prohibited_name' },
  2404: { name: 'Cross-border insolvencies', severity: 'medium' },
  2405: { name: 'Overseas territories and dependencies', severity: 'medium' },
  2406: { name: 'Notice of intended dividend', severity: 'medium' },
  2407: { name: 'Notice of dividend', severity: 'medium' },
  2408: { name: 'Other corporate insolvency notices', severity: 'low' },
  2409: { name: 'Qualifying decision procedure', severity: 'low' },

  2410: {
    name: 'Appointment of administrators',
    severity: 'critical',
    opens: 'administration',
    closes: byAdministration,
  },
  2411: { name: 'Administration orders', severity: 'critical', opens: 'administration', closes: byAdministration },
  2412: { name: 'Meetings of creditors (administration)', severity: 'medium', opens: 'administration' },
  2413: { name: 'Notices to members', severity: 'low' },
  2414: { name: 'Deemed consent (administration)', severity: 'medium', opens: 'administration' },

  2421: { name: 'Appointment of administrative receivers', severity: 'critical', opens: 'receivership' },
  2422: { name: 'Meetings of creditors (receivership)', severity: 'medium', opens: 'receivership' },
  2423: { name: 'Appointment of receivers', severity: 'critical', opens: 'receivership' },
  2424: { name: 'Deemed consent (administrative receivership)', severity: 'medium', opens: 'receivership' },

  2431: { name: 'Resolution for winding-up (members’ voluntary)', severity: 'low', opens: 'members_voluntary' },
  2432: { name: 'Appointment of liquidators (members’ voluntary)', severity: 'low', opens: 'members_voluntary' },
  2433: { name: 'Notices to creditors (members’ voluntary)', severity: 'low', opens: 'members_voluntary' },
  2434: { name: 'Annual meetings (members’ voluntary)', severity: 'low', opens: 'members_voluntary' },
  2435: { name: 'Final meetings (members’ voluntary)', severity: 'low', closes: ['members_voluntary'] },
  2436: {
    name: 'Final meetings (members’ voluntary, overseas territories)',
    severity: 'low',
    closes: ['members_voluntary'],
  },

  2441: {
    name: 'Resolution for winding-up (creditors’ voluntary)',
    severity: 'high',
    opens: 'creditors_voluntary',
    closes: byCreditors,
  },
  // Called before the winding-up resolution, which may fail.
  2442: { name: 'Meetings of creditors (creditors’ voluntary)', severity: 'medium', opens: 'creditors_called' },
  2443: {
    name: 'Appointment of liquidators (creditors’ voluntary)',
    severity: 'high',
    opens: 'creditors_voluntary',
    closes: byCreditors,
  },
  2444: { name: 'Annual meetings (creditors’ voluntary)', severity: 'low', opens: 'creditors_voluntary' },
  2445: { name: 'Final meetings (creditors’ voluntary)', severity: 'low', closes: ['creditors_voluntary'] },
  2446: { name: 'Notices to creditors (creditors’ voluntary)', severity: 'medium', opens: 'creditors_voluntary' },
  2447: { name: 'Deemed consent (creditors’ voluntary)', severity: 'medium', opens: 'creditors_called' },
  2448: {
    name: 'Appointment of liquidators (creditors’ voluntary, overseas territories)',
    severity: 'medium',
    opens: 'creditors_voluntary',
    closes: byCreditors,
  },
  2449: {
    name: 'Final meetings (creditors’ voluntary, overseas territories)',
    severity: 'low',
    closes: ['creditors_voluntary'],
  },

  2450: { name: 'Petitions to wind up (companies)', severity: 'high', opens: 'petition' },
  2451: { name: 'Petitions to wind up (partnerships)', severity: 'high', opens: 'petition' },
  2452: { name: 'Winding-up orders (companies)', severity: 'critical', opens: 'winding_up_order', closes: byOrder },
  2453: { name: 'Winding-up orders (partnerships)', severity: 'critical', opens: 'winding_up_order', closes: byOrder },
  // Follows a winding-up order.
  2454: {
    name: 'Appointment of liquidators (by the court)',
    severity: 'high',
    opens: 'winding_up_order',
    closes: byOrder,
  },
  2455: { name: 'Meetings of creditors (by the court)', severity: 'medium', opens: 'winding_up_order' },
  // Voluntary liquidations also use this code for dividends.
  2456: { name: 'Notice of intended dividend (by the court)', severity: 'medium' },
  2457: { name: 'Notice of dividend (by the court)', severity: 'medium' },
  2458: { name: 'Final meetings (by the court)', severity: 'low', closes: ['winding_up_order'] },
  // Closes nothing: another liquidator may follow.
  2459: { name: 'Release of liquidator', severity: 'low' },
  2460: { name: 'Notices to creditors (by the court)', severity: 'medium', opens: 'winding_up_order' },
  2461: { name: 'Dismissal of winding-up petition', severity: 'relief', relieves: 'petition' },
  2462: { name: 'Substituted service of a winding-up petition', severity: 'high', opens: 'petition' },
  2463: { name: 'Annual meetings (by the court)', severity: 'low', opens: 'winding_up_order' },
  2464: { name: 'Public examinations', severity: 'high' },
  2465: { name: 'Deemed consent (by the court)', severity: 'medium', opens: 'winding_up_order' },
}

/** The table's entry for a code, if any. */
export const meaningOf = (code: string | null): Code | undefined =>
  code !== null && Object.hasOwn(codes, code) ? codes[code] : undefined

export const severityOf = (code: string | null): NoticeSeverity => meaningOf(code)?.severity ?? 'unrated'

/** A notice of rule 22.4: the directors of a company that failed use its name again. */
export const isReuse = (code: string | null): boolean => meaningOf(code)?.opens === 'prohibited_name'

/**
 * A code of another category: notices of personal insolvency (25) may not be re-used, and the others do not concern
 * insolvency.
 */
export const isForeign = (code: string | null): boolean => code !== null && /^(?!24)\d{4}$/.test(code)
