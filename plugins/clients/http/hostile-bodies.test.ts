/** Bodies that no upstream means to send: whatever they hold, a caller has an answer, or a gap that says so. */
import { describe, expect, it } from 'vitest'
import { apart, integer, list, number, object, sent, wire } from '@domesday/core'
import { clientOf, declare, loopback, settingsFor } from '../../../test/support/loopback.ts'
import { upstreamFaultOf } from '../../../test/support/faults.ts'

const { must, often, scalar } = sent
const sold = wire({
  count: scalar,
  about: sent.any,
  items: must([{ price: must(sent.number), size: sent.number, tags: [sent.text], day: often(sent.text) }]),
})

/** Asks for a body as it stands. */
const asking = async (body: string) => {
  const { origin } = await loopback((response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(body)
  })
  const about = declare()
  const sales = about.get('sales', {
    wire: sold,
    path: () => '/sales',
    digest: object({ prices: list(number()), sized: integer(), tags: integer(), unread: integer() }),
    read: ({ items }, _, unread) => ({
      prices: items.slice(0, 3).map(({ price }) => price),
      sized: items.filter(({ size }) => size != null).length,
      tags: items.reduce((sum, { tags }) => sum + (tags ?? []).length, 0),
      unread,
    }),
  })
  const client = clientOf([about], settingsFor(origin, { max_bytes: 40_000_000 }))
  return { client, ask: () => client.ask(sales, {}) }
}
const readOf = async (body: string) => apart((await (await asking(body)).ask()).value)
const faultOf = async (body: string) => upstreamFaultOf((await asking(body)).ask())
const row = '{"price":1,"size":2,"tags":["a"],"day":"today"}'
const rows = (count: number, one = row): string => Array(count).fill(one).join()
const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)
const deepObject = (levels: number): string => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels)

describe('a body of another kind', () => {
  it.each([
    ['a list', `[${row}]`],
    ['a text', '"sales"'],
    ['a number', '7'],
    ['a flag', 'true'],
    ['nothing', 'null'],
    ['an object without its list', '{"count":0}'],
    ['no list where one is due', '{"items":"none"}'],
    ['a list of lists', '{"items":[[],[]]}'],
    ['a list of nothing', '{"items":[null,null]}'],
  ])('is another document, and a gap: %s', async (_what, body) => {
    expect(await faultOf(body)).toMatchObject({ reason: 'upstream_changed', retryAfter: null })
  })

  it.each([
    ['empty', ''],
    ['cut short', `{"items":[${row}`],
    ['a page', '<html><body>Sorry</body></html>'],
  ])('is a gap where it is no JSON: %s', async (_what, body) => {
    expect((await faultOf(body)).reason).toMatch(/^upstream_/)
  })
})

describe('a body that is deep', () => {
  const levels = 100_000
  it('is read where nobody looks into its depth', async () => {
    for (const nested of [deep(levels), deepObject(levels)])
      for (const member of ['about', 'unnamed'])
        expect(await readOf(`{"${member}":${nested},"items":[${row}]}`)).toMatchObject({
          value: { prices: [1], unread: 0 },
          parts: [],
        })
  })

  it('is without what should be a value and is not, and is another document where that is due', async () => {
    expect(await readOf(`{"items":[${rows(4)},{"price":1,"day":"today","size":${deep(levels)}}]}`)).toMatchObject({
      value: { sized: 4, unread: 0 },
    })
    expect(await readOf(`{"items":[${rows(4)},{"price":${deepObject(levels)}}]}`)).toMatchObject({
      value: { unread: 1 },
      parts: [{ why: '1 of 5 rows could not be read' }],
    })
    for (const body of [deep(levels), deepObject(levels), `{"items":${deep(levels)}}`])
      expect((await faultOf(body)).reason).toBe('upstream_changed')
  })
})

describe('a body with numbers that no number can hold', () => {
  it.each(['1e400', '-1e400', '9'.repeat(400), `${'9'.repeat(400)}.5`])(
    'takes the row that must have one, and says so: %#',
    async (huge) => {
      expect(await readOf(`{"items":[${rows(4)},{"price":${huge},"day":"today"}]}`)).toMatchObject({
        value: { prices: [1, 1, 1], unread: 1 },
        parts: [{ why: '1 of 5 rows could not be read' }],
      })
      expect(await readOf(`{"count":${huge},"items":[{"price":1,"size":${huge}}]}`)).toMatchObject({
        value: { prices: [1], sized: 0, unread: 0 },
      })
      expect((await faultOf(`{"items":[{"price":${huge}}]}`)).reason).toBe('upstream_changed')
    },
  )
})

describe('a body that is large', () => {
  const members = (count: number): string => Array.from({ length: count }, (_, i) => `"m${i}":1`).join()
  it('is read beside a million members that nobody has named, of which fifty are told', async () => {
    const { client, ask } = await asking(`{"items":[${row}],${members(1_000_000)}}`)
    expect(apart((await ask()).value)).toMatchObject({ value: { prices: [1] }, parts: [] })
    expect(JSON.stringify(client.warnings).length).toBeLessThan(5_000)
    expect(await readOf(`{"items":[{"price":1,"day":"today",${members(100_000)}}]}`)).toMatchObject({
      value: { prices: [1] },
    })
  })

  it('is read where it has 5 MB, and its one odd row is told', async () => {
    const body = `{"items":[${rows(104_000)},{"day":"today"}]}`
    expect(body.length).toBeGreaterThan(4_900_000)
    expect(await readOf(body)).toMatchObject({
      value: { tags: 104_000, unread: 1 },
      parts: [{ why: '1 of 104001 rows could not be read' }],
    })
  })

  it('is refused where it is larger than its source may send', async () => {
    expect((await faultOf(`{"items":[],"about":"${'x'.repeat(41_000_000)}"}`)).reason).toMatch(/^upstream_/)
  })
})
