/** Measures as in `included`: each with its type, area, expression and, if it has one, its quota. */
import { yamlRows } from '@domesday/vocabulary-samples'

/** `places` are area numbers, separated by blanks. */
export type MeasureRow = readonly [type: string, rate: string, places: string]
export interface Ref {
  readonly id: string
  readonly type: string
}
export interface Resource extends Ref {
  readonly attributes: object
  readonly relationships?: Readonly<Record<string, { readonly data: Ref | readonly Ref[] | null }>>
}

interface Area {
  readonly id: string
  readonly name: string
  readonly members?: string
}
interface Type {
  readonly id: string
  readonly series: string
  readonly name: string
  readonly export?: true
  /** What its measures ask for, and what follows from it. */
  readonly conditions?: readonly (readonly [document: string, action: string, words: string])[]
}
interface Quota {
  readonly order: string
  readonly status?: string
  readonly volume?: string
  readonly balance?: string
}

const here = import.meta.dirname
const areas = new Map(yamlRows<Area>(here, 'areas.yaml').map((area) => [area.id, area]))
const types = new Map(yamlRows<Type>(here, 'measure-types.yaml').map((type) => [type.id, type]))
const quotas = new Map(yamlRows<Quota>(here, 'quotas.yaml').map((quota) => [quota.order, quota]))

export const ref = (type: string, id: string): Ref => ({ id, type })

const countries = [
  ...new Set(
    [...areas.values()].flatMap(({ id, members }) =>
      members === undefined ? [id] : members === '*' ? [] : members.split(' '),
    ),
  ),
]
const areaOf = (id: string): Resource => {
  const { name, members } = areas.get(id)!
  const within = members === undefined ? [] : members === '*' ? countries : members.split(' ')
  return {
    ...ref('geographical_area', id),
    attributes: { id, description: name, geographical_area_id: id },
    ...(within.length > 0 && {
      relationships: { children_geographical_areas: { data: within.map((one) => ref('geographical_area', one)) } },
    }),
  }
}
const typeOf = (id: string): Resource => {
  const { name, series } = types.get(id)!
  const attributes = {
    id,
    description: name,
    measure_type_series_id: series,
    validity_start_date: '1972-01-01T00:00:00.000Z',
    validity_end_date: null,
  }
  return { ...ref('measure_type', id), attributes }
}
const quotaOf = (order: string): readonly Resource[] => {
  const { status, volume, balance } = quotas.get(order)!
  const definition = status === undefined ? null : ref('definition', `2${order}`)
  return [
    {
      ...ref('order_number', order),
      attributes: { number: order },
      relationships: { definition: { data: definition } },
    },
    ...(definition
      ? [
          {
            ...definition,
            attributes: {
              status,
              initial_volume: volume,
              balance,
              measurement_unit: 'Kilogram (kg)',
              description: null,
            },
          },
        ]
      : []),
  ]
}

const measureOf = (id: string, type: string, rate: string, place: string): readonly Resource[] => {
  const [, area = '', order, additional] = /^(\w+?)(?::(\d+))?(?:\+(\w+))?$/.exec(place) ?? []
  const isExport = types.get(type)!.export === true
  const related = (kind: string, of: string | undefined) => ({ data: of === undefined ? null : ref(kind, of) })
  const conditions = (types.get(type)!.conditions ?? []).map(([code, action, words], i) => ({
    ...ref('measure_condition', `${id}${i}`),
    attributes: {
      action_code: action,
      certificate_description: words || null,
      condition_code: 'B',
      document_code: code,
      duty_expression: '',
    },
  }))
  return [
    areaOf(area),
    typeOf(type),
    ...(order === undefined ? [] : quotaOf(order)),
    ...(additional === undefined
      ? []
      : [{ ...ref('additional_code', additional), attributes: { code: additional, description: additional } }]),
    ...conditions,
    {
      ...ref('duty_expression', `${id}-duty_expression`),
      attributes: {
        base: rate,
        formatted_base: rate.replace(/\d[\d.]*/g, (figure) => `<span>${figure}</span>`),
        verbose_duty: rate,
      },
    },
    {
      ...ref('measure', id),
      attributes: {
        origin: 'eu',
        import: !isExport,
        export: isExport,
        vat: type === '305',
        excise: false,
        effective_start_date: '2021-01-01T00:00:00.000Z',
        effective_end_date: null,
        resolved_duty_expression: '',
      },
      relationships: {
        duty_expression: related('duty_expression', `${id}-duty_expression`),
        measure_type: related('measure_type', type),
        geographical_area: related('geographical_area', area),
        excluded_countries: { data: [] },
        measure_conditions: { data: conditions.map((one) => ref(one.type, one.id)) },
        order_number: related('order_number', order),
        ...(additional !== undefined && { additional_code: related('additional_code', additional) }),
      },
    },
  ]
}

/** All resources of a code's measures. Their numbers derive from the code. */
export const measuresOf = (code: string, rows: readonly MeasureRow[]): readonly Resource[] =>
  rows
    .flatMap(([type, rate, places]) => places.split(' ').map((place) => [type, rate, place] as const))
    // National measures (VAT) have negative numbers.
    .flatMap(([type, rate, place], i) =>
      measureOf(`${type === '305' ? '-' : ''}${code}${String(i).padStart(2, '0')}`, type, rate, place),
    )
