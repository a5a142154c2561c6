/** An endpoint that rests on a source of the small client, and on one of HTTP calls. */
import {
  derive,
  endpoint,
  integer,
  maybe,
  need,
  noSuch,
  number,
  object,
  orNull,
  params,
  section,
  text,
} from '@domesday/core'
import { lighthouseNamed } from '../lighthouses/index.ts'
import { tideAt } from '../tides/index.ts'

const asked = params({ name: text({ description: 'The name of a lighthouse' }) })
const found = need(lighthouseNamed, { asked }, ({ asked }) => asked.name)
const light = derive({ found: maybe(found) }, ({ found }) => found ?? noSuch('There is no such lighthouse.'))
const tide = need(tideAt, { light }, ({ light }) => light.name)

export const lighthouse = endpoint({
  id: 'lighthouse',
  title: 'Lighthouses',
  summary: 'A lighthouse and the tide at it.',
  home: import.meta.dirname,
  path: '/lighthouse/{name}',
  asked,
  required: [light],
  response: {
    light: object({ name: text(), height_m: integer(), flash_s: integer() }),
    tide: orNull(object({ high_m: number() })),
  },
  sections: {
    light: section({ light }, ({ light }) => light),
    tide: section({ tide }, ({ tide }) => tide),
  },
})
