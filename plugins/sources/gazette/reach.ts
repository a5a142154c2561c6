/** Of which time the notices in an answer are known. */
import { date, flag, object, orNull, text } from '@domesday/core'

export interface Reach {
  /** The first day looked at. */
  readonly from: string
  /** Up to when they come from what was harvested, ISO time; null where nothing was. */
  readonly storedTo: string | null
  /** Whether the service was asked for the time after that. */
  readonly askedLive: boolean
}
const earliest = (times: readonly (string | null)[]): string | null =>
  times.reduce((a, b) => (a === null || b === null ? null : a < b ? a : b), times[0] ?? null)

/** What holds for the notices of several companies. */
export const reachOfAll = (from: string, all: readonly Reach[]): Reach => ({
  from,
  storedTo: earliest(all.map(({ storedTo }) => storedTo)),
  askedLive: all.length > 0 && all.every(({ askedLive }) => askedLive),
})

/** How an answer says of which time it knows notices. */
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
