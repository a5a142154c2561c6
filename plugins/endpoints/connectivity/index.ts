import {
  between,
  derive,
  endpoint,
  factor,
  full,
  params,
  postcode,
  rounded,
  score,
  section,
  standard,
} from '@domesday/core'
import { broadbandOf, mobileOf, type Operator } from '@domesday/source-ofcom-connected-nations'
import { placeOf } from '@domesday/source-postcodes-io'
import { gradeInWords } from './grades.ts'
import { response } from './response.ts'

const asked = params({ postcode })

const place = placeOf(asked)
const nation = derive({ place }, ({ place }) => place.nation)
const broadband = broadbandOf(place)
const mobile = mobileOf(place)

/** The lowest grade at which data works. Older networks are switched off, so data means 4G or better. */
const works = 3
const worksIndoors = ({ dataIndoor }: Operator): boolean => (dataIndoor ?? 0) >= works
/** The better of a network's two data grades, indoors and outdoors. */
const signal = ({ dataIndoor, dataOutdoor }: Operator): number | null =>
  dataIndoor === null && dataOutdoor === null ? null : Math.max(dataIndoor ?? 0, dataOutdoor ?? 0)
const speed = (mbps: number): string => `${mbps.toLocaleString('en-GB')} Mbit/s`
const of = (count: number): string => (count === 0 ? 'none' : String(count))

const readiness = score('digital-readiness', {
  max_download_speed: factor({ broadband }, ({ broadband: { best, median } }) => ({
    metric: best.download ?? 0,
    detail:
      best.download === null
        ? 'No broadband is predicted for any of the premises.'
        : `The fastest line gives ${speed(best.download)}; ${median.download === null ? 'most premises have no prediction' : `half of the premises can have ${speed(median.download)} or more`}.`,
  })),

  broadband_technology: factor({ broadband }, ({ broadband: { premises, gigabit, ultrafast, superfast, tier } }) => ({
    metric: tier,
    detail: `Of ${premises} premises ${of(gigabit)} can have gigabit, ${of(ultrafast)} ultrafast and ${of(superfast)} superfast broadband.`,
  })),

  '4g_indoor_coverage': factor({ mobile }, ({ mobile: { operators } }) => {
    const indoors = operators.filter(worksIndoors).map(({ name }) => name)
    const unstated = operators.filter(({ dataIndoor }) => dataIndoor === null).length
    if (unstated === operators.length) return null
    const told =
      indoors.length === 0
        ? 'No network gives 4G indoors at most of the premises.'
        : `${indoors.length} of ${operators.length} networks ${indoors.length === 1 ? 'gives' : 'give'} 4G indoors at most of the premises: ${indoors.join(', ')}.`
    return unstated === 0
      ? { metric: indoors.length, detail: told }
      : between(indoors.length, indoors.length + unstated, `${told} Of ${unstated} nothing is stated.`, indoors.length)
  }),

  mobile_signal_quality: factor({ mobile }, ({ mobile: { operators } }) => {
    const [best] = operators.flatMap((operator) => signal(operator) ?? []).toSorted((a, b) => b - a)
    if (best === undefined) return null
    return {
      metric: best,
      detail: `The best data signal is ${best} of 4 (${gradeInWords(best)}): ${operators
        .filter((one) => signal(one) === best)
        .map(({ name }) => name)
        .join(', ')}.`,
    }
  }),

  universal_service_obligation: factor({ broadband }, ({ broadband: { premises, universal } }) => ({
    metric: (100 * universal) / premises,
    detail: `${universal} of ${premises} premises can have 10 Mbit/s down and 1 Mbit/s up, to which everyone has a right.`,
  })),
})

export const connectivity = endpoint({
  id: 'connectivity',
  title: 'Broadband and mobile coverage',
  summary:
    'The broadband speeds and mobile networks predicted for a postcode, and how ready it is for digital life and work.',
  home: import.meta.dirname,
  path: '/connectivity/{postcode}',
  asked,
  required: [place],
  nation,
  response,
  sections: {
    location: section({ place }, ({ place }) => ({
      postcode: place.postcode,
      local_authority: place.local_authority,
      region: place.region,
      nation: place.nation,
    })),

    broadband: section({ broadband }, ({ broadband }) => ({
      max_download_mbps: broadband.best.download,
      median_download_mbps: broadband.median.download,
      superfast_available: broadband.superfast > 0,
      ultrafast_available: broadband.ultrafast > 0,
      gigabit_available: broadband.gigabit > 0,
    })),

    mobile: standard({ mobile }, ({ mobile: { operators } }) => ({
      operators: operators.map(({ name, dataIndoor, dataOutdoor }) => ({
        operator: name,
        data_indoor: dataIndoor,
        data_indoor_words: gradeInWords(dataIndoor),
        data_outdoor: dataOutdoor,
        data_outdoor_words: gradeInWords(dataOutdoor),
      })),
      operators_with_4g_indoor: operators.filter(worksIndoors).length,
    })),

    digital_readiness_score: standard({ readiness }, ({ readiness }) => readiness),

    'broadband.max_upload_mbps': full({ broadband }, ({ broadband }) => broadband.best.upload),
    'broadband.median_upload_mbps': full({ broadband }, ({ broadband }) => broadband.median.upload),
    'broadband.premises': full({ broadband }, ({ broadband: { premises, superfast, ultrafast, gigabit } }) => ({
      total: premises,
      superfast,
      ultrafast,
      gigabit,
    })),
    'broadband.universal_service': full({ broadband }, ({ broadband: { premises, universal } }) => ({
      compliant_premises: universal,
      eligible_premises: premises - universal,
      compliant_pct: rounded((100 * universal) / premises, 1),
    })),
    'mobile.voice': full({ mobile }, ({ mobile: { operators } }) =>
      operators.map(({ name, voiceIndoor, voiceOutdoor }) => ({
        operator: name,
        voice_indoor: voiceIndoor,
        voice_indoor_words: gradeInWords(voiceIndoor),
        voice_outdoor: voiceOutdoor,
        voice_outdoor_words: gradeInWords(voiceOutdoor),
      })),
    ),
  },
})
