/** Planning applications around a point, and their outcomes. */
import { rounded } from '@domesday/core'
import type { Application, Applications, Status } from '@domesday/source-planning-applications'

export interface Activity {
  /** All matches; the counts below cover only the newest ones, which the source lists. */
  readonly total: number
  readonly listed: number
  readonly states: Readonly<Record<Status, number>>
  readonly large: number
  /** Percentage of the decided applications, one decimal; null if none is decided. */
  readonly approvalRate: number | null
  /** Applications per square kilometre per year. */
  readonly density: number
  /** Density of applications to build that were not refused or withdrawn; large ones count several times. */
  readonly momentum: number
}

/** Excludes works on trees, signs, masts, and conditions of earlier permissions. */
const builds = ({ type, status }: Application): boolean =>
  status !== 'refused' && status !== 'withdrawn' && (type === null || /^(full|outline|other)$/i.test(type))

export const activityOf = (
  { total, items }: Applications,
  { metres, days, large }: { readonly metres: number; readonly days: number; readonly large: number },
): Activity => {
  const count = (status: Status): number => items.filter((one) => one.status === status).length
  const states = {
    approved: count('approved'),
    refused: count('refused'),
    pending: count('pending'),
    withdrawn: count('withdrawn'),
    other: count('other'),
  }
  const decided = states.approved + states.refused
  const weight = items.filter(builds).reduce((sum, { size }) => sum + (size === 'Large' ? large : 1), 0)
  const squareKilometres = Math.PI * (metres / 1000) ** 2,
    density = ((total / squareKilometres) * 365) / days
  return {
    total,
    listed: items.length,
    states,
    large: items.filter(({ size }) => size === 'Large').length,
    approvalRate: decided === 0 ? null : rounded((100 * states.approved) / decided, 1),
    density,
    momentum: items.length === 0 ? 0 : (density * weight) / items.length,
  }
}
