/** One indicator of every area as CSV. Its first column is a title, not the name that is asked for. */
import { yamlRows, type SampleAnswer } from '@domesday/vocabulary-samples'

interface Area {
  readonly code: string
  readonly name: string
  readonly figures: readonly number[]
}
const areas = yamlRows<Area>(import.meta.dirname, 'figures.yaml')

const published: Readonly<Record<string, readonly [title: string, period: string]>> = {
  'average-house-price': ['Average house price', '2026-07-01/P1M'],
  'gigabit-capable-broadband': ['Gigabit capable broadband', '2026-01-01'],
  'premises-below-30mbps': ['Premises below 30Mbps', '2026-01-01'],
  'gross-disposable-household-income-per-head': ['Gross disposable household income per head', '2023-01-01/P1Y'],
  'population-count': ['Total population', '2024-06-30'],
  'median-age': ['Median age', '2024-06-30'],
}
const names = Object.keys(published)

export const answer: SampleAnswer = ({ path, query }) => {
  const indicator = query.get('indicator') ?? ''
  if (path !== '/explore-local-statistics/api/v1/data.csv' || !published[indicator]) return null
  const [title, period] = published[indicator]
  const rows = areas.flatMap(({ code, name, figures }) => {
    const value = figures[names.indexOf(indicator)]
    return value === undefined ? [] : [[title, code, name, period, value].join(',')]
  })
  return { text: `${['indicator,areacd,areanm,period,value', ...rows].join('\n')}\n`, type: 'text/plain;charset=UTF-8' }
}
