import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apart, type Operation } from '@domesday/core'
import { openSource, recorded, recordings, type OpenSource } from '@domesday/tool-testing'
import { readChecked } from '../../clients/http/read-checked.ts'
import { readBody } from '../../../test/support/read.ts'
import { broadband, mobile, ofcomConnectedNations } from './index.ts'

type How = { path(input: string): string; none(reply: object): unknown }
const how = (operation: { readonly how: unknown }): How => operation.how as How
const broadbandFrom = (body: unknown) => readBody(broadband, body)
const mobileFrom = (body: unknown) => readBody(mobile, body)
const partsOf = (operation: Operation<any, any>, body: unknown) =>
  apart(readChecked(operation.how as never, structuredClone(body), undefined).value).parts

describe('ofcom-connected-nations', () => {
  let ofcom: OpenSource
  beforeAll(async () => {
    ofcom = await openSource(ofcomConnectedNations)
  })
  afterAll(() => ofcom.close())

  it('sums up the speeds of a town', async () => {
    expect(await ofcom.ask(broadband, 'WA1 1UH')).toEqual({
      max_download_mbps: 1000,
      median_download_mbps: 1000,
      max_upload_mbps: 1000,
      median_upload_mbps: 1000,
      superfast_available: true,
      ultrafast_available: true,
      gigabit_available: true,
      premises: { total: 12, superfast: 12, ultrafast: 9, gigabit: 9 },
      universal_service: { compliant_premises: 12, eligible_premises: 0, compliant_pct: 100 },
      tier: 'gigabit',
    })
  })

  it('takes no prediction for no speed', async () => {
    expect(await ofcom.ask(broadband, 'PR3 0SG')).toEqual({
      max_download_mbps: 34,
      median_download_mbps: 8,
      max_upload_mbps: 6,
      median_upload_mbps: 0.7,
      superfast_available: true,
      ultrafast_available: false,
      gigabit_available: false,
      premises: { total: 4, superfast: 1, ultrafast: 0, gigabit: 0 },
      universal_service: { compliant_premises: 1, eligible_premises: 3, compliant_pct: 25 },
      tier: 'basic',
    })
  })

  it('shows each network as most addresses have it', async () => {
    const town = await ofcom.ask(mobile, 'WA1 1UH'),
      country = await ofcom.ask(mobile, 'PR3 0SG')
    expect(town!.operators.map(({ operator, data_indoor }) => [operator, data_indoor])).toEqual([
      ['EE', 4],
      ['O2', 3],
      ['Three', 3],
      ['Vodafone', 4],
    ])
    expect(country!.operators[1]).toEqual({
      operator: 'O2',
      data_indoor: 0,
      data_indoor_words: 'none',
      data_outdoor: 0,
      data_outdoor_words: 'none',
    })
    expect(country!.voice[1]).toMatchObject({ operator: 'O2', voice_indoor: 0, voice_outdoor: 3 })
  })

  it.each(['NW1 9HZ', 'SW1A 2AA', 'CF24 3AA', 'EH1 1YZ', 'BT1 2FF'])('knows %s alike by both', async (postcode) => {
    const [fixed, radio] = [await ofcom.ask(broadband, postcode), await ofcom.ask(mobile, postcode)]
    expect(fixed!.premises.total).toBeGreaterThan(0)
    expect(radio!.operators).toHaveLength(4)
  })

  it('has none for a postcode that is not on record', async () => {
    expect(await ofcom.ask(broadband, 'ZZ9 9ZZ')).toBeNull()
    expect(await ofcom.ask(mobile, 'ZZ9 9ZZ')).toBeNull()
  })

  it('is asked without a blank, which it would not find', () =>
    expect(how(broadband).path('sw1a 2aa')).toBe('/broadband/coverage/SW1A2AA'))
})

describe('speeds', () => {
  it('are of the best product, whichever member states it', () => {
    expect(
      broadbandFrom({ Availability: [{ MaxSfbbPredictedDown: '55', MaxSfbbPredictedUp: 10, MaxPredictedDown: -1 }] }),
    ).toMatchObject({
      max_download_mbps: 55,
      max_upload_mbps: 10,
      premises: { superfast: 1 },
      universal_service: { compliant_premises: 1 },
    })
  })

  it('are none where no address has a prediction', () => {
    expect(
      broadbandFrom({ Availability: [{ MaxPredictedDown: -1, MaxPredictedUp: -1 }, { MaxPredictedDown: -1 }] }),
    ).toEqual({
      max_download_mbps: null,
      median_download_mbps: null,
      max_upload_mbps: null,
      median_upload_mbps: null,
      superfast_available: false,
      ultrafast_available: false,
      gigabit_available: false,
      premises: { total: 2, superfast: 0, ultrafast: 0, gigabit: 0 },
      universal_service: { compliant_premises: 0, eligible_premises: 2, compliant_pct: 0 },
      tier: 'none',
    })
    expect(broadbandFrom({ Availability: [] })).toBeNull()
  })

  it('are without the premises that have no figure at all, which is told and is no lack of speed', () => {
    const some = (count: number) => Array.from({ length: count }, () => ({ MaxPredictedDown: 50, MaxPredictedUp: 5 }))
    const body = { Availability: [...some(11), { UPRN: 1 }] }
    expect(broadbandFrom(body)).toMatchObject({ premises: { total: 11, superfast: 11 }, tier: 'superfast' })
    expect(partsOf(broadband, body)).toMatchObject([{ known: 11 / 12 }])
    expect(partsOf(broadband, { Availability: some(12) })).toEqual([])
  })

  it('in the middle are what half of the addresses reach, and so is the tier', () => {
    const at = (...downs: number[]) =>
      broadbandFrom({ Availability: downs.map((down) => ({ MaxPredictedDown: down, MaxPredictedUp: 5 })) })
    expect(at(1000, 8)).toMatchObject({ median_download_mbps: 1000, tier: 'gigabit' })
    expect(at(1000, 8, 8)).toMatchObject({ median_download_mbps: 8, tier: 'basic' })
    expect(at(330, 299.9, 30, 29.9)).toMatchObject({ premises: { ultrafast: 1, superfast: 3 }, tier: 'superfast' })
    expect(at(8, -1, -1)).toMatchObject({ median_download_mbps: null, tier: 'none' })
  })
})

describe('coverage', () => {
  it('of two grades that are as frequent is the lower', () => {
    expect(
      mobileFrom({
        Availability: [
          { EEDataIndoor: 4 },
          { EEDataIndoor: 0 },
          { EEDataIndoor: '3' },
          { EEDataIndoor: 0 },
          { EEDataIndoor: 4 },
        ],
      })!.operators,
    ).toEqual([
      { operator: 'EE', data_indoor: 0, data_indoor_words: 'none', data_outdoor: null, data_outdoor_words: null },
    ])
  })

  it('may come as a list', () => {
    expect(readBody(mobile, [{ PostCode: 'X', Availability: [{ VODataOutdoor: 3 }] }])).toMatchObject({
      operators: [{ operator: 'Vodafone', data_outdoor: 3 }],
    })
    expect(readBody(mobile, [])).toBeNull()
  })
})

describe('an answer without premises', () => {
  it('is none if its list is empty, and an error without a list', () => {
    for (const operation of [broadband, mobile]) {
      expect(readBody(operation, { PostCode: 'X', Availability: [] })).toBeNull()
      expect(() => readBody(operation, { PostCode: 'X', Error: 'There was a problem servicing your request' })).toThrow(
        'Availability',
      )
    }
  })
})

describe('a 404', () => {
  it('means none if it concerns the postcode, in either of its members', () => {
    expect(how(mobile).none({ status: 404, body: '{"PostCode":"X","ErrorMessage":"Post code not found"}' })).toBeNull()
    expect(how(mobile).none({ status: 404, body: '{"statusCode":404,"message":"Resource not found"}' })).toBeUndefined()
  })
})

describe.skipIf(recordings() === null)('as recorded', () => {
  const body = (file: string): unknown => recorded('ofcom-connected-nations', file)

  it('reads three houses in Bromley', () => {
    expect(readBody(broadband, body('broadband-coverage-BR12WJ.json'))).toEqual({
      max_download_mbps: 64,
      median_download_mbps: 64,
      max_upload_mbps: 14,
      median_upload_mbps: 14,
      superfast_available: true,
      ultrafast_available: false,
      gigabit_available: false,
      premises: { total: 3, superfast: 3, ultrafast: 0, gigabit: 0 },
      universal_service: { compliant_premises: 3, eligible_premises: 0, compliant_pct: 100 },
      tier: 'superfast',
    })
    const four = ['EE', 'O2', 'Three', 'Vodafone']
    const [three, good] = ['limited', 'likely to be good']
    expect(readBody(mobile, body('mobile-coverage-BR12WJ.json'))).toEqual({
      operators: four.map((operator) => ({
        operator,
        data_indoor: 3,
        data_indoor_words: three,
        data_outdoor: 4,
        data_outdoor_words: good,
      })),
      operators_with_4g_indoor: 4,
      voice: four.map((operator) => ({
        operator,
        voice_indoor: 3,
        voice_indoor_words: three,
        voice_outdoor: 4,
        voice_outdoor_words: good,
      })),
    })
  })

  it('reads that a postcode is not found', () => {
    expect(
      how(broadband).none({ status: 404, body: JSON.stringify(body('error-404-postcode-with-space.json')) }),
    ).toBeNull()
  })
})
