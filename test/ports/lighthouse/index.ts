/** An endpoint that rests on a source of the small client, and on one of HTTP calls. */
import { derive, endpoint, maybe, need, noSuch, params, section, text } from '@domesday/core'
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
  subject: { asked, required: [light] },
  sections: { light: section(found), tide: section(tide) },
})
