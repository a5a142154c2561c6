/**
 * Corporate insolvency notices (category 24): how much each says of a company's distress. A notice tells that something was
 * advertised on a day, not how it ended: a petition may be dismissed or withdrawn.
 */

/**
 * - `critical`: the company is in the hands of an administrator or a receiver, or a court has ordered it wound up
 * - `high`: it is being wound up as insolvent, or a creditor has petitioned for it
 * - `medium`: a step within insolvency proceedings
 * - `low`: a solvent winding-up, by its members
 * - `relief`: a petition was dismissed
 * - `unrated`: a code that this table does not hold
 */
export type Severity = 'critical' | 'high' | 'medium' | 'low' | 'relief' | 'unrated'

const codes: Readonly<Record<string, Severity>> = {
  2410: 'critical', // appointment of administrators
  2411: 'critical', // administration order
  2412: 'medium', // meeting of creditors, administration
  2421: 'critical', // appointment of administrative receivers
  2423: 'critical', // appointment of receivers
  2431: 'low', // resolution for winding-up, members' voluntary
  2432: 'low', // appointment of liquidators, members' voluntary
  2433: 'low', // notice to creditors, members' voluntary
  2441: 'high', // resolution for winding-up, creditors' voluntary
  2442: 'medium', // meeting of creditors, creditors' voluntary
  2443: 'high', // appointment of liquidators, creditors' voluntary
  2446: 'medium', // notice to creditors, creditors' voluntary
  2447: 'medium', // deemed consent, creditors' voluntary
  2450: 'high', // petition to wind up a company
  2451: 'high', // petition to wind up a partnership
  2452: 'critical', // winding-up order, company
  2453: 'critical', // winding-up order, partnership
  2454: 'high', // appointment of liquidators by the court
  2455: 'medium', // meeting of creditors, winding-up by the court
  2456: 'medium', // notice of intended dividend
  2457: 'medium', // notice of dividend
  2458: 'medium', // final meeting, winding-up by the court
  2460: 'medium', // notice to creditors, winding-up by the court
  2461: 'relief', // dismissal of a winding-up petition
}

export const severityOf = (code: string | null): Severity => (code !== null && codes[code]) || 'unrated'
