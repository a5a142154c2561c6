import { choice, drawn, integer, object, orNull, point, text, type Of, type Shape } from '@domesday/core'

const stopFields = drawn(
  object({
    name: text('As passengers know it'),
    type: choice(['rail', 'bus', 'metro', 'tram'], 'What stops there'),
    distance_m: integer({ description: 'As the crow flies', unit: 'm' }),
    coordinates: orNull(point()),
    locality: orNull(text('Town, village or quarter; not stated in London')),
    stop_code: text('National code of the stop, or of the area of a station'),
  }),
  'map',
  { title: 'name', kind: 'type', distance: 'distance_m', at: 'coordinates' },
)
/** A station or stop, and how far it is. */
export interface Stop extends Of<typeof stopFields> {}
export const stopShape: Shape<Stop> = stopFields
