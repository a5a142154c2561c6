/** The period covered by the notices in an answer. */
import { date, flag, object, orNull, text, type Of, type Shape } from '@domesday/core'

const reachFields = object({
  from: date('The first day looked at: the last ten calendar years'),
  stored_to: orNull(
    text({
      description:
        'Up to when notices come from what this server has harvested; null where it has harvested nothing, and all were asked for now',
      format: 'date-time',
    }),
  ),
  asked_live: flag(
    'Whether the Gazette itself was asked for the time since. False where it could not be: later notices are not known',
  ),
})
export interface Reach extends Of<typeof reachFields> {}
export const reachShape: Shape<Reach> = reachFields

const earliest = (times: readonly (string | null)[]): string | null =>
  times.reduce((a, b) => (a === null || b === null ? null : a < b ? a : b), times[0] ?? null)

/** The period that is covered for all of several companies. */
export const reachOfAll = (from: string, all: readonly Reach[]): Reach => ({
  from,
  stored_to: earliest(all.map(({ stored_to }) => stored_to)),
  asked_live: all.length > 0 && all.every(({ asked_live }) => asked_live),
})
