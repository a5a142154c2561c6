import {
  between,
  endpoint,
  factor,
  field,
  full,
  number,
  object,
  omit,
  pick,
  render,
  rounded,
  score,
  section,
  standard,
  unpriced,
  type Of,
} from '@domesday/core'
import {
  broadbandOf,
  gradeInWords,
  mobileOf,
  worksIndoors,
  type Broadband,
  type Operator,
} from '@domesday/source-ofcom-connected-nations'
import { below30, comparedAt, gigabit } from '@domesday/source-ons-local-stats'
import { atPostcode } from '@domesday/subject-postcode'

const { place, location, subject } = atPostcode()
const broadband = broadbandOf(place)
const mobile = mobileOf(place)

/** The better of a network's two data grades, indoors and outdoors. */
const signal = ({ data_indoor: indoor, data_outdoor: outdoor }: Operator): number | null =>
  indoor === null && outdoor === null ? null : Math.max(indoor ?? 0, outdoor ?? 0)
const speed = (mbps: number): string => `${mbps.toLocaleString('en-GB')} Mbit/s`
const of = (count: number): string => (count === 0 ? 'none' : String(count))

const namesOf = (operators: readonly Operator[]): string => operators.map(({ operator }) => operator).join(', ')

const readiness = score('digital-readiness', {
  max_download_speed: factor(broadband, ({ max_download_mbps: best, median_download_mbps: median }) => ({
    metric: best ?? 0,
    detail:
      best === null
        ? 'No broadband is predicted for any of the premises.'
        : `The fastest line gives ${speed(best)}; ${median === null ? 'most premises have no prediction' : `half of the premises can have ${speed(median)} or more`}.`,
  })),

  broadband_technology: factor(broadband, ({ premises: { total, gigabit, ultrafast, superfast }, tier }) => ({
    metric: tier,
    detail: `Of ${total} premises ${of(gigabit)} can have gigabit, ${of(ultrafast)} ultrafast and ${of(superfast)} superfast broadband.`,
  })),

  '4g_indoor_coverage': factor(mobile, ({ operators, operators_with_4g_indoor: count }) => {
    const unstated = operators.filter(({ data_indoor }) => data_indoor === null).length
    if (unstated === operators.length) return null
    const told =
      count === 0
        ? 'No network gives 4G indoors at most of the premises.'
        : `${count} of ${operators.length} networks ${count === 1 ? 'gives' : 'give'} 4G indoors at most of the premises: ${namesOf(operators.filter(worksIndoors))}.`
    return unstated === 0
      ? { metric: count, detail: told }
      : between(count, count + unstated, `${told} Of ${unstated} nothing is stated.`, count)
  }),

  mobile_signal_quality: factor(mobile, ({ operators }) => {
    const [best] = operators.flatMap((operator) => signal(operator) ?? []).toSorted((a, b) => b - a)
    if (best === undefined) return null
    return {
      metric: best,
      detail: `The best data signal is ${best} of 4 (${gradeInWords(best)}): ${namesOf(operators.filter((one) => signal(one) === best))}.`,
    }
  }),

  universal_service_obligation: factor(
    broadband,
    ({ premises: { total }, universal_service: { compliant_premises: compliant } }) => ({
      metric: (100 * compliant) / total,
      detail: `${compliant} of ${total} premises can have 10 Mbit/s down and 1 Mbit/s up, to which everyone has a right.`,
    }),
  ),
})

const share = (description: string) => number({ description, unit: '%', minimum: 0, maximum: 100 })
const sharesShape = object({
  gigabit: share('Can have a gigabit per second'),
  below_30_mbps: share('Cannot have 30 Mbit/s'),
})
const sharesOf = ({ premises: { total, gigabit, superfast } }: Broadband): Of<typeof sharesShape> => ({
  gigabit: rounded((100 * gigabit) / total, 1),
  below_30_mbps: rounded((100 * (total - superfast)) / total, 1),
})

export const connectivity = endpoint({
  id: 'connectivity',
  title: 'Broadband and mobile coverage',
  summary:
    'The broadband speeds and mobile networks predicted for a postcode, and how ready it is for digital life and work.',
  home: import.meta.dirname,
  path: '/connectivity/{postcode}',
  subject,
  sections: {
    location: section(location),

    broadband: section(
      'Predictions, not measurements',
      pick(broadband, 'max_download_mbps', 'median_download_mbps'),
      pick(broadband, 'superfast_available', 'ultrafast_available', 'gigabit_available'),
    ),
    mobile: standard('Predictions, not measurements', omit(mobile, 'voice')),
    digital_readiness_score: standard(readiness),

    'broadband.premises_pct': standard(render(sharesShape, broadband, sharesOf)),
    'broadband.comparison': unpriced(
      standard('What these shares of premises are in wider areas', {
        gigabit: comparedAt(gigabit, place),
        below_30_mbps: comparedAt(below30, place),
      }),
    ),

    'broadband.max_upload_mbps': full(field(broadband, 'max_upload_mbps')),
    'broadband.median_upload_mbps': full(field(broadband, 'median_upload_mbps')),
    'broadband.premises': full(field(broadband, 'premises')),
    'broadband.universal_service': full(field(broadband, 'universal_service')),
    'mobile.voice': full(field(mobile, 'voice')),
  },
})
