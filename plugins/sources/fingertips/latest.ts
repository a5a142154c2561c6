/** The newest figures of one area, as the service has them. */
import { numeric, rounded, source, stated } from '@domesday/core'
import { indicatorsShape, type HealthIndicators, type Indicator, type Level } from './indicators.ts'

export const fingertips = source({
  id: 'fingertips',
  title: 'Public health indicators',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution:
    'Office for Health Improvement and Disparities, Public Health Profiles, © Crown copyright, licensed under the Open Government Licence v3.0',
  covers: ['England'],
  coverage: 'England: public health indicators of districts, counties, regions and the country',
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

interface Value {
  readonly AreaCode?: string | null
  readonly SexId?: number
  readonly CategoryTypeId?: number | null
  readonly Year?: number
  readonly Val?: number | string | null
  readonly ValF?: string | null
}
interface Grouping {
  readonly SexId?: number
  readonly Period?: string | null
  readonly CategoryTypeId?: number | null
}
interface Root {
  readonly IID?: number
  readonly Sex?: { readonly Id?: number } | null
  readonly YearRange?: number | null
  readonly TimePeriod?: string | null
  readonly Grouping?: readonly Grouping[] | null
  readonly Data?: readonly Value[] | null
}
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

/** The figures of one area. A missing one has the value -1 and the text `-`, `x` or nothing. */
const found = (roots: readonly Root[], { code }: Area): readonly Found[] =>
  roots.flatMap((root) => {
    const grouping = root.Grouping?.[0]
    if (!isPlain(grouping?.CategoryTypeId)) return []
    return (root.Data ?? []).flatMap((data) => {
      const value = numeric(data.Val)
      const shown = typeof data.ValF === 'string' ? data.ValF.trim() : null
      const missing = value === null || (shown === null ? value === -1 : shown === '' || shown === '-' || shown === 'x')
      if (missing || !isPlain(data.CategoryTypeId) || (data.AreaCode ?? code) !== code) return []
      return [
        {
          id: root.IID ?? NaN,
          sex: root.Sex?.Id ?? grouping?.SexId ?? data.SexId ?? NaN,
          range: root.YearRange ?? 1,
          year: data.Year ?? 0,
          value,
          period: stated(grouping?.Period) ?? stated(root.TimePeriod),
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
  demands: ['[].IID', '[].YearRange', '[].Data[].Val'],
  path: ({ code, level }: Area) => [
    '/api/latest_data/specific_indicators_for_single_area',
    {
      area_type_id: areaTypes[level],
      area_code: code,
      indicator_ids: ids,
    },
  ],
  digest: indicatorsShape,
  read: (roots: readonly Root[] | null, area) => {
    const figures = found(roots ?? [], area)
    return byName((name) => {
      const figure = best(figures, wanted[name])
      return figure
        ? { indicator: figure.id, value: rounded(figure.value, 1), period: figure.period, level: area.level }
        : null
    })
  },
  confidence: 'unconfirmed',
})
