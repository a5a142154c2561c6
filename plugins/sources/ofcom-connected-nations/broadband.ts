/** Predicted broadband speeds of a postcode, from those of its addresses. */
import {
  choice,
  flag,
  integer,
  number,
  numeric,
  object,
  orNull,
  partly,
  rounded,
  sent,
  wire,
  type Of,
  type Partly,
  type Sent,
  type Shape,
} from '@domesday/core'

/** Available tiers, best first; `none` means no prediction. */
export const tiers = ['gigabit', 'ultrafast', 'superfast', 'basic', 'none'] as const
export type Tier = (typeof tiers)[number]

const speed = (about: string) => orNull(number({ description: about, unit: 'Mbit/s' }))
const fastest = 'The fastest predicted at any of the premises'
const middle = speed('What half of the premises can have, or more')

const broadbandFields = object({
  max_download_mbps: speed(`${fastest}; null where none is predicted`),
  median_download_mbps: middle,
  max_upload_mbps: speed(fastest),
  median_upload_mbps: middle,
  superfast_available: flag('30 Mbit/s or more at one of the premises at least'),
  ultrafast_available: flag('300 Mbit/s or more at one of the premises at least'),
  gigabit_available: flag(
    '900 Mbit/s or more, which is what gigabit lines are predicted at, at one of the premises at least',
  ),
  premises: object({
    total: integer('Premises of the postcode on record'),
    superfast: integer('Those that can have 30 Mbit/s or more'),
    ultrafast: integer('Those that can have 300 Mbit/s or more'),
    gigabit: integer('Those that can have 900 Mbit/s or more'),
  }),
  universal_service: object(
    {
      compliant_premises: integer('Premises that can have 10 Mbit/s down and 1 Mbit/s up'),
      eligible_premises: integer(
        'Premises that cannot: they may ask for an upgrade, unless fixed wireless or mobile broadband serves them as well',
      ),
      compliant_pct: number({ description: 'The compliant ones, of all premises', unit: '%' }),
    },
    'The universal service obligation, by fixed lines alone',
  ),
  tier: choice(tiers, 'The best that at least half of the premises can have'),
})
export interface Broadband extends Of<typeof broadbandFields> {}
export const broadbandShape: Shape<Broadband> = broadbandFields

const { must, often, scalar } = sent
/** What both products send of an address beside its figures. */
export const addressSent = sent.unread('UPRN', 'AddressShortDescription', 'PostCode')
// Held against the definitions in the regulator's portal: they require nothing. The list tells an answer from an error.
export const broadbandWire = wire({
  ...sent.unread('PostCode', 'Count'),
  Availability: must([
    {
      ...addressSent,
      MaxPredictedDown: often(scalar),
      MaxPredictedUp: often(scalar),
      MaxBbPredictedDown: scalar,
      MaxBbPredictedUp: scalar,
      MaxSfbbPredictedDown: scalar,
      MaxSfbbPredictedUp: scalar,
      MaxUfbbPredictedDown: scalar,
      MaxUfbbPredictedUp: scalar,
    },
  ]),
})
type Address = Sent<typeof broadbandWire>['Availability'][number]
type Figure = Address['MaxPredictedDown']

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

/** Mbit/s; null if none is predicted. */
interface Speed {
  readonly download: number | null
  readonly upload: number | null
}
/** -1 is a figure: nothing is predicted. Without any figure an address says nothing. */
const saysNothing = (at: Address): boolean =>
  [at.MaxPredictedDown, at.MaxUfbbPredictedDown, at.MaxSfbbPredictedDown, at.MaxBbPredictedDown].every(
    (figure) => numeric(figure) === null,
  )
const speedOf = (at: Address): Speed => ({
  download: best(at.MaxPredictedDown, at.MaxUfbbPredictedDown, at.MaxSfbbPredictedDown, at.MaxBbPredictedDown),
  upload: best(at.MaxPredictedUp, at.MaxUfbbPredictedUp, at.MaxSfbbPredictedUp, at.MaxBbPredictedUp),
})

/** What at least half of the addresses reach: of an even number, the lower middle value. */
const median = (speeds: readonly (number | null)[]): number | null =>
  speeds.toSorted((a, b) => (b ?? -1) - (a ?? -1))[Math.ceil(speeds.length / 2) - 1] ?? null

export const broadbandFrom = ({
  Availability: all,
}: Sent<typeof broadbandWire>): Broadband | Partly<Broadband> | null => {
  const told = all.filter((at) => !saysNothing(at))
  const found = speedsOf(told.map(speedOf))
  const silent = all.length - told.length
  return silent === 0 || found === null
    ? found
    : partly(found, `${silent} of ${all.length} premises have no figure and are left out`, told.length / all.length)
}

const speedsOf = (speeds: readonly Speed[]): Broadband | null => {
  if (speeds.length === 0) return null
  const reaching = (down: number, up = 0): number =>
    speeds.filter(({ download, upload }) => (download ?? -1) >= down && (up === 0 || (upload ?? -1) >= up)).length
  const counts = { gigabit: reaching(gigabit), ultrafast: reaching(ultrafast), superfast: reaching(superfast) }
  const total = speeds.length
  const half = total / 2
  const universal = reaching(10, 1)
  const downloads = speeds.map(({ download }) => download)
  const uploads = speeds.map(({ upload }) => upload)
  return {
    max_download_mbps: best(...downloads),
    median_download_mbps: median(downloads),
    max_upload_mbps: best(...uploads),
    median_upload_mbps: median(uploads),
    superfast_available: counts.superfast > 0,
    ultrafast_available: counts.ultrafast > 0,
    gigabit_available: counts.gigabit > 0,
    premises: { total, ...counts },
    universal_service: {
      compliant_premises: universal,
      eligible_premises: total - universal,
      compliant_pct: rounded((100 * universal) / total, 1),
    },
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
