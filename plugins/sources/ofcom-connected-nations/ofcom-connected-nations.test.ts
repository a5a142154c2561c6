import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSource, recorded, recordings, type OpenSource } from '@domesday/tool-testing'
import { broadbandFrom } from './broadband.ts'
import { broadband, mobile, ofcomConnectedNations } from './index.ts'
import { mobileFrom } from './mobile.ts'

type How = { path(input: string): string; read(wire: unknown): unknown; none(reply: object): unknown }
const how = (operation: { readonly how: unknown }): How => operation.how as How

describe('ofcom-connected-nations', () => {
  let ofcom: OpenSource
  beforeAll(async () => {
    ofcom = await openSource(ofcomConnectedNations)
  })
  afterAll(() => ofcom.close())

  it('sums up the speeds of a town', async () => {
    expect(await ofcom.ask(broadband, 'WA1 1UH')).toEqual({
      premises: 12,
      best: { download: 1000, upload: 1000 },
      median: { download: 1000, upload: 1000 },
      gigabit: 9,
      ultrafast: 9,
      superfast: 12,
      universal: 12,
      tier: 'gigabit',
    })
  })

  it('takes no prediction for no speed', async () => {
    expect(await ofcom.ask(broadband, 'PR3 0SG')).toEqual({
      premises: 4,
      best: { download: 34, upload: 6 },
      median: { download: 8, upload: 0.7 },
      gigabit: 0,
      ultrafast: 0,
      superfast: 1,
      universal: 1,
      tier: 'basic',
    })
  })

  it('shows each network as most addresses have it', async () => {
    const town = await ofcom.ask(mobile, 'WA1 1UH'),
      country = await ofcom.ask(mobile, 'PR3 0SG')
    expect(town!.operators.map(({ name, dataIndoor }) => [name, dataIndoor])).toEqual([
      ['EE', 4],
      ['O2', 3],
      ['Three', 3],
      ['Vodafone', 4],
    ])
    expect(country!.operators[1]).toEqual({
      name: 'O2',
      voiceIndoor: 0,
      voiceOutdoor: 3,
      dataIndoor: 0,
      dataOutdoor: 0,
    })
  })

  it.each(['NW1 9HZ', 'SW1A 2AA', 'CF24 3AA', 'EH1 1YZ', 'BT1 2FF'])('knows %s alike by both', async (postcode) => {
    const [fixed, radio] = [await ofcom.ask(broadband, postcode), await ofcom.ask(mobile, postcode)]
    expect(fixed!.premises).toBe(radio!.premises)
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
    ).toMatchObject({ best: { download: 55, upload: 10 }, superfast: 1, universal: 1 })
  })

  it('are none where no address has a prediction', () => {
    expect(broadbandFrom({ Availability: [{ MaxPredictedDown: -1, MaxPredictedUp: -1 }, {}] })).toEqual({
      premises: 2,
      best: { download: null, upload: null },
      median: { download: null, upload: null },
      gigabit: 0,
      ultrafast: 0,
      superfast: 0,
      universal: 0,
      tier: 'none',
    })
    expect(broadbandFrom({ Availability: [] })).toBeNull()
  })

  it('in the middle are what half of the addresses reach, and so is the tier', () => {
    const at = (...downs: number[]) =>
      broadbandFrom({ Availability: downs.map((down) => ({ MaxPredictedDown: down, MaxPredictedUp: 5 })) })
    expect(at(1000, 8)).toMatchObject({ median: { download: 1000 }, tier: 'gigabit' })
    expect(at(1000, 8, 8)).toMatchObject({ median: { download: 8 }, tier: 'basic' })
    expect(at(330, 299.9, 30, 29.9)).toMatchObject({ ultrafast: 1, superfast: 3, tier: 'superfast' })
    expect(at(8, -1, -1)).toMatchObject({ median: { download: null }, tier: 'none' })
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
    ).toEqual([{ name: 'EE', voiceIndoor: null, voiceOutdoor: null, dataIndoor: 0, dataOutdoor: null }])
  })

  it('may come as a list', () => {
    expect(how(mobile).read([{ PostCode: 'X', Availability: [{ VODataOutdoor: 3 }] }])).toMatchObject({
      operators: [{ name: 'Vodafone', dataOutdoor: 3 }],
    })
    expect(how(mobile).read([])).toBeNull()
  })
})

describe('an answer without premises', () => {
  it('is none if its list is empty, and an error without a list', () => {
    for (const operation of [broadband, mobile]) {
      expect(how(operation).read({ PostCode: 'X', Availability: [] })).toBeNull()
      expect(() => how(operation).read({ PostCode: 'X', Error: 'There was a problem servicing your request' })).toThrow(
        'no Availability',
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
    expect(how(broadband).read(body('broadband-coverage-BR12WJ.json'))).toEqual({
      premises: 3,
      best: { download: 64, upload: 14 },
      median: { download: 64, upload: 14 },
      gigabit: 0,
      ultrafast: 0,
      superfast: 3,
      universal: 3,
      tier: 'superfast',
    })
    expect(how(mobile).read(body('mobile-coverage-BR12WJ.json'))).toEqual({
      premises: 3,
      operators: ['EE', 'O2', 'Three', 'Vodafone'].map((name) => ({
        name,
        voiceIndoor: 3,
        voiceOutdoor: 4,
        dataIndoor: 3,
        dataOutdoor: 4,
      })),
    })
  })

  it('reads that a postcode is not found', () => {
    expect(
      how(broadband).none({ status: 404, body: JSON.stringify(body('error-404-postcode-with-space.json')) }),
    ).toBeNull()
  })
})
