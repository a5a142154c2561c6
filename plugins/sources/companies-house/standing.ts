/** How a company or an officer stands, in the register's own words. */

const insolvent = new Set([
  'liquidation',
  'administration',
  'receivership',
  'voluntary-arrangement',
  'insolvency-proceedings',
])
const ended = new Set(['dissolved', 'closed', 'converted-closed', 'removed'])

/**
 * Whether a company is in insolvency proceedings. A members' voluntary liquidation, which is solvent, has the status
 * of any liquidation.
 */
export const isInsolvent = (status: string | null): boolean => status !== null && insolvent.has(status)
/** Whether a company is no more: dissolved, closed, converted or removed. */
export const hasEnded = (status: string | null): boolean => status !== null && ended.has(status)

/**
 * Whether a role runs the company: directors, members of an LLP or of a board, managers, general partners. Not
 * secretaries, limited partners, receivers and those who only represent it.
 */
export const isDirecting = (role: string | null): boolean =>
  role !== null &&
  /director|llp-|member-of|^(corporate-)?(managing-officer|manager-of|general-partner)|cic-manager/.test(role)
