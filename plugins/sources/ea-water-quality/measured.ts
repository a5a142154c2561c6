/** Results of samples as the archive writes them, and the means of those at one point. */
import {
  choice,
  date,
  day,
  figure,
  integer,
  number,
  numeric,
  object,
  orNull,
  rounded,
  sent,
  stated,
  text,
  wire,
  type Of,
  type Sent,
} from '@domesday/core'

/** Substances to read, by the archive's codes. */
export const determinands = { '0111': 'ammonia', '9901': 'oxygen', '0180': 'phosphate', '0117': 'nitrate' } as const
export type Determinand = (typeof determinands)[keyof typeof determinands]

const milligrams = (about: string) => orNull(figure('mg/l', about))
export const samplesFields = {
  samples: integer('Days of sampling in the last year'),
  newest: date('Day of the newest sample'),
  ammonia_mg_l: milligrams('Mean ammoniacal nitrogen'),
  dissolved_oxygen_pct: orNull(figure('%', 'Mean, of saturation')),
  phosphate_mg_l: milligrams('Mean orthophosphate, as phosphorus'),
  nitrate_mg_l: milligrams('Mean nitrate, as nitrogen'),
}
/** The samples of a year at one point: how many, and their means. */
export const samplesShape = object(samplesFields)
export type Samples = Of<typeof samplesShape>

const { scalar, must, often, unread } = sent
/** A term of the archive has a code and words. */
export const conceptSent = unread('@id', '@type', 'id', 'type', 'altLabel', 'notation', 'prefLabel')
/**
 * Held against clients of the archive, whose schema is not to be had: a result is nothing without its place, its day
 * and its substance. What was not measured may have words in place of a number, or nothing.
 */
export const observationSent = {
  phenomenonTime: must(scalar),
  hasSimpleResult: often(scalar),
  hasSamplingPoint: must({ ...conceptSent, notation: must(scalar) }),
  observedProperty: must({ ...conceptSent, notation: must(scalar) }),
  ...unread('id', '@id', '@type', 'type', 'hasResult', 'hasSample', 'hasUnit', 'resultTime'),
}
const observationWire = wire(observationSent)

/** A result is a string, `0.12` or `<0.03`: below the detection limit, half of the limit counts. */
export const resultOf = (raw: unknown): number | null => {
  const text = stated(raw) ?? ''
  const value = numeric(text.replace(/^[<>]/, ''))
  return value === null ? null : text.startsWith('<') ? value / 2 : value
}

export const measuredShape = object({
  point: text(),
  on: date(),
  of: choice(Object.values(determinands)),
  value: number(),
})
export type Measured = Of<typeof measuredShape>

export const measuredIn = ({
  phenomenonTime,
  hasSimpleResult,
  hasSamplingPoint,
  observedProperty,
}: Sent<typeof observationWire>): readonly Measured[] => {
  const point = stated(hasSamplingPoint.notation),
    on = day(phenomenonTime),
    value = resultOf(hasSimpleResult)
  const of = determinands[observedProperty.notation as keyof typeof determinands]
  return point === null || on === null || value === null || of === undefined ? [] : [{ point, on, of, value }]
}

export const samplesIn = (measured: readonly Measured[]): Samples => {
  const mean = (of: Determinand): number | null => {
    const values = measured.filter((one) => one.of === of).map(({ value }) => value)
    return values.length === 0 ? null : rounded(values.reduce((sum, value) => sum + value, 0) / values.length, 3)
  }
  const days = [...new Set(measured.map(({ on }) => on))].toSorted()
  return {
    samples: days.length,
    newest: days.at(-1)!,
    ammonia_mg_l: mean('ammonia'),
    dissolved_oxygen_pct: mean('oxygen'),
    phosphate_mg_l: mean('phosphate'),
    nitrate_mg_l: mean('nitrate'),
  }
}
