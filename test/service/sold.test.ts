/** What an unchanged answer costs again, and answers that are not sold because a part of them failed. */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runService, type RunningService } from '@domesday/tool-testing'
import { tokens } from '../../core/service/tokens.ts'
import { openFaultyWorld, type FaultyWorld } from './faulty-world.ts'
import { generous } from './generous.ts'

const at = '/api/v1/location/WA11UH'
const food = 'fsa-food-hygiene'
let world: FaultyWorld, service: RunningService
const start = (more: (dir: string) => void = () => {}) =>
  runService({
    gateway: world.origin,
    configure: (dir) => {
      generous(dir)
      mkdirSync(join(dir, 'sources'))
      writeFileSync(
        join(dir, 'sources', `${food}.yaml`),
        'breaker: { failures: 1000, for: 1s }\nttl: { default: 0s, none: 0s }\nstale_for: 0s\n',
      )
      more(dir)
    },
  })
beforeEach(async () => {
  world = await openFaultyWorld(['location'])
})
afterEach(async () => {
  await service.close()
  world.close()
})

const look = async (key: string, headers: Readonly<Record<string, string>> = {}, path = at) => {
  const { status, body, headers: got } = await service.send(path, { key, headers })
  return {
    status,
    code: body.code as string | undefined,
    detail: body.detail as string | undefined,
    id: body._meta?.request_id as string | undefined,
    charged: Number(got['x-credits-charged']),
    told: body._meta?.credits_charged as number | undefined,
    repeats: body._meta?.repeats as string | undefined,
    wait: got['retry-after'],
    applied: got['preference-applied'],
  }
}
const era = '2026-07-28'
const tool = async (key: string, headers: Readonly<Record<string, string>> = {}) => {
  const name = 'uk_location_intelligence',
    prefix = 'io.modelcontextprotocol'
  const _meta = {
    [`${prefix}/protocolVersion`]: era,
    [`${prefix}/clientInfo`]: { name: 'test', version: '1' },
    [`${prefix}/clientCapabilities`]: {},
  }
  const params = { name, arguments: { postcode: 'WA11UH' }, _meta }
  const { body, headers: got } = await service.send('/mcp', {
    key,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': era,
      'mcp-method': 'tools/call',
      'mcp-name': name,
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  })
  return { result: body.result, applied: got['preference-applied'] }
}
const balanceOf = async (key: string): Promise<readonly [balance: number, held: number]> => {
  const { balance, held } = (await service.send('/account', { key })).body.data
  return [balance, held]
}
/** What is kept is no longer fresh. */
const forget = () => service.container.get(tokens.answering).forget()

describe('an unchanged answer', () => {
  const priced = (price: number) =>
    start((dir) => appendFileSync(join(dir, 'service.yaml'), `\nbilling: { repeat_price: ${price} }\n`))

  it('costs the same again unless the operator says otherwise', async () => {
    service = await start()
    const key = await service.key(100)
    for (let i = 0; i < 2; i++) expect(await look(key)).toMatchObject({ charged: 10, repeats: undefined })
  })

  it('costs a part of its price, rounded up, whether it is gathered anew or not, and as a tool too', async () => {
    service = await priced(0.21)
    const key = await service.key(100)
    const first = await look(key)
    expect(first).toMatchObject({ charged: 10, told: 10, repeats: undefined })
    const again = { charged: 3, told: 3, repeats: first.id }
    expect(await look(key)).toMatchObject(again)
    forget()
    expect(await look(key)).toMatchObject(again)
    expect((await tool(key)).result.structuredContent._meta).toMatchObject({ credits_charged: 3, repeats: first.id })
    expect(await look(await service.key(100))).toMatchObject({ charged: 10 })
    expect(await look(key, {}, `${at}?depth=full`)).toMatchObject({ charged: 20 })
    expect(await balanceOf(key)).toEqual([100 - 10 - 3 * 3 - 20, 0])
  })

  it('is another once a gap has come or gone, and costs its full price then', async () => {
    service = await priced(0)
    const key = await service.key(100)
    await look(key)
    world.faults.set(food, 'drop')
    forget()
    const part = await look(key)
    expect(part).toMatchObject({ charged: 10, repeats: undefined })
    world.faults.clear()
    forget()
    // A free repeat, whose answer is the one that was bought.
    expect(await look(key)).toMatchObject({ charged: 0, repeats: part.id })
    expect(await look(key)).toMatchObject({ charged: 1, repeats: part.id })
  })

  it('needs the full price to be there before the work, and is charged once under an idempotency key', async () => {
    service = await priced(0.5)
    const key = await service.key(19)
    const first = await look(key)
    forget()
    expect(await look(key)).toMatchObject({ status: 402, code: 'insufficient_credits' })
    const paid = await service.key(25)
    await look(paid)
    forget()
    for (const charged of [5, 0])
      expect(await look(paid, { 'idempotency-key': 'once' })).toMatchObject({ charged, told: 5 })
    expect(await balanceOf(paid)).toEqual([10, 0])
    expect(first.charged).toBe(10)
  })

  it('costs the full price once where many ask at once', async () => {
    service = await priced(0.1)
    const key = await service.key(1_000)
    const all = await Promise.all(Array.from({ length: 20 }, () => look(key)))
    expect(all.map(({ charged }) => charged).toSorted((a, b) => b - a)).toEqual([10, ...Array(19).fill(1)])
    expect(await balanceOf(key)).toEqual([1_000 - 10 - 19, 0])
  })

  it('that is lost on its way is refunded as it was charged, and so is the charge in full with what it allowed', async () => {
    service = await priced(0.1)
    const { delivery } = service.container.get(tokens.billing)
    const key = await service.key(100)
    const first = await look(key),
      second = await look(key)
    expect(await delivery.lost(second.id!)).toBe('refunded')
    expect(await balanceOf(key)).toEqual([90, 0])
    expect(await look(key)).toMatchObject({ charged: 1, repeats: first.id })
    expect(await delivery.lost(first.id!)).toBe('refunded')
    expect(await look(key)).toMatchObject({ charged: 10, repeats: undefined })
    expect(await balanceOf(key)).toEqual([89, 0])
  })
})

describe('a whole answer', () => {
  const whole = { prefer: 'whole' }

  it('is answered and charged as any other, and says that it was preferred', async () => {
    service = await start()
    const key = await service.key(100)
    expect(await look(key, whole)).toMatchObject({ status: 200, charged: 10, applied: 'whole' })
    expect(await look(key)).toMatchObject({ status: 200, applied: undefined })
    expect((await tool(key, whole)).applied).toBe('whole')
  })

  it('is not sold in part: a 503, free, that says when to come back', async () => {
    service = await start()
    const key = await service.key(100)
    world.faults.set(food, 'busy')
    const asked = async () => {
      const refused = await look(key, whole)
      expect(refused).toMatchObject({ status: 503, code: 'not_whole', charged: 0, applied: 'whole' })
      expect(Number(refused.wait)).toBeGreaterThan(20)
      expect(refused.detail).toBe('The answer is not whole. Food hygiene ratings did not answer. Nothing was charged.')
    }
    await asked()
    // From the cache too.
    await asked()
    const { result } = await tool(key, whole)
    expect([result.isError, result.structuredContent.code]).toEqual([true, 'not_whole'])
    expect(await balanceOf(key)).toEqual([100, 0])
    expect(await look(key)).toMatchObject({ status: 200, charged: 10 })
  })

  it('whose gap does not pass by waiting has no Retry-After', async () => {
    service = await start()
    world.instead = (target) => (target.startsWith(food) ? '{"establishments":[{"FHRSID":{}}]}' : null)
    const refused = await look(await service.key(100), whole)
    expect(refused).toMatchObject({ status: 503, code: 'not_whole', wait: undefined })
    expect(refused.detail).toContain('waiting does not help')
  })

  it('is refused twelve times an hour to who asks the same, and sold without the header all the same', async () => {
    service = await start()
    const key = await service.key(1_000)
    world.faults.set(food, 'drop')
    const all = await Promise.all(Array.from({ length: 15 }, () => look(key, whole)))
    const codes = all.map(({ code }) => code).toSorted()
    expect(codes).toEqual([...Array(12).fill('not_whole'), ...Array(3).fill('rate_limited')])
    const asked = world.calls.length
    forget()
    const more = await look(key, whole)
    expect(more).toMatchObject({ status: 429, code: 'rate_limited', charged: 0 })
    expect(Number(more.wait)).toBeGreaterThan(3_000)
    expect(world.calls).toHaveLength(asked)
    expect(await look(key, whole, `${at}?depth=full`)).toMatchObject({ code: 'not_whole' })
    expect(await look(await service.key(100), whole)).toMatchObject({ code: 'not_whole' })
    expect(await look(key)).toMatchObject({ status: 200, charged: 10 })
  })

  it('counts the free keys of one address as one', async () => {
    service = await start()
    const free = async () => (await service.send('/keys', { method: 'POST', key: null })).body.data.key as string
    const keys = [await free(), await free()]
    world.faults.set(food, 'drop')
    await Promise.all(Array.from({ length: 12 }, () => look(keys[0]!, whole)))
    expect(await look(keys[1]!, whole)).toMatchObject({ status: 429 })
  })

  it('is another request than one without the header, to an idempotency key', async () => {
    service = await start()
    const key = await service.key(100)
    world.faults.set(food, 'drop')
    expect(await look(key, { ...whole, 'idempotency-key': 'a' })).toMatchObject({ code: 'not_whole' })
    // It was not used up.
    expect(await look(key, { 'idempotency-key': 'a' })).toMatchObject({ charged: 10 })
    expect(await look(key, { ...whole, 'idempotency-key': 'a' })).toMatchObject({ code: 'idempotency_mismatch' })
  })

  it('leaves a free repeat uncounted where that is not whole either', async () => {
    service = await start()
    const key = await service.key(10)
    world.faults.set(food, 'drop')
    const { id } = await look(key)
    forget()
    expect(await look(key, whole)).toMatchObject({ code: 'not_whole' })
    world.faults.clear()
    forget()
    expect(await look(key, whole)).toMatchObject({ status: 200, charged: 0, repeats: id })
  })
})
