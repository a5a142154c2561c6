/** Answers of another shape than an operation demands: what the caller, the log and the metrics are told. */
import { expect, it } from 'vitest'
import { integer, object, type Demands } from '@domesday/core'
import { clientOf, declare, respondJson, loopback, settingsFor } from '../../../test/support/loopback.ts'
import { upstreamFaultOf } from '../../../test/support/faults.ts'

interface Sales {
  readonly items: readonly { readonly price: number }[]
}

const asking = async (body: unknown, demands: Demands) => {
  const { origin } = await loopback((response) => respondJson(response, body))
  const about = declare()
  const sales = about.get('sales', {
    ...demands,
    path: () => '/sales',
    digest: object({ total: integer(), unread: integer() }),
    read: ({ items }: Sales, _: number, unread) => ({ total: items.length, unread }),
  })
  const client = clientOf([about], settingsFor(origin, { timeout: 20_000 }))
  return { client, ask: () => client.ask(sales, 1) }
}
const priced = (count: number): readonly object[] => Array.from({ length: count }, () => ({ price: 1 }))

it('fails, is logged with the field, and is counted apart', async () => {
  const { client, ask } = await asking({ items: [{ cost: 1 }] }, { demands: ['items[].price'] })
  const fault = await upstreamFaultOf(ask())
  expect(fault).toMatchObject({ reason: 'upstream_failed', source: 'test-source' })
  expect(client.warnings).toMatchObject([{ operation: 'sales', detail: expect.stringContaining('items[].price') }])
  expect(client.events).toMatchObject([{ source: 'test-source', outcome: 'upstream_changed' }])
})

it('gives the reader the number of rows that it does not see', async () => {
  const { client, ask } = await asking({ items: [...priced(19), {}] }, { demands: ['items[].price'], rows: 'items[]' })
  expect((await ask()).value).toEqual({ total: 19, unread: 1 })
  expect(client.events).toMatchObject([{ outcome: 'part' }])
  expect(client.warnings).toMatchObject([{ operation: 'sales', rows_unread: 1 }])
})

it('is counted where it lacks what is believed to be there', async () => {
  const { client, ask } = await asking({ items: priced(2) }, { demands: ['items[].price'], expects: ['items[].day'] })
  expect((await ask()).value).toEqual({ total: 2, unread: 0 })
  expect(client.events).toMatchObject([{ outcome: 'part' }])
  expect(client.warnings).toMatchObject([{ lacking: ['items[].day'] }])
})

it('is checked where large bodies are read, too', async () => {
  const { client, ask } = await asking({ items: [...priced(70_000), {}] }, { demands: ['items[].price'] })
  expect(await upstreamFaultOf(ask())).toMatchObject({ message: expect.stringContaining('items[].price') })
  expect(client.events).toMatchObject([{ outcome: 'upstream_changed' }])
})
