/** Where the sections of an answer stand in it. */
import { describe, expect, it } from 'vitest'
import { section } from '../contract/section.ts'
import { integer, object } from '../contract/shape.ts'
import { render } from '../contract/show.ts'
import { answering, endpointOf, fails, run } from '../../test/support/gather.ts'

const n1 = answering('one', integer(), () => 1),
  n3 = answering('three', integer(), () => 3),
  broken = answering('broken', integer(), () => fails('upstream_failed'))
const outer = object({ n: integer() })

describe('a dotted section', () => {
  it('sits inside its parent where that is declared after it too', async () => {
    const { data } = await run(
      endpointOf({
        'a.inner': section(n3),
        a: section({ n: n1 }),
        'b.inner': section(n3),
        b: section({ n: broken }),
      }),
    )
    expect(data).toEqual({ a: { n: 1, inner: 3 }, b: null })
  })

  it('is put into no object that others hold', async () => {
    const kept = answering('kept', outer, () => Object.freeze({ n: 1 })),
      shared = render(outer, n1, (n) => ({ n }))
    const { data } = await run(
      endpointOf({
        a: section(kept),
        'a.inner': section(n3),
        b: section(shared),
        'b.inner': section(n3),
        c: section(shared),
      }),
    )
    expect(data).toEqual({ a: { n: 1, inner: 3 }, b: { n: 1, inner: 3 }, c: { n: 1 } })
  })
})
