/** Predicted broadband speeds of a postcode, from those of its addresses. */
import { numeric, present } from '@domesday/core'

/** Available tiers, best first; `none` means no prediction. */
export const tiers = ['gigabit', 'ultrafast', 'superfast', 'basic', 'none'] as const
export type Tier = (typeof tiers)[number]

/** Mbit/s; null if none is predicted. */
export interface Speed {
  readonly download: number | null
  readonly upload: number | null
}

export interface Broadband {
  readonly premises: number
  /** The best of any address. */
  readonly best: Speed
  /** The speed that at least half of the addresses can have. */
  readonly median: Speed
  /** Number of addresses that can have a gigabit (from 900 Mbit/s), 300 Mbit/s or more, 30 or more. */
  readonly gigabit: number
  readonly ultrafast: number
  readonly superfast: number
  /**
   * Number of addresses that can have 10 Mbit/s down and 1 up, the universal service. Other addresses may request an
   * upgrade.
   */
  readonly universal: number
  /** The best tier that at least half of the addresses can have. */
  readonly tier: Tier
}

type Figure = number | string | null | undefined
interface Address {
  readonly MaxBbPredictedDown?: Figure
  readonly MaxBbPredictedUp?: Figure
  readonly MaxSfbbPredictedDown?: Figure
  readonly MaxSfbbPredictedUp?: Figure
  readonly MaxUfbbPredictedDown?: Figure
  readonly MaxUfbbPredictedUp?: Figure
  readonly MaxPredictedDown?: Figure
  readonly MaxPredictedUp?: Figure
}
export interface BroadbandWire {
  readonly Availability?: readonly Address[] | null
}

// Gigabit products have predictions of 900 to 1000.
const gigabit = 900,
  ultrafast = 300,
  superfast = 30

/** -1 means no prediction. */
const best = (...figures: readonly Figure[]): number | null => {
  const known = figures.flatMap((figure) => {
    const speed = numeric(figure)
    return speed === null || speed < 0 ? [] : [speed]
  })
  return known.length === 0 ? null : Math.max(...known)
}

const speedOf = (at: Address): Speed => ({
  download: best(at.MaxPredictedDown, at.MaxUfbbPredictedDown, at.MaxSfbbPredictedDown, at.MaxBbPredictedDown),
  upload: best(at.MaxPredictedUp, at.MaxUfbbPredictedUp, at.MaxSfbbPredictedUp, at.MaxBbPredictedUp),
})

/** What at least half of the addresses reach: of an even number, the lower middle value. */
const median = (speeds: readonly (number | null)[]): number | null =>
  speeds.toSorted((a, b) => (b ?? -1) - (a ?? -1))[Math.ceil(speeds.length / 2) - 1] ?? null

export const broadbandFrom = ({ Availability }: BroadbandWire): Broadband | null => {
  const speeds = (present(Availability, 'Availability') ?? []).map(speedOf)
  if (speeds.length === 0) return null
  const reaching = (down: number, up = 0): number =>
    speeds.filter(({ download, upload }) => (download ?? -1) >= down && (up === 0 || (upload ?? -1) >= up)).length
  const counts = { gigabit: reaching(gigabit), ultrafast: reaching(ultrafast), superfast: reaching(superfast) }
  const half = speeds.length / 2
  return {
    premises: speeds.length,
    best: {
      download: best(...speeds.map(({ download }) => download)),
      upload: best(...speeds.map(({ upload }) => upload)),
    },
    median: {
      download: median(speeds.map(({ download }) => download)),
      upload: median(speeds.map(({ upload }) => upload)),
    },
    ...counts,
    universal: reaching(10, 1),
    tier:
      counts.gigabit >= half
        ? 'gigabit'
        : counts.ultrafast >= half
          ? 'ultrafast'
          : counts.superfast >= half
            ? 'superfast'
            : reaching(0) >= half
              ? 'basic'
              : 'none',
  }
}
