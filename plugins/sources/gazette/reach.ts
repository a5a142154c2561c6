/** The period covered by the notices in an answer. */
import { date, flag, object, orNull, text } from '@domesday/core'

export interface Reach {
  /** First day of the period. */
  readonly from: string
  /** End of the harvested part, ISO time; null if nothing was harvested. */
  readonly storedTo: string | null
  /** Whether the service was asked for the time after `storedTo`. */
  readonly askedLive: boolean
}
const earliest = (times: readonly (string | null)[]): string | null =>
  times.reduce((a, b) => (a === null || b === null ? null : a < b ? a : b), times[0] ?? null)

/** The period that is covered for all of several companies. */
export const reachOfAll = (from: string, all: readonly Reach[]): Reach => ({
  from,
  storedTo: earliest(all.map(({ storedTo }) => storedTo)),
  askedLive: all.length > 0 && all.every(({ askedLive }) => askedLive),
})

/** Shape of the period in answers. */
export const reachShape = object({
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
export const shownReach = ({ from, storedTo, askedLive }: Reach) => ({
  from,
  stored_to: storedTo,
  asked_live: askedLive,
})
