/** The clocks of what answers tell: in the sandbox all of them stand on the day of the sample data. */
import { ukMidnight, ukMidnightAfter } from '../contract/uk-midnight.ts'
import { ukDay } from '../contract/words.ts'
import type { AnswerClock } from '../engine/make.ts'
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

type Configuration = Pick<Configured, 'current'>
type Options = Pick<ServiceOptions, 'mode' | 'now'>

export const answerClock = ({ current }: Configuration, { mode, now = Date.now }: Options): AnswerClock => {
  if (mode === 'live') return { now: () => new Date(now()), told: (at) => at }
  const date = (): string => current().service.sandbox.date
  return { now: () => new Date(date()), told: (at) => onSampleDay(at, date()) }
}

/** When a pack was made, and from when on it is kept no longer: Unix milliseconds. */
export const evidenceClock = (configured: Configuration, options: Options): (() => number) => {
  const { told } = answerClock(configured, options)
  return () => told((options.now ?? Date.now)())
}
