/** Where the sections of an answer stand in it. */
import { describe, expect, it } from 'vitest'
import { derive, need, type Node } from '../contract/node.ts'
import { section } from '../contract/section.ts'
import { integer, object } from '../contract/shape.ts'
import { endpointOf, fails, operation, run } from '../../test/support/gather.ts'

const answering = <T>(id: string, answer: () => T): Node<T> => need(operation(id, answer), {}, () => ({})) as Node<T>
const n1 = answering('one', () => 1),
  n3 = answering('three', () => 3),
  broken = answering('broken', (): number => fails('upstream_failed'))
const outer = object({ n: integer() })

describe('a dotted section', () => {
  it('sits inside its parent where that is declared after it too', async () => {
    const { data } = await run(
      endpointOf({
        response: { 'a.inner': integer(), a: outer, 'b.inner': integer(), b: outer },
        sections: {
          'a.inner': section({ n3 }, ({ n3 }) => n3),
          a: section({ n1 }, ({ n1 }) => ({ n: n1 })),
          'b.inner': section({ n3 }, ({ n3 }) => n3),
          b: section({ broken }, ({ broken }) => ({ n: broken })),
        },
      }),
    )
    expect(data).toEqual({ a: { n: 1, inner: 3 }, b: null })
  })

  it('is put into no object that others hold', async () => {
    const kept = answering('kept', () => Object.freeze({ n: 1 })),
      shared = derive({ n1 }, ({ n1 }) => ({ n: n1 }))
    const { data } = await run(
      endpointOf({
        response: { a: outer, 'a.inner': integer(), b: outer, 'b.inner': integer(), c: outer },
        sections: {
          a: section({ kept }, ({ kept }) => kept),
          'a.inner': section({ n3 }, ({ n3 }) => n3),
          b: section({ shared }, ({ shared }) => shared),
          'b.inner': section({ n3 }, ({ n3 }) => n3),
          c: section({ shared }, ({ shared }) => shared),
        },
      }),
    )
    expect(data).toEqual({ a: { n: 1, inner: 3 }, b: { n: 1, inner: 3 }, c: { n: 1 } })
  })
})
