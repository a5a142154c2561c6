import { expect, it } from 'vitest'
import { need } from '../contract/node.ts'
import { section, standard, unpriced } from '../contract/section.ts'
import { text } from '../contract/shape.ts'
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
