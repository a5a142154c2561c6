/** Figures of wider areas, of the same definition as the local figure that they stand beside. */
import { capitalised, figure, listed, object, orNull, text, type Of, type Shape } from '@domesday/core'

/** From the nearest area to the widest. */
export const widerLevels = ['district', 'region', 'nation', 'uk'] as const
export type WiderLevel = (typeof widerLevels)[number]

const benchmarkOf = (value: Shape<number>) =>
  orNull(
    object({
      value,
      area: text('Name of the area'),
      period: orNull(text('That the value is of, as published; it may be another than that of the local figure')),
      source: text('Id of the source'),
    }),
  )
const fieldsOf = (value: Shape<number>) =>
  object(
    {
      district: benchmarkOf(value),
      region: benchmarkOf(value),
      nation: benchmarkOf(value),
      uk: benchmarkOf(value),
    },
    'The same figure of wider areas; null where none is published by the same definition',
  )
export type Benchmark = NonNullable<Of<ReturnType<typeof benchmarkOf>>>
/** What a figure is compared with. */
export interface Comparison extends Of<ReturnType<typeof fieldsOf>> {}

const named = (unit: string): string => unit.replace('%', 'percent').split(/\W+/).map(capitalised).join('')

/** The shape of a comparison of figures in this unit: the same everywhere, so that the API reference names it once. */
export const comparisonIn = (unit: string): Shape<Comparison> => {
  const fields = fieldsOf(figure(unit, 'By the same definition'))
  return { ...fields, schema: { ...fields.schema, title: `ComparisonIn${named(unit)}` } }
}

/** A figure of one area. */
export interface Compared extends Omit<Benchmark, 'source'> {
  readonly level: WiderLevel
}

/** Of several figures of a level the first counts. */
export const comparisonOf = (source: string, figures: readonly Compared[]): Comparison => {
  const at = (level: WiderLevel): Benchmark | null => {
    const found = figures.find((one) => one.level === level)
    return found ? { value: found.value, area: found.area, period: found.period, source } : null
  }
  return { district: at('district'), region: at('region'), nation: at('nation'), uk: at('uk') }
}

/** A region named after a direction has an article: the North West, the East of England. */
export const areaName = (area: string): string =>
  /^(North|East|South|West) /.test(area) || area === 'United Kingdom' ? `the ${area}` : area

/**
 * The wider figures as the end of a sentence: `3.9 % in the North West and 4.2 % in England`. Those of another period
 * name it; `except` is the area that the sentence is about.
 */
export const besideInWords = (
  comparison: Comparison,
  of: { readonly period: string | null; readonly except: string | null },
  write: (value: number) => string,
): string =>
  listed(
    widerLevels
      .flatMap((level) => comparison[level] ?? [])
      .filter(({ area }) => area !== of.except)
      .map(
        ({ value, area, period }) =>
          `${write(value)} in ${areaName(area)}${period === of.period || period === null ? '' : ` (${period})`}`,
      ),
  )
