/** A source that the small client answers for. */
import { source } from '@domesday/core'
import { registered } from '../register/index.ts'

export interface Lighthouse {
  readonly name: string
  readonly height_m: number
  readonly flash_s: number
}

export const lighthouses = source({
  id: 'lighthouses',
  title: 'Register of lighthouses',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution: 'Contains the register of lighthouses',
  coverage: 'Lighthouses of the tests',
})

export const lighthouseNamed = registered(
  lighthouses,
  'named',
  (rows: readonly Lighthouse[], name: string) => rows.find((row) => row.name === name) ?? null,
)
