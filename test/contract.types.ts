/**
 * What must not compile. Each line below an `@ts-expect-error` is a mistake that an author would make: `tsc` fails
 * when one of them is no longer caught.
 */
import {
  ambiguous,
  derive,
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
  section,
  source,
  some,
  text,
  type Of,
  type Operation,
} from '@domesday/core'

const about = source({ id: 'types', title: '', home: '', licence: '', attribution: '', coverage: '' })
const lookup = about.get('lookup', {
  path: (id: string) => id,
  read: (wire: { name: string }) => ({ name: wire.name, size: null as number | null }),
})
const maybeThere = about.get('maybe', {
  path: (id: string) => id,
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

const frame = { id: 'types', title: '', summary: '', home: '', path: '/types/{id}', asked, required: [thing] }
const response = { a: object({ name: text(), size: orNull(integer()) }), b: integer() }

endpoint({
  ...frame,
  response,
  sections: { a: section({ thing }, ({ thing }) => thing), b: section({ count }, ({ count }) => count) },
})
// A section without its shape, a shape without its section, a wrong field, a missing field.
const a = section({ thing }, ({ thing }) => thing)
const b = section({ count }, ({ count }) => count)
// @ts-expect-error
endpoint({ ...frame, response, sections: { a } })
// @ts-expect-error
endpoint({ ...frame, response: { b: integer() }, sections: { a, b } })
const wrongField = section({ thing }, () => ({ name: 1, size: null }))
// @ts-expect-error
endpoint({ ...frame, response, sections: { a: wrongField, b } })
const missingField = section({ thing }, () => ({ name: 'x' }))
// @ts-expect-error
endpoint({ ...frame, response, sections: { a: missingField, b } })

/** Shapes carry their types. */
export const shaped: Of<typeof response.a> = { name: 'x', size: null }
// @ts-expect-error
export const misshaped: Of<typeof response.a> = { name: 'x', size: 'large' }
// @ts-expect-error An operation answers its own type.
export const wrong: Operation<string, string> = lookup
