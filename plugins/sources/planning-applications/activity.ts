/** Planning applications around a point in figures, and their outcomes. */
import {
  figure,
  integer,
  number,
  object,
  orNull,
  render,
  rounded,
  type Node,
  type Of,
  type Shape,
  type Shown,
} from '@domesday/core'
import { searchFields, type Application, type ApplicationsAround, type Status } from './application.ts'

const activityFields = object({
  ...searchFields,
  counted: integer('The newest ones, which the counts below are of'),
  approved: integer('Granted, with conditions or without'),
  refused: integer('Refused'),
  pending: integer('Not decided yet'),
  withdrawn: integer('Taken back before a decision'),
  other: integer('Anything else that the source says'),
  large: integer('Large schemes'),
  approval_rate_pct: orNull(figure('%', 'Of those decided')),
  density: number('Applications per square kilometre per year'),
  momentum: number('Density of those to build that were not refused or withdrawn; large ones count several times'),
})
export interface Activity extends Of<typeof activityFields> {}
const activityShape: Shape<Activity> = activityFields

/** Excludes works on trees, signs, masts, and conditions of earlier permissions. */
const builds = ({ type, status }: Application): boolean =>
  status !== 'refused' && status !== 'withdrawn' && (type === null || /^(full|outline|other)$/i.test(type))

/** `large` is how many others a large application counts for. */
export const activityOf = ({ radius_m, days, total, items }: ApplicationsAround, large: number): Activity => {
  const count = (status: Status): number => items.filter((one) => one.status === status).length
  const [approved, refused] = [count('approved'), count('refused')]
  const weight = items.filter(builds).reduce((sum, { size }) => sum + (size === 'Large' ? large : 1), 0)
  const squareKilometres = Math.PI * (radius_m / 1000) ** 2,
    density = ((total / squareKilometres) * 365) / days
  return {
    radius_m,
    days,
    total,
    counted: items.length,
    approved,
    refused,
    pending: count('pending'),
    withdrawn: count('withdrawn'),
    other: count('other'),
    large: items.filter(({ size }) => size === 'Large').length,
    approval_rate_pct: approved + refused === 0 ? null : rounded((100 * approved) / (approved + refused), 1),
    density,
    momentum: items.length === 0 ? 0 : (density * weight) / items.length,
  }
}

export const activityIn = (applications: Node<ApplicationsAround>, large: Node<number>): Shown<Activity> =>
  render(activityShape, { applications, large }, ({ applications, large }) => activityOf(applications, large))
