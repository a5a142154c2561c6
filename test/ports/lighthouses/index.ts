/** A source that the small client answers for. */
import { integer, object, source, text, type Of } from '@domesday/core'
import { registered } from '../register/index.ts'

const lighthouseShape = object({ name: text(), height_m: integer(), flash_s: integer() })
type Lighthouse = Of<typeof lighthouseShape>

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
  { digest: lighthouseShape },
)
