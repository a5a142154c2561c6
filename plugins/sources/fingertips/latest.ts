/** The newest figures of one area, as the service has them. */
import { numeric, rounded, sent, source, stated, wire, type Sent } from '@domesday/core'
import { indicatorsShape, type HealthIndicators, type Indicator, type Level } from './indicators.ts'

export const fingertips = source({
  id: 'fingertips',
  title: 'Public health indicators',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution:
    'Office for Health Improvement and Disparities, Public Health Profiles, © Crown copyright, licensed under the Open Government Licence v3.0',
  covers: ['England'],
  coverage:
    'England: public health indicators of districts, counties, regions and the country; a council that replaced others has those of the county that it was in',
})

type Name = keyof HealthIndicators

const male = 1,
  female = 2,
  persons = 4
// There are two indicators of life expectancy: prefer the newer one, which has more age bands for the oldest.
const wanted: Readonly<Record<Name, { readonly ids: readonly number[]; readonly sex: number }>> = {
  lifeExpectancyMale: { ids: [93283, 90366], sex: male },
  lifeExpectancyFemale: { ids: [93283, 90366], sex: female },
  obesity: { ids: [93881], sex: persons },
  smoking: { ids: [92443], sex: persons },
}
const ids = [...new Set(Object.values(wanted).flatMap(({ ids }) => ids))].toSorted((a, b) => a - b).join(',')

export const byName = (figure: (name: Name) => Indicator | null): HealthIndicators => ({
  lifeExpectancyMale: figure('lifeExpectancyMale'),
  lifeExpectancyFemale: figure('lifeExpectancyFemale'),
  obesity: figure('obesity'),
  smoking: figure('smoking'),
})

const { scalar, number, must, often, unread } = sent
const dimensions = unread('AgeId', 'CategoryId', 'IndicatorId', 'Quarter', 'Month')
/**
 * Held against `GroupRoot`, `Grouping` and `CoreDataSet` of ukhsa-collaboration/fingertips-open: a figure means nothing
 * without its indicator and its value. Releases differ in where sex, years and period stand.
 */
const rootsWire = wire([
  {
    IID: must(number),
    Sex: { Id: number, Name: sent.ignored },
    SexId: number,
    YearRange: number,
    TimePeriod: scalar,
    Grouping: [
      {
        ...dimensions,
        SexId: number,
        Period: scalar,
        YearRange: number,
        CategoryTypeId: number,
        ...unread(
          'GroupId',
          'AreaTypeId',
          'ComparatorId',
          'ComparatorData',
          'DataPointYear',
          'PolarityId',
          'MethodId',
          'SigLevel',
        ),
      },
    ],
    Data: often([
      {
        ...dimensions,
        Val: must(scalar),
        ValF: scalar,
        AreaCode: often(scalar),
        SexId: number,
        CategoryTypeId: number,
        Year: number,
        YearRange: sent.ignored,
        ...unread(
          'NoteId',
          'Count',
          'Denom',
          'Denom2',
          'Sig',
          'Significance',
          'LoCI',
          'LoCIF',
          'UpCI',
          'UpCIF',
          'LoCI99_8',
          'LoCI99_8F',
          'UpCI99_8',
          'UpCI99_8F',
        ),
      },
    ]),
    ...unread(
      'Age',
      'AgeId',
      'AgeLabel',
      'StateSex',
      'StateAge',
      'AreaTypeId',
      'ComparatorMethodId',
      'PolarityId',
      'RecentTrends',
      'TrendMarkers',
    ),
  },
])
type Roots = Sent<typeof rootsWire>

interface Area {
  readonly code: string
  readonly level: Level
}
interface Found {
  readonly id: number
  readonly sex: number
  readonly value: number
  readonly period: string | null
  /** Number of years that the figure covers, and the first of them. */
  readonly range: number
  readonly year: number
}

/** The answer also has figures for groups, by deprivation, ethnicity and so on. */
const isPlain = (id: number | null | undefined): boolean => id === undefined || id === null || id === -1

/** The first that is stated. */
const stating = (...of: readonly (number | null | undefined)[]): number | undefined =>
  of.find((number) => number !== null && number !== undefined) ?? undefined

/** The figures of one area. A missing one has the value -1 and the text `-`, `x` or nothing. */
const found = (roots: Roots, { code }: Area): readonly Found[] =>
  roots.flatMap((root) => {
    const grouping = root.Grouping?.[0]
    if (!isPlain(grouping?.CategoryTypeId)) return []
    const period = stated(grouping?.Period) ?? stated(root.TimePeriod)
    return (root.Data ?? []).flatMap((data) => {
      const value = numeric(data.Val)
      const shown = data.ValF == null ? null : String(data.ValF).trim()
      const missing = value === null || (shown === null ? value === -1 : shown === '' || shown === '-' || shown === 'x')
      if (missing || !isPlain(data.CategoryTypeId) || (data.AreaCode ?? code) !== code) return []
      return [
        {
          id: root.IID,
          sex: stating(root.Sex?.Id, root.SexId, grouping?.SexId, data.SexId) ?? NaN,
          range: stating(root.YearRange, grouping?.YearRange) ?? 1,
          year: data.Year ?? numeric(/\d{4}/.exec(period ?? '')?.[0]) ?? 0,
          value,
          period,
        },
      ]
    })
  })

/** Prefer three-year figures (more reliable for a small area), then the later year, then the newer indicator. */
const best = (figures: readonly Found[], { ids, sex }: (typeof wanted)[Name]): Found | undefined =>
  figures
    .filter((figure) => ids.includes(figure.id) && figure.sex === sex)
    .toSorted((a, b) => b.range - a.range || b.year - a.year || ids.indexOf(a.id) - ids.indexOf(b.id))[0]

const areaTypes: Readonly<Record<Level, number>> = { district: 501, county: 502, region: 6, England: 15 }

/** The newest figures of one area. Empty if the area is not of this type or has no figures. */
export const indicatorsOf = fingertips.get('indicators', {
  wire: rootsWire,
  path: ({ code, level }: Area) => [
    '/api/latest_data/specific_indicators_for_single_area',
    {
      area_type_id: areaTypes[level],
      area_code: code,
      indicator_ids: ids,
    },
  ],
  digest: indicatorsShape,
  read: (roots, area) => {
    const figures = found(roots, area)
    return byName((name) => {
      const figure = best(figures, wanted[name])
      return figure
        ? { indicator: figure.id, value: rounded(figure.value, 1), period: figure.period, level: area.level }
        : null
    })
  },
  confidence: 'unconfirmed',
})
