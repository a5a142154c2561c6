/**
 * What must not compile. Each line below an `@ts-expect-error` is a mistake that an author would make: `tsc` fails
 * when one of them is no longer caught.
 */
import {
  ambiguous,
  choice,
  dataset,
  date,
  derive,
  drawn,
  each,
  endpoint,
  first,
  integer,
  maybe,
  need,
  noSuch,
  object,
  orNull,
  params,
  pick,
  render,
  section,
  source,
  some,
  standard,
  text,
  type Of,
  type Operation,
} from '@domesday/core'

const about = source({ id: 'types', title: '', home: '', licence: '', attribution: '', coverage: '' })
const thingShape = object({ name: text(), size: orNull(integer()) })
const lookup = about.get('lookup', {
  path: (id: string) => id,
  digest: thingShape,
  read: (wire: { name: string }) => ({ name: wire.name, size: null as number | null }),
})
const rows = dataset({
  id: 'rows',
  title: '',
  home: '',
  licence: '',
  attribution: '',
  coverage: '',
  pull: [],
  row: (wire: { readonly id: string }) => wire,
  key: ({ id }) => id,
})
const maybeThere = about.get('maybe', {
  path: (id: string) => id,
  digest: integer(),
  read: (wire: { n: number }) => wire.n,
  none: () => null,
})

const asked = params({ id: text() })
const thing = need(lookup, { asked }, ({ asked }) => asked.id)
const count = need(maybeThere, { asked }, ({ asked }) => asked.id)

// A node that was not listed is not there.
// @ts-expect-error
derive({ thing }, ({ count }) => count)

// A question of the wrong type, or with a misspelt field.
// @ts-expect-error
need(lookup, { asked }, () => 42)
// @ts-expect-error
need(lookup, { asked }, ({ asked }) => asked.idd)
// @ts-expect-error
each(lookup, { asked }, ({ asked }) => asked.id)

// None is stripped: what is listed is known …
derive({ count }, ({ count }) => count + 1)
// … unless it says maybe, and then null must be handled.
// @ts-expect-error
derive({ count: maybe(count) }, ({ count }) => count + 1)
// @ts-expect-error
derive({ both: some({ thing, count }) }, ({ both }) => both.count + 1)
// A leaf that the source may not state must be handled too.
// @ts-expect-error
derive({ thing }, ({ thing }) => thing.size + 1)

// noSuch is no value that a later node sees.
const chosen = derive({ asked }, ({ asked }) => (asked.id === '' ? noSuch('No such.') : asked.id.length))
derive({ chosen }, ({ chosen }) => chosen.toFixed())
// Nor is ambiguous.
const meant = derive({ asked }, ({ asked }) => (asked.id === '' ? ambiguous('Several.', []) : asked.id.length))
derive({ meant }, ({ meant }) => meant.toFixed())
// first gives either type.
// @ts-expect-error
derive({ it: first(thing, count) }, ({ it }) => it.toFixed())

// An operation without the shape of its answers.
// @ts-expect-error
about.get('shapeless', { path: (id: string) => id, read: (wire: { name: string }) => wire.name })
// @ts-expect-error
about.run('shapeless', async (id: string, { ask }) => ask(lookup, id))
// @ts-expect-error
about.declare<string, number>('shapeless', { kind: 'types:list' })
// @ts-expect-error
rows.ask('shapeless', (all, id: string) => all.key(id))

endpoint({
  id: 'types',
  title: '',
  summary: '',
  home: '',
  path: '/types/{id}',
  subject: { asked, required: [thing] },
  sections: { a: section(thing), b: standard('Counted', { count, twice: render(integer(), count, (n) => 2 * n) }) },
})
// A value without a shape, code without one, a piece of what is no object, a wrong field, a missing field.
// @ts-expect-error
section({ chosen })
// @ts-expect-error
section({ thing }, ({ thing }: { thing: unknown }) => thing)
// @ts-expect-error
section(pick(count, 'name'))
// @ts-expect-error
section(render(thingShape, thing, () => ({ name: 1, size: null })))
// @ts-expect-error
section(render(thingShape, thing, () => ({ name: 'x' })))

// A picture names fields that are there and has the parts that it needs; tones name words of the choice.
const dated = object({ on: date(), name: text(), size: integer() })
drawn(dated, 'series', { on: 'on', counter: 'size' })
// @ts-expect-error
drawn(dated, 'series', { on: 'no', value: 'size' })
// @ts-expect-error
drawn(dated, 'series', { on: 'on' })
// @ts-expect-error
drawn(dated, 'map', { title: 'name' })
// @ts-expect-error
drawn(dated, 'pie', {})
// @ts-expect-error
choice(['open', 'shut'], { tones: { good: ['opne'] } })

/** Shapes carry their types. */
export const shaped: Of<typeof thingShape> = { name: 'x', size: null }
// @ts-expect-error
export const misshaped: Of<typeof thingShape> = { name: 'x', size: 'large' }
// @ts-expect-error An operation answers its own type.
export const wrong: Operation<string, string> = lookup
