import { apart } from '@domesday/core'
import { openSource, recorded, recordings, UpstreamFault, type OpenSource } from '@domesday/tool-testing'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readChecked } from '../../clients/http/read-checked.ts'
import { readBody } from '../../../test/support/read.ts'
import { dvsaMotHistory, lookup, type MotTest, type Vehicle } from './index.ts'

/** A vehicle whose record lists its tests. */
type Tested = Omit<Vehicle, 'tests'> & { readonly tests: readonly MotTest[] }
const read = (body: unknown): Tested => readBody(lookup, body)
/** What is told of a record that is known in part. */
const partsOf = (body: unknown) => apart(readChecked(lookup.how as never, structuredClone(body), undefined).value).parts

describe('a vehicle', () => {
  let agency: OpenSource
  beforeAll(async () => {
    agency = await openSource(dvsaMotHistory)
  })
  afterAll(() => agency.close())

  it('is read with its tests, newest first', async () => {
    const vehicle = (await agency.ask(lookup, 'ZZ08BUK')) as Tested
    expect(vehicle).toMatchObject({
      registration: 'ZZ08BUK',
      make: 'PEUGEOT',
      model: '308',
      colour: 'Grey',
      fuel_type: 'Diesel',
      first_used: '2008-03-20',
      engine_cc: 1560,
      first_mot_due: null,
    })
    expect(vehicle.tests[0]).toMatchObject({
      date: '2026-03-18',
      result: 'PASSED',
      expiry: '2027-03-17',
      mileage: 134902,
    })
    expect(vehicle.tests.map(({ date }) => date)).toEqual(
      vehicle.tests
        .map(({ date }) => date)
        .toSorted()
        .toReversed(),
    )
  })

  it('has advisories and failures by type, without defects repaired at the station', async () => {
    const { tests } = (await agency.ask(lookup, 'ZZ08BUK')) as Tested
    expect(tests[1]).toMatchObject({
      result: 'FAILED',
      expiry: null,
      failures: [expect.stringContaining('Coil spring'), expect.stringContaining('Brake disc')],
      advisories: [expect.stringContaining('Brake pipe')],
      dangerous: [expect.stringContaining('Brake disc')],
    })
    expect(tests[2]).toMatchObject({
      result: 'PASSED',
      failures: [],
      advisories: [expect.stringContaining('Offside Rear Tyre')],
    })
  })

  it('too new for a test is an answer with the day the first is due', async () => {
    expect(await agency.ask(lookup, 'ZZ25NEW')).toMatchObject({
      first_used: '2025-09-01',
      first_mot_due: '2028-08-31',
      engine_cc: null,
      tests: [],
    })
  })

  it('tested in Northern Ireland has no defects published, and kilometres become miles', async () => {
    const { tests } = (await agency.ask(lookup, 'ZZ16DVA')) as Tested
    expect(tests.every(({ advisories, failures }) => advisories === null && failures === null)).toBe(true)
    expect(tests.at(-1)).toMatchObject({ date: '2020-06-30', mileage: 37354 })
  })

  it('explains in words that it is unknown', async () => {
    expect(await agency.ask(lookup, 'ZZ99NIL')).toMatchObject({ detail: expect.stringContaining('ZZ99NIL') })
    expect(agency.unmatched).toEqual([])
  })
})

describe('a record', () => {
  it('may have numbers for texts, nulls, and one test for a list', () => {
    const motTests = {
      completedDate: '2024-01-02T10:00:00.000Z',
      testResult: 'PASSED',
      odometerValue: 41000,
      odometerUnit: 'MI',
      odometerResultType: 'READ',
      defects: [],
    }
    expect(read({ registration: 'zz99 xyz', engineSize: 1200, make: null, motTests })).toMatchObject({
      engine_cc: 1200,
      make: null,
      tests: [{ date: '2024-01-02', mileage: 41000, expiry: null, advisories: [] }],
    })
  })

  it('gives no mileage that was not read, and no test without a day or a result', () => {
    const { tests } = read({
      registration: 'ZZ99XYZ',
      motTests: [
        {
          completedDate: '2024-01-02T10:00:00.000Z',
          testResult: 'PASSED',
          odometerValue: '999',
          odometerUnit: 'MI',
          odometerResultType: 'UNREADABLE',
        },
        { completedDate: null, testResult: 'PASSED' },
      ],
    })
    expect(tests).toEqual([
      {
        date: '2024-01-02',
        result: 'PASSED',
        expiry: null,
        mileage: null,
        advisories: null,
        failures: null,
        dangerous: null,
        rectified: null,
        tested_as: null,
      },
    ])
  })

  it('without a day or a result of one test is known in part', () => {
    const row = (day: number) => ({
      completedDate: `20${10 + day}-01-02T10:00:00.000Z`,
      testResult: 'PASSED',
      odometerResultType: 'READ',
    })
    const twelve = Array.from({ length: 12 }, (_, i) => row(i))
    for (const spoilt of [{ completedDate: null }, { testResult: null }, { testResult: 'ABANDONED' }]) {
      const record = { registration: 'ZZ99XYZ', motTests: twelve.with(3, { ...row(3), ...spoilt } as never) }
      expect(read(record).tests).toHaveLength(11)
      expect([spoilt, partsOf(record)]).toMatchObject([spoilt, [{ why: expect.any(String) }]])
    }
    expect(partsOf({ registration: 'ZZ99XYZ', motTests: twelve })).toEqual([])
  })

  it('of a lorry has tests without odometer and defects', () => {
    const row = { completedDate: '2026-03-12T10:21:07.000Z', testResult: 'PASSED', dataSource: 'CVS' }
    const record = { registration: 'ZZ15LRY', hasOutstandingRecall: 'Unknown', motTests: [row] }
    expect(read(record).tests).toMatchObject([{ result: 'PASSED', mileage: null, advisories: null, rectified: null }])
    expect(partsOf(record)).toEqual([])
  })

  it('tells what was mended at the station, and takes the pass of the same minute for the later test', () => {
    const completedDate = '2024-01-02T10:00:00.000Z'
    const { tests } = read({
      registration: 'ZZ99XYZ',
      motTests: [
        { completedDate, testResult: 'FAILED', defects: [{ type: 'PRS', text: 'Tread depth below requirements' }] },
        { completedDate, testResult: 'PASSED', registrationAtTimeOfTest: 'ZZ 99 OLD', defects: [] },
      ],
    })
    expect(tests).toMatchObject([
      { result: 'PASSED', rectified: [], tested_as: 'ZZ99OLD' },
      { result: 'FAILED', rectified: ['Tread depth below requirements'], failures: [], tested_as: null },
    ])
  })

  it('keeps the other members if one has another type', () => {
    const { tests } = read({
      registration: 'ZZ99XYZ',
      motTests: [
        {
          completedDate: '2024-01-02T10:00:00.000Z',
          testResult: 'PASSED',
          odometerValue: 41000,
          odometerUnit: 1,
          odometerResultType: 'READ',
          defects: [
            { type: 7, text: 'x' },
            { type: 'MINOR', text: 'y' },
          ],
        },
      ],
    })
    expect(tests).toMatchObject([{ mileage: null, advisories: ['y'], failures: [] }])
    const impossible = {
      completedDate: '2024-01-02',
      testResult: 'PASSED',
      odometerValue: -1,
      odometerUnit: 'MI',
      odometerResultType: 'READ',
      defects: null,
    }
    expect(read({ registration: 'ZZ99XYZ', engineSize: '-1', motTests: [impossible] })).toMatchObject({
      engine_cc: null,
      tests: [{ mileage: null, advisories: null }],
    })
  })

  it('may be all but empty', () => {
    expect(read({ registration: 'ZZ99XYZ', motTestDueDate: null })).toMatchObject({
      registration: 'ZZ99XYZ',
      make: null,
      first_used: null,
      tests: [],
    })
    expect(read({ registration: 'ZZ99XYZ', motTests: [] }).tests).toEqual([])
    expect(read({ registration: 'ABC123A', hasOutstandingRecall: 'Unknown' })).toMatchObject({
      registration: 'ABC123A',
      tests: null,
    })
  })

  it('whose tests may stand under another name is known in part', () => {
    expect(partsOf({ registration: 'ZZ99XYZ', motTestList: [] })).toMatchObject([{ why: expect.any(String) }])
  })

  it('marks what is dangerous by type or by flag, but not what was mended at the station', () => {
    const defects = [
      { type: 'DANGEROUS', text: 'a' },
      { type: 'FAIL', text: 'b', dangerous: true },
      { type: 'ADVISORY', text: 'c', dangerous: true },
      { type: 'PRS', text: 'd', dangerous: true },
      { type: 'MAJOR', text: 'e', dangerous: false },
      { type: 'DANGEROUS', text: null },
    ]
    const motTests = [{ completedDate: '2024-01-02T10:00:00.000Z', testResult: 'FAILED', defects }]
    expect(read({ registration: 'ZZ99XYZ', motTests }).tests[0]!.dangerous).toEqual([
      'a',
      'b',
      'c',
      'A defect without a text',
    ])
  })

  it('without a registration is an error, not a vehicle that was never tested', () => {
    expect(() => read({ message: 'Service unavailable' })).toThrow('registration')
  })
})

describe('a refusal', () => {
  let server: Server, agency: OpenSource
  const answers: Record<string, readonly [status: number, code: string]> = {
    BAD1: [400, 'MOTH-IV-03'],
    BAD2: [400, 'MOTH-BR-01'],
    BAD3: [404, 'MOTH-NF-02'],
    NONE: [404, 'MOTH-NF-01'],
    WORN: [403, 'MOTH-FB-02'],
    FAST: [429, 'MOTH-RL-02'],
  }
  const seen: Record<string, string | undefined>[] = []
  beforeAll(async () => {
    server = createServer((request, response) => {
      const token = request.url?.endsWith('/oauth2/v2.0/token')
      seen.push({
        url: request.url,
        authorization: request.headers.authorization,
        key: request.headers['x-api-key'] as string | undefined,
      })
      const asked = request.url?.split('/').at(-1) ?? ''
      const isRenewed = asked === 'WORN' && seen.filter(({ url }) => url === request.url).length > 1
      const [status, code] = token || isRenewed ? ([200, ''] as const) : (answers[asked] ?? [500, ''])
      const body = isRenewed
        ? { registration: asked, motTests: [] }
        : token
          ? { access_token: 'sample-token', expires_in: 3599, token_type: 'Bearer' }
          : { errorCode: code, errorMessage: 'x' }
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    agency = await openSource(dvsaMotHistory, {
      gateway: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      env: {
        DVSA_MOT_HISTORY_CLIENT_ID: 'id',
        DVSA_MOT_HISTORY_CLIENT_SECRET: 'secret',
        DVSA_MOT_HISTORY_TENANT_ID: 'tenant',
        DVSA_MOT_HISTORY_API_KEY: 'key',
      },
    })
  })
  afterAll(async () => {
    await agency.close()
    server.close()
  })

  it('means none for the registration, but an error for the URL or the request', async () => {
    expect(await agency.ask(lookup, 'BAD1')).toMatchObject({ $: 'no_such' })
    expect(await agency.ask(lookup, 'NONE')).toMatchObject({ $: 'no_such' })
    await expect(agency.ask(lookup, 'BAD2')).rejects.toBeInstanceOf(UpstreamFault)
    await expect(agency.ask(lookup, 'BAD3')).rejects.toBeInstanceOf(UpstreamFault)
  })

  it('may follow a token, which is sent with the key', () => {
    expect(seen[0]?.['url']).toBe('/dvsa-mot-history/tenant/oauth2/v2.0/token')
    expect(seen.filter(({ url }) => url?.endsWith('/token'))).toHaveLength(1)
    expect(seen[1]).toEqual({
      url: '/dvsa-mot-history/v1/trade/vehicles/registration/BAD1',
      authorization: 'Bearer sample-token',
      key: 'key',
    })
  })

  it('for an expired token is recognised by its code, and fetches a new token', async () => {
    const before = seen.length
    expect(await agency.ask(lookup, 'WORN')).toMatchObject({ registration: 'WORN' })
    expect(seen.slice(before).map(({ url }) => url?.split('/').at(-1))).toEqual(['WORN', 'token', 'WORN'])
  })

  it('for too many calls is not retried, and causes a pause', async () => {
    const before = seen.length
    await expect(agency.ask(lookup, 'FAST')).rejects.toBeInstanceOf(UpstreamFault)
    expect(seen).toHaveLength(before + 1)
    const reply = { status: 429, headers: { 'retry-after': '2' }, body: '{"errorCode":"MOTH-RL-02"}' }
    expect(dvsaMotHistory.slow!(reply)).toBeNull()
    expect(dvsaMotHistory.slow!({ ...reply, headers: {} })).toBe(120)
  })
})

describe.skipIf(!recordings())('recorded answers of dvsa-mot-history', () => {
  it('are read', () => {
    const { tests, ...vehicle } = read(recorded('dvsa-mot-history', 'vehicle-EA12HLK.json'))
    expect(vehicle).toEqual({
      registration: 'EA12HLK',
      make: 'MERCEDES-BENZ',
      model: 'C',
      colour: 'White',
      fuel_type: 'Diesel',
      first_used: '2012-03-30',
      engine_cc: 2143,
      outstanding_recall: 'Unknown',
      first_mot_due: null,
    })
    expect(tests).toHaveLength(13)
    expect(tests.slice(0, 4).map(({ date, result, mileage }) => [date, result, mileage])).toEqual([
      ['2024-09-24', 'PASSED', 111594],
      ['2023-09-30', 'PASSED', 102557],
      ['2023-09-30', 'FAILED', 102557],
      ['2022-09-14', 'PASSED', 95055],
    ])
    expect(tests[2]!.failures).toEqual(['Offside Front Suspension arm pin or bush excessively worn (5.3.4 (a) (i))'])
    expect(tests[4]!.advisories).toHaveLength(3)
  })
})
