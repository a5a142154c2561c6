/** The latest figures of one area as the service groups them. */
import { yamlRows, type SampleAnswer } from '@domesday/vocabulary-samples'

interface Figures {
  readonly code: string
  /** The area types that it belongs to. */
  readonly types: readonly number[]
  readonly male?: number
  readonly female?: number
  readonly obesity?: number
  readonly smoking?: number
}

const areas = yamlRows<Figures>(import.meta.dirname, 'figures.yaml')
const sexes = { 1: 'Male', 2: 'Female', 4: 'Persons' } as const
const ages = { 1: 'All ages', 168: '18+ yrs' } as const

interface Group {
  readonly id: number
  readonly sex: keyof typeof sexes
  readonly age: keyof typeof ages
  readonly range: number
  readonly year: number
  readonly period: string
  /** Set if the figure covers only part of the population. */
  readonly category?: number
  readonly of: (figures: Figures) => number | undefined
}
const groups: readonly Group[] = [
  { id: 90366, sex: 1, age: 1, range: 3, year: 2021, period: '2021 - 23', of: ({ male }) => male && male - 0.21 },
  { id: 90366, sex: 2, age: 1, range: 3, year: 2021, period: '2021 - 23', of: ({ female }) => female && female - 0.17 },
  { id: 93283, sex: 1, age: 1, range: 3, year: 2022, period: '2022 - 24', of: ({ male }) => male },
  { id: 93283, sex: 2, age: 1, range: 3, year: 2022, period: '2022 - 24', of: ({ female }) => female },
  { id: 93283, sex: 1, age: 1, range: 1, year: 2024, period: '2024', of: ({ male }) => male && male + 0.4 },
  {
    id: 93881,
    sex: 4,
    age: 168,
    range: 1,
    year: 2024,
    period: '2024/25',
    category: 10,
    of: ({ obesity }) => obesity && obesity + 6,
  },
  { id: 93881, sex: 4, age: 168, range: 1, year: 2024, period: '2024/25', of: ({ obesity }) => obesity },
  { id: 92443, sex: 4, age: 168, range: 1, year: 2024, period: '2024', of: ({ smoking }) => smoking },
]

const shown = (name: string, value: number | undefined): object => ({
  [name]: value ?? -1,
  [`${name}F`]: value?.toFixed(1) ?? '-',
})

const root = (group: Group, area: Figures, type: number): object => {
  const { id, sex, age, range, year, period, category = -1 } = group
  const value = group.of(area)
  const kind = {
    SexId: sex,
    AgeId: age,
    CategoryTypeId: category,
    CategoryId: category,
    IndicatorId: id,
    YearRange: range,
  }
  return {
    IID: id,
    Sex: { Id: sex, Name: sexes[sex] },
    Age: { Id: age, Name: ages[age] },
    StateSex: sex !== 4,
    StateAge: age !== 1,
    YearRange: range,
    AreaTypeId: type,
    ComparatorMethodId: 1,
    PolarityId: sex === 4 ? 0 : 1,
    Grouping: [{ ...kind, GroupId: 1000049, AreaTypeId: type, ComparatorId: 4, DataPointYear: year, Period: period }],
    Data: [
      {
        ...kind,
        AreaCode: area.code,
        Year: year,
        Quarter: -1,
        Month: -1,
        Denom: -1,
        Denom2: -1,
        Count: -1,
        Sig: { 4: 2 },
        ...shown('Val', value),
        ...shown('LoCI', value && value - 0.6),
        ...shown('UpCI', value && value + 0.6),
      },
    ],
    RecentTrends: {},
  }
}

export const answer: SampleAnswer = ({ path, query }) => {
  if (path !== '/api/latest_data/specific_indicators_for_single_area') return null
  const type = Number(query.get('area_type_id'))
  const ids = (query.get('indicator_ids') ?? '').split(',').map(Number)
  const area = areas.find(({ code, types }) => code === query.get('area_code') && types.includes(type))
  return { json: area ? groups.filter(({ id }) => ids.includes(id)).map((group) => root(group, area, type)) : [] }
}
