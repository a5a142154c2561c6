import { openEndpoint, type OpenEndpoint } from '@domesday/tool-testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { trade } from './index.ts'

let endpoint: OpenEndpoint
beforeAll(async () => {
  endpoint = await openEndpoint(trade)
})
afterAll(() => endpoint.close())

describe('goods that words may mean', () => {
  it('are answered as the likeliest, with the others and their duties', async () => {
    const { data, meta } = await endpoint.look('/trade/horses')
    expect(meta.matched).toEqual({
      asked: 'horses',
      chosen: '0101210000 Pure-bred breeding animals',
      candidates: [
        '0101291000 For slaughter: duty 0.00 %',
        '0101299000 Live horses, asses, mules and hinnies: Other: duty 10.00 %',
      ],
    })
    expect(data.duties.rate).toBe('0.00 %')
    expect(data.tariff_impact_score.score).toBe(
      (await endpoint.look('/trade/0101210000')).data.tariff_impact_score.score,
    )
  })

  it('make bounds that hold the score of each of them', async () => {
    const { bounds } = (await endpoint.look('/trade/horses')).data.tariff_impact_score
    for (const code of ['0101210000', '0101291000', '0101299000']) {
      const { score } = (await endpoint.look(`/trade/${code}`)).data.tariff_impact_score
      expect([code, bounds.low <= score && score <= bounds.high]).toEqual([code, true])
    }
  })

  it('are refused with the candidates where only one is wanted', async () => {
    expect(await endpoint.look('/trade/horses?match=one')).toMatchObject({
      status: 409,
      body: {
        code: 'ambiguous_subject',
        detail: '‘horses’ may mean several goods. Ask again by the code of those that are meant.',
        candidates: ['0101210000', '0101291000', '0101299000'].map((id) => ({
          id,
          kind: 'goods',
          path: `/trade/${id}`,
        })),
      },
    })
    for (const path of ['/trade/asses?match=one', '/trade/0101300000?match=one', '/trade/horses?match=best'])
      expect([path, (await endpoint.look(path)).status]).toEqual([path, 200])
    expect((await endpoint.look('/trade/horses?match=two')).status).toBe(400)
  })
})
