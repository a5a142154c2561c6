/** A source of HTTP calls, which the small gateway stands in for. */
import { number, object, source } from '@domesday/core'

export const tides = source({
  id: 'tides',
  title: 'Tide tables',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution: 'Contains tide tables',
  coverage: 'Places of the tests',
})

export const tideAt = tides.get('tide', {
  path: (place: string) => ['/tides', { place }],
  digest: object({ high_m: number() }),
  read: ({ high_m }: { readonly high_m: number }) => ({ high_m }),
})
