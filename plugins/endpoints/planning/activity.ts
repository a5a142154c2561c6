/** How much is applied for around a point, and how it fares. */
import { rounded } from '@domesday/core'
import type { Application, Applications, Status } from '@domesday/source-planning-applications'

export interface Activity {
  /** All within the distance and time; the counts below are of the newest ones that the source lists. */
  readonly total: number
  readonly listed: number
  readonly states: Readonly<Record<Status, number>>
  readonly large: number
  /** Of those decided, one decimal; null where none is. */
  readonly approvalRate: number | null
  /** Applications a square kilometre a year. */
  readonly density: number
  /** The same of those to build that were not refused or withdrawn, large ones counted several times. */
  readonly momentum: number
}

/** Works on trees, signs, masts and the terms of earlier permissions build nothing. */
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
