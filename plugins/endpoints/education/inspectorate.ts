/** The inspectorate of a nation, and whether it gives one word for a school. */
import { object, orNull, text, type Of } from '@domesday/core'

export const inspectorateShape = orNull(
  object(
    { name: text('Who inspects state schools there'), note: text('Whether that comes to a single grade') },
    'Of the nation that the postcode is in; null where it is in none of the four',
  ),
)

/** By nation. The Crown dependencies are not included. */
export const inspectorates: Readonly<Record<string, Of<typeof inspectorateShape>>> = {
  England: {
    name: 'Ofsted',
    note: 'Ofsted gave state schools a single grade until September 2024. Such grades are shown as they were given; what newer inspections come to is our reading, marked as derived.',
  },
  Wales: {
    name: 'Estyn',
    note: 'There is no single grade in Wales: since 2022 Estyn has described each school in words.',
  },
  Scotland: {
    name: 'Education Scotland',
    note: 'There is no single grade in Scotland: inspectors evaluate a few quality indicators one by one.',
  },
  'Northern Ireland': {
    name: 'Education and Training Inspectorate',
    note: 'There is no single grade in Northern Ireland: inspectors describe each school in words.',
  },
}
