/** The source and the envelope of its answers. */
import { many, present, source, stated } from '@domesday/core'

export const carbonIntensity = source({
  id: 'carbon-intensity',
  title: 'Carbon intensity of electricity',
  home: import.meta.dirname,
  licence: 'CC-BY-4.0',
  attribution:
    'Carbon Intensity API, National Energy System Operator, with Environmental Defense Fund Europe, the University of Oxford and WWF, CC BY 4.0',
  covers: ['England', 'Wales', 'Scotland'],
  coverage:
    'Great Britain: carbon intensity and generation mix of electricity for 14 regions and the whole, by the half hour',
})

export interface Intensity {
  readonly forecast?: number | null
  readonly actual?: number | null
  readonly index?: string | null
}
export interface Share {
  readonly fuel?: string
  readonly perc?: number | string | null
}
export interface Period {
  readonly from?: string
  readonly to?: string
  readonly intensity?: Intensity | null
  readonly generationmix?: readonly Share[] | null
}
export interface Region {
  readonly regionid?: number
  readonly shortname?: string
  readonly data?: readonly Period[] | Period
}
export interface CarbonReply<T> {
  readonly data?: readonly T[] | T
}

/** The service sends a list, or a single object instead of a list of one. */
export const dataOf = <T>({ data }: CarbonReply<T>): readonly T[] => many<T>(present(data, 'data'))

/** Adds the seconds, which the service leaves out: `2026-10-15T09:00Z`. */
export const timeOf = (raw: unknown): string | null => {
  const full = stated(raw)?.replace(/(T\d\d:\d\d)Z$/, '$1:00Z') ?? ''
  return /^\d{4}-\d{2}-\d{2}T/.test(full) && !Number.isNaN(Date.parse(full)) ? full : null
}
