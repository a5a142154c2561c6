/** The clock of evidence: when a pack was made, and from when on it is kept no longer. */
import { ukMidnight, ukMidnightAfter } from '../contract/uk-midnight.ts'
import { ukDay } from '../contract/words.ts'
import type { Configured } from './configure.ts'
import type { ServiceOptions } from './options.ts'

/**
 * The time of day of this machine on the day of the sample data, in the United Kingdom: that is today for whoever asks
 * as of a day, and what is asked later on one day is later. The last hour of a day of 25 is one moment.
 */
const onSampleDay = (at: number, sample: string): number => {
  const day = ukDay(new Date(sample))
  return Math.min(ukMidnight(day) + at - ukMidnight(ukDay(new Date(at))), ukMidnightAfter(day) - 1)
}

/** Unix milliseconds. */
export const evidenceClock = (
  { current }: Pick<Configured, 'current'>,
  { mode, now = Date.now }: Pick<ServiceOptions, 'mode' | 'now'>,
): (() => number) => (mode === 'sandbox' ? () => onSampleDay(now(), current().service.sandbox.date) : now)
