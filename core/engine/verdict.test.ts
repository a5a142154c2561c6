import { expect, it } from 'vitest'
import { maybe, need } from '../contract/node.ts'
import { section, standard, unpriced } from '../contract/section.ts'
import { list, number, orNull, text } from '../contract/shape.ts'
import { render } from '../contract/show.ts'
import { asked, endpointOf, fails, operation, run } from '../../test/support/gather.ts'

const words = (id: string, answer: () => string) => need(operation(id, text(), answer), asked, ({ id }) => id)
const there = words('there', () => 'here')
const down = words('down', () => fails('upstream_failed'))
const outside = words('outside', () => fails('not_imported'))

const gathered = (sections: Parameters<typeof endpointOf>[0]) => run(endpointOf(sections), { asked: { id: 'x' } })

it('fails where all that is sold failed, whatever is unknown beside it', async () => {
  expect((await gathered({ one: section(down), two: unpriced(standard(outside)) })).verdict).toBe('upstream_failed')
  expect((await gathered({ one: section(down), two: standard(outside) })).verdict).toBe('nothing_known')
  expect((await gathered({ one: section(down), two: unpriced(standard(there)) })).verdict).toBe('nothing_known')
})

it('knows nothing where nothing was found, and something could not be asked', async () => {
  const found = (rows: readonly string[], lost: typeof there) => ({
    rows: section(render(list(text()), { there, lost: maybe(lost) }, () => rows)),
    total: section(render(orNull(number()), { there, lost: maybe(lost) }, () => null)),
  })
  expect((await gathered(found([], outside))).verdict).toBe('nothing_known')
  expect((await gathered(found(['x'], outside))).verdict).toBe('known')
  expect((await gathered(found([], there))).verdict).toBe('known')
})
