/** The sample weeks of a year for each sample region: values around a mean, with seasons, days and windy spells. */
import type { SampleAnswer } from '@domesday/vocabulary-samples'

interface Sampled {
  readonly name: string
  readonly operator: string
  /** gCO2 per kWh, mean of the year. */
  readonly mean: number
}
const regions: Readonly<Record<string, Sampled>> = {
  2: { name: 'South Scotland', operator: 'SP Distribution', mean: 24 },
  3: { name: 'North West England', operator: 'Electricity North West', mean: 68 },
  7: { name: 'South Wales', operator: 'WPD South Wales', mean: 300 },
  13: { name: 'London', operator: 'UKPN London', mean: 128 },
}
const halfHour = 1_800_000
const halfHoursOfYear = 365.25 * 48
const turn = 2 * Math.PI
const asSent = (time: number): string => `${new Date(time).toISOString().slice(0, 16)}Z`

const intensityAt = (mean: number, time: number): number => {
  const count = time / halfHour
  const season = 0.2 * Math.cos((turn * count) / halfHoursOfYear)
  const evening = 0.15 * Math.sin((turn * (count - 24)) / 48)
  const spell = 0.3 * Math.sin((turn * count) / 311)
  return Math.round(mean * (1 + season + evening + spell))
}
const indexOf = (intensity: number): string =>
  ['very low', 'low', 'moderate', 'high', 'very high'][[40, 120, 200, 290].filter((from) => intensity >= from).length]!
/** Gas in proportion to the carbon intensity, wind for the rest. */
const mixOf = (intensity: number) => {
  const gas = Math.min(100, Math.round(intensity / 0.394) / 10)
  return [
    { fuel: 'gas', perc: gas },
    { fuel: 'wind', perc: Math.round((100 - gas) * 10) / 10 },
  ]
}

const path = /^\/regional\/intensity\/([\d-]+T[\d:]+Z)\/([\d-]+T[\d:]+Z)\/regionid\/(\d+)$/

export const answer: SampleAnswer = ({ path: asked }) => {
  const [, from = '', to = '', id = ''] = path.exec(decodeURIComponent(asked)) ?? []
  const region = regions[id]
  const [first, last] = [from, to].map((time) => Date.parse(time.replace('Z', ':00Z')))
  if (!region || first === undefined || last === undefined || !(first < last)) return null
  // The service selects half hours by their end.
  const data = Array.from({ length: Math.round((last - first) / halfHour) + 1 }, (_, i) => {
    const begin = first + (i - 1) * halfHour
    const forecast = intensityAt(region.mean, begin)
    return {
      from: asSent(begin),
      to: asSent(begin + halfHour),
      intensity: { forecast, index: indexOf(forecast) },
      generationmix: mixOf(forecast),
    }
  })
  return { json: { data: { regionid: Number(id), dnoregion: region.operator, shortname: region.name, data } } }
}
