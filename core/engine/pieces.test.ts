import { expect, it } from 'vitest'
import { maybe, some } from '../contract/node.ts'
import { full, section, standard } from '../contract/section.ts'
import { integer, object, orNull, text } from '../contract/shape.ts'
import { field, pick, render } from '../contract/show.ts'
import { answering, endpointOf, fails, run } from '../../test/support/gather.ts'

const sky = answering('sky', object({ colour: text() }), () => ({ colour: 'blue' }))
const broken = answering('broken', object({ depth: integer() }), () => fails('upstream_failed'))
const answer = (...sections: Parameters<typeof endpointOf>) => run(endpointOf(...sections))

it('takes null of what code works out for none, unless its shape takes null', async () => {
  const clouds = object({ count: integer() })
  const none = render(clouds, sky, () => null),
    empty = render(orNull(clouds), sky, () => null)
  const { data, missing, pluginErrors } = await answer({
    none: section(pick(none, 'count'), { colour: field(sky, 'colour') }),
    alone: standard(none),
    empty: section({ clouds: empty, colour: field(sky, 'colour') }),
  })
  expect(data).toEqual({ none: null, alone: null, empty: { clouds: null, colour: 'blue' } })
  expect(missing.map(({ section, reason }) => [section, reason])).toEqual([
    ['none', 'no_data'],
    ['alone', 'no_data'],
  ])
  expect(pluginErrors).toEqual([])
})

it('works out once what several sections show', async () => {
  let times = 0
  const seen = render(object({ a: integer(), b: integer() }), sky, () => ({ a: ++times, b: 1 }))
  expect((await answer({ a: section(field(seen, 'a')), b: full(pick(seen, 'a')) })).data).toEqual({ a: 1, b: { a: 1 } })
})

it('shows the parts of which some must be there, each with its fields', async () => {
  const known = some({ sky, broken })
  const { data, missing } = await answer({
    both: section(field(known, 'sky'), { depth_m: field(field(known, 'broken'), 'depth') }),
    neither: section(field(some({ broken, again: maybe(broken) }), 'broken')),
  })
  expect(data).toEqual({ both: { colour: 'blue', depth_m: null }, neither: null })
  expect(missing.map(({ section, source }) => [section, source])).toEqual([
    ['both', 'broken'],
    ['neither', 'broken'],
  ])
})
