/** Answers that lack what their operation declares: what the caller, the log and the metrics are told. */
import { expect, it } from 'vitest'
import { apart, integer, object, sent, wire } from '@domesday/core'
import { clientOf, declare, respondJson, loopback, settingsFor } from '../../../test/support/loopback.ts'
import { upstreamFaultOf } from '../../../test/support/faults.ts'

const { must, number } = sent
const sold = wire({ items: must([{ price: must(number), day: sent.often(sent.text) }]) })

const asking = async (body: unknown) => {
  const { origin, seen } = await loopback((response) => respondJson(response, body))
  const about = declare()
  const sales = about.get('sales', {
    wire: sold,
    path: (page: number) => `/sales/${page}`,
    digest: object({ total: integer(), unread: integer() }),
    read: ({ items }, _, unread) => ({ total: items.length, unread }),
  })
  const settings = settingsFor(origin, { timeout: 20_000, breaker: { failures: 1, for: 60_000 } })
  const client = clientOf([about], settings)
  return { client, seen, ask: (page = 1) => client.ask(sales, page) }
}
const priced = (count: number): readonly object[] => Array.from({ length: count }, () => ({ price: 1, day: 'today' }))

it('is another document without what every one has: told apart from failures, with no word of another try', async () => {
  const { client, seen, ask } = await asking({ items: [{ cost: 1 }] })
  expect(await upstreamFaultOf(ask())).toMatchObject({ reason: 'upstream_changed', retryAfter: null })
  expect(client.warnings).toMatchObject([{ operation: 'sales', detail: expect.stringContaining('items[].price') }])
  expect(client.events).toMatchObject([{ source: 'test-source', outcome: 'upstream_changed' }])
  // It says nothing about other questions: none of them is held back.
  for (const page of [2, 3, 4]) expect((await upstreamFaultOf(ask(page))).reason).toBe('upstream_changed')
  expect(seen).toHaveLength(4)
})

it('is read without the rows that lack what every row has, and is known in part', async () => {
  const { client, ask } = await asking({ items: [...priced(11), { day: 'today' }] })
  expect(apart((await ask()).value)).toMatchObject({
    value: { total: 11, unread: 1 },
    parts: [{ why: '1 of 12 rows could not be read', known: 11 / 12 }],
  })
  expect(client.events).toMatchObject([{ outcome: 'part' }])
  expect(client.warnings).toMatchObject([{ operation: 'sales', rows_unread: 1 }])
})

it('is known in part where no row has what nearly all have', async () => {
  const { ask } = await asking({ items: priced(5).map(() => ({ price: 1 })) })
  expect(apart((await ask()).value).parts).toEqual([{ why: 'no row states items[].day' }])
})

it('is checked where large bodies are read, too', async () => {
  const { client, ask } = await asking({ items: priced(70_000).map(() => ({ cost: 1 })) })
  expect(await upstreamFaultOf(ask())).toMatchObject({ message: expect.stringContaining('items[].price') })
  expect(client.events).toMatchObject([{ outcome: 'upstream_changed' }])
})
