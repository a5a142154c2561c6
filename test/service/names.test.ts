/** Who was meant: names that one subject has, and names that several have, on every surface. */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { x402Client } from '@x402/core/client'
import { decodePaymentRequiredHeader, x402HTTPClient } from '@x402/core/http'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { faultsAgainst, only, runService, type ServiceReply } from '@domesday/tool-testing'
import { sharedService } from '../support/shared-service.ts'

const service = await sharedService()
const key = await service.key(1000)

const look = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<ServiceReply> =>
  service.send(`/api/v1${path}`, { key, headers })
const remaining = async (): Promise<number> => (await service.send('/account', { key })).body.data.balance

describe('a name', () => {
  it('that one active company has exactly is taken for it, whatever else has the words', async () => {
    const { status, body } = await look('/entity/pellimorne%20ltd?depth=summary')
    expect([status, body.data.entity.company_number]).toEqual([200, '99000931'])
    expect(Object.entries(body._meta.matched)).toEqual([
      ['chosen', 'PELLIMORNE LIMITED (99000931)'],
      ['asked', 'pellimorne ltd'],
      ['candidates', ['PELLIMORNE PLANT HIRE LTD (99000949)']],
    ])
  })

  it('that a company had, or has when it is no more, is taken for it', async () => {
    expect((await look('/entity/Scarrowmire?depth=summary')).body.data.entity).toMatchObject({
      company_number: '99000956',
      status: 'dissolved',
    })
    expect((await look('/entity/Brackenfold%20Haulage?depth=summary')).body.data.entity.company_number).toBe('99000025')
  })

  it('that is a part of one name only is taken for it', async () => {
    expect((await look('/entity/Quillmarsh?depth=summary')).body.data.entity.company_number).toBe('99000017')
    expect((await look('/director/Averil%20Thornquist?depth=summary')).body.data.director.officer_id).toBe(
      'Qm7-aVeRiLtHoRnQuIsT_000017',
    )
  })

  it('that several companies have is refused with them, free, and not to be tried again', async () => {
    const before = await remaining()
    const { status, headers, body } = await look('/report/entity/Trenwardle')
    expect([status, headers['content-type'], headers['retry-after']]).toEqual([
      409,
      'application/problem+json',
      undefined,
    ])
    expect(headers['x-credits-charged']).toBe('0')
    expect(body).toEqual({
      type: '/errors/ambiguous_subject',
      title: 'Several subjects have this name',
      status: 409,
      code: 'ambiguous_subject',
      detail:
        "Several companies have 'Trenwardle' in a name, and no active one is called exactly that. Ask again by the number of the one that is meant.",
      request_id: headers['x-request-id'],
      candidates: [
        ['99000907', 'TRENWARDLE HOLDINGS LIMITED', '2011-02-08', '1 Stricklandgate Mill, Kendal, Cumbria, LA9 4XX'],
        ['99000915', 'TRENWARDLE TRADING LTD', '2016-06-21', '1 Stricklandgate Mill, Kendal, Cumbria, LA9 4XX'],
        ['99000923', 'TRENWARDLE (TYNESIDE) LIMITED', '2020-10-05', 'Unit 9, Armstrong Quay, Gateshead, NE8 4XX'],
      ].map(([id, label, since, address]) => ({
        id,
        path: `/report/entity/${id}`,
        label,
        kind: 'company',
        status: 'active',
        since,
        address: `${address}, England`,
      })),
    })
    expect(await remaining()).toBe(before)
    const { status: found, body: chosen } = await look(`${body.candidates[1].path}`)
    expect([found, chosen.data.entity.company_number]).toEqual([200, '99000915'])
  })

  it('that several people have is refused with their months of birth and appointments, and no address', async () => {
    const { status, body } = await look('/director/Bertolt%20Kingscave?depth=summary')
    expect([status, body.code, body.candidates]).toEqual([
      409,
      'ambiguous_subject',
      [
        {
          id: 'Bk8-bErToLtKiNgScAvE_000115',
          path: '/director/Bk8-bErToLtKiNgScAvE_000115',
          label: 'Bertolt KINGSCAVE (born June 1971, 2 appointments)',
          kind: 'person',
          born: '1971-06',
          appointments: 2,
        },
        {
          id: 'Bk8-bErToLtKiNgScAvE_000149',
          path: '/director/Bk8-bErToLtKiNgScAvE_000149',
          label: 'Bertolt KINGSCAVE (born February 1995, 1 appointment)',
          kind: 'person',
          born: '1995-02',
          appointments: 1,
        },
      ],
    ])
  })

  it('does not use up an idempotency key', async () => {
    const once = { 'idempotency-key': 'of a name' }
    expect((await look('/entity/Trenwardle?depth=summary', once)).status).toBe(409)
    const { status, headers } = await look('/entity/99000915?depth=summary', once)
    expect([status, headers['idempotency-replayed']]).toEqual([200, undefined])
  })

  it('agrees with the published shape of a problem', async () => {
    const { components, paths } = (await service.send('/openapi.json')).body
    for (const path of ['/entity/Trenwardle', '/director/Bertolt%20Kingscave', '/entity/Trenwardle%20Baths'])
      expect(faultsAgainst({ $ref: '#/components/schemas/Problem', components }, (await look(path)).body)).toEqual([])
    expect(components.responses['409'].description).toContain('`ambiguous_subject`')
    expect(paths['/api/v1/entity/{identifier}'].get.responses).toHaveProperty('409')
  })
})

describe('match', () => {
  it('says what becomes of a name that several have: best takes the likeliest, one refuses', async () => {
    const { status, body } = await look('/entity/Trenwardle?depth=summary&match=best')
    expect([status, body._meta.matched]).toEqual([
      200,
      {
        chosen: 'TRENWARDLE HOLDINGS LIMITED (99000907)',
        asked: 'Trenwardle',
        candidates: ['TRENWARDLE TRADING LTD (99000915)', 'TRENWARDLE (TYNESIDE) LIMITED (99000923)'],
      },
    ])
    // After the answer to `best` was kept.
    expect((await look('/entity/Trenwardle?depth=summary')).status).toBe(409)
    expect((await look('/entity/Trenwardle?depth=summary&match=one')).status).toBe(409)
    expect((await look('/director/Bertolt%20Kingscave?match=best')).body.data.director.born).toBe('1971-06')
  })

  it('is another request under an idempotency key', async () => {
    const once = { 'idempotency-key': 'of two matches' }
    expect((await look('/entity/Pellimorne?depth=summary&match=best', once)).status).toBe(200)
    expect((await look('/entity/Pellimorne?depth=summary&match=one', once)).status).toBe(422)
    expect((await look('/entity/Pellimorne?match=best&depth=summary', once)).headers['idempotency-replayed']).toBe(
      'true',
    )
  })

  it('is a parameter of look-ups by name alone', async () => {
    for (const path of ['/location/WA11UH', '/vehicle/ZZ14LFA'])
      expect((await look(`${path}?match=best`)).body).toMatchObject({
        status: 400,
        errors: [{ parameter: 'match', detail: expect.stringContaining('is not a parameter here') }],
      })
    expect((await look('/entity/Quillmarsh?match=first')).body).toMatchObject({
      status: 400,
      errors: [{ parameter: 'match', allowed: ['one', 'best'] }],
    })
  })

  it('is listed with what it is without being said', async () => {
    const { endpoints } = (await service.send('/catalogue')).body.data
    const having = endpoints.filter(({ params }: any) => params.some(({ name }: any) => name === 'match'))
    expect(having.map(({ id }: any) => id)).toEqual(['entity', 'report', 'director', 'innovation', 'trade'])
    expect(having[0].params.find(({ name }: any) => name === 'match')).toMatchObject({
      in: 'query',
      required: false,
      schema: { enum: ['one', 'best'], default: 'one' },
    })
    expect(having.at(-1).params.find(({ name }: any) => name === 'match').schema.default).toBe('best')
  })

  it('is what the operator says, unless the call says it', async () => {
    const other = await runService({
      configure: (dir) => {
        only('entity')(dir)
        appendFileSync(join(dir, 'service.yaml'), '\nnames: { match: best }\n')
      },
    })
    const status = async (path: string) => (await other.send(`/api/v1${path}`)).status
    expect(await status('/entity/Trenwardle?depth=summary')).toBe(200)
    expect(await status('/entity/Trenwardle?depth=summary&match=one')).toBe(409)
    const { paths } = (await other.send('/openapi.json')).body
    const { parameters } = paths['/api/v1/entity/{identifier}'].get
    expect(parameters.find(({ name }: any) => name === 'match').schema.default).toBe('best')
    await other.close()
  })
})

describe('a name that several have, paid per call', () => {
  it('is told once the parameters are right and the payment is shown, and nothing is settled', async () => {
    const http = new x402HTTPClient(
      new x402Client().register('eip155:84532', new ExactEvmScheme(privateKeyToAccount(generatePrivateKey()))),
    )
    const at = '/pay/entity/Trenwardle?depth=summary'
    const send = (path: string, headers = {}) => service.send(path, { key: null, headers })
    expect((await send(`${at}&match=first`)).status).toBe(400)
    const unpaid = await send(at)
    expect(unpaid.status).toBe(402)
    const payment = http.encodePaymentSignatureHeader(
      await http.createPaymentPayload(decodePaymentRequiredHeader(unpaid.headers['payment-required']!)),
    )
    const refused = await send(at, payment)
    expect([refused.status, refused.body.candidates.length, refused.headers['payment-response']]).toEqual([
      409,
      3,
      undefined,
    ])
    const { status, body } = await send('/pay/entity/99000915?depth=summary', payment)
    expect([status, body.data.entity.company_number, body._meta.paid.micro_usd]).toEqual([200, '99000915', 2000])
    expect((await send(`${at}&match=best`, payment)).status).toBe(402)
  })
})

describe('a name that several have, by a tool', () => {
  const call = async (given: Readonly<Record<string, unknown>>) => {
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${service.origin}/mcp`), {
        requestInit: { headers: { authorization: `Bearer ${key}` } },
      }),
    )
    const result = await client.callTool({ name: 'uk_entity_intelligence', arguments: given })
    await client.close()
    return {
      failed: result.isError ?? false,
      answer: result.structuredContent as any,
      text: (result.content as { readonly text: string }[])[0]!.text,
    }
  }

  it('is a result with the candidates, each with the id to ask again by', async () => {
    const before = await remaining()
    const { failed, answer, text } = await call({ identifier: 'Trenwardle', depth: 'summary' })
    expect([failed, answer.code]).toEqual([true, 'ambiguous_subject'])
    for (const { id, label } of answer.candidates) {
      expect(text).toContain(id)
      expect(text).toContain(label)
    }
    expect(await remaining()).toBe(before)
    const again = await call({ identifier: answer.candidates[2].id, depth: 'summary' })
    expect([again.failed, again.answer.data.entity.company_number]).toEqual([false, '99000923'])
  })

  it('is not settled by match, which is no argument', async () => {
    const listed = await service.send('/mcp', {
      key,
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    })
    expect(listed.text).toContain('uk_entity_intelligence')
    expect(listed.text).not.toContain('"match":{')
    const { failed, answer } = await call({ identifier: 'Trenwardle', match: 'best' })
    expect([failed, answer.code, answer.errors]).toEqual([
      true,
      'invalid_parameter',
      [{ parameter: 'match', detail: 'is not an argument of this tool' }],
    ])
  })
})
