/** The list of months and the queries of a month's table, as the open data portal answers. */
import { yamlRows, type SampleAnswer } from '@domesday/vocabulary-samples'

interface Practice {
  readonly code: string
  readonly patients: number
}
interface Substance {
  readonly name: string
  readonly items: number
  readonly price: number
}

const practices = yamlRows<Practice>(import.meta.dirname, 'practices.yaml')
const substances = yamlRows<Substance>(import.meta.dirname, 'substances.yaml')

// Unsorted, as upstream.
const months = ['202512', '202607', '202511', '202606', '202604', '202601', '202605', '202603', '202602']
const resource = (month: string, index: number): object => ({
  id: `00000000-0000-4000-8000-${month.padStart(12, '0')}`,
  name: `EPD_SNOMED_${month}`,
  format: 'CSV',
  position: index,
  last_modified: null,
  url: `https://opendata.nhsbsa.net/dataset/906115a6-4155-44be-8b81-f8e83cebfb84/resource/00000000-0000-4000-8000-${month.padStart(12, '0')}/download/epd_snomed_${month}.csv`,
})

const help = (name: string): string => `https://opendata.nhsbsa.net/api/3/action/help_show?name=${name}`
const refused = (status: number, type: string, message: string) => ({
  status,
  json: { help: help('datastore_search_sql'), error: { __type: type, message }, success: false },
})

export const answer: SampleAnswer = ({ segments: [, , , action], query }) => {
  if (action === 'package_show') {
    const name = 'english-prescribing-dataset-epd-with-snomed-code'
    return query.get('id') === name
      ? {
          json: {
            help: help(action),
            success: true,
            result: { id: '906115a6-4155-44be-8b81-f8e83cebfb84', name, resources: months.map(resource) },
          },
        }
      : refused(404, 'Not Found Error', 'Not found')
  }
  if (action !== 'datastore_search_sql') return null
  const sql = query.get('sql') ?? '',
    table = query.get('resource_id') ?? ''
  if (!months.some((month) => table === `EPD_SNOMED_${month}`))
    return refused(404, 'Not Found Error', `Resource "${table}" was not found.`)
  if (!sql.includes(`FROM \`${table}\``) || !sql.includes('GROUP BY name'))
    return refused(409, 'Validation Error', 'Syntax error')
  const codes: readonly string[] = (/PRACTICE_CODE IN \(([^)]*)\)/.exec(sql)?.[1] ?? '').match(/[A-Z0-9]+/g) ?? []
  const thousands = practices
    .filter(({ code }) => codes.includes(code))
    .reduce((sum, { patients }) => sum + patients / 1000, 0)
  const records = substances
    .map(({ name, items, price }) => ({
      cost: Math.round(items * thousands) * price,
      name,
      items: Math.round(items * thousands),
    }))
    .filter(({ items }) => items > 0)
  return {
    json: {
      help: help(action),
      success: true,
      result: {
        help: help(action),
        success: 'true',
        result: { records: records.toSorted((a, b) => b.items - a.items), fields: [], records_truncated: 'false' },
      },
    },
  }
}
