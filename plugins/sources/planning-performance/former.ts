/** The quarters of districts that became one council, before it decided. */
import { named, type Quarter } from './quarter.ts'

type Count = 'decisions' | 'granted' | 'inTime' | 'majorDecisions' | 'majorsInTime'

/** Quarters that all of them have, added up. A count that one of them lacks is not known of all. */
export const together = (
  parts: readonly (readonly Quarter[])[],
  { code, authority }: Pick<Quarter, 'code' | 'authority'>,
): readonly Quarter[] => {
  const [first = [], ...others] = parts
  return first.flatMap(({ quarter }) => {
    const rows = [first, ...others].flatMap((part) => part.find((row) => row.quarter === quarter) ?? [])
    if (rows.length < parts.length) return []
    const sum = (count: Count): number | null =>
      rows.some((row) => row[count] === null) ? null : rows.reduce((total, row) => total + row[count]!, 0)
    return [
      {
        code,
        authority,
        name: named(authority),
        quarter,
        decisions: sum('decisions'),
        granted: sum('granted'),
        inTime: sum('inTime'),
        majorDecisions: sum('majorDecisions'),
        majorsInTime: sum('majorsInTime'),
      },
    ]
  })
}
