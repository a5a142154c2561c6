/** The register's status and role codes, grouped by what they mean. */
import type { Tones } from '@domesday/core'

const insolvent = new Set([
  'liquidation',
  'administration',
  'receivership',
  'voluntary-arrangement',
  'insolvency-proceedings',
])
const ended = new Set(['dissolved', 'closed', 'converted-closed', 'removed'])

/**
 * Whether a company is in insolvency proceedings. A solvent liquidation (members' voluntary) has the same status as any
 * other.
 */
export const isInsolvent = (status: string | null): boolean => status !== null && insolvent.has(status)
/** Whether a company no longer exists: dissolved, closed, converted or removed. */
export const hasEnded = (status: string | null): boolean => status !== null && ended.has(status)

/**
 * Whether the role runs the company: directors, members of an LLP or a board, managers, general partners. Not
 * secretaries, limited partners, receivers or mere representatives.
 */
export const isDirecting = (role: string | null): boolean =>
  role !== null &&
  /director|llp-|member-of|^(corporate-)?(managing-officer|manager-of|general-partner)|cic-manager/.test(role)

/** Statuses that are good or bad news to who deals with the company. */
export const statusTones: Tones<string> = {
  good: ['active', 'open', 'registered'],
  bad: [...insolvent, ...ended],
}
