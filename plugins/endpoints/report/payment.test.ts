import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEndpoint, type OpenEndpoint } from '@domesday/tool-testing'
import { report } from './index.ts'

let open: OpenEndpoint
beforeAll(async () => {
  open = await openEndpoint(report)
})
afterAll(() => open.close())

const look = (number: string, at = open) => at.look(`/report/entity/${number}`)
/** What a report is bought for. */
const judgedIn = ({ data }: Awaited<ReturnType<typeof look>>) =>
  Object.fromEntries(
    [
      'verdict',
      'possible_verdicts',
      'verdict_because',
      'distress_score',
      'rating',
      'confidence',
      'bounds',
      'possible_ratings',
      'recommendation',
      'signals',
    ].map((section) => [section, data[section]]),
  )
const flagsIn = ({ data }: Awaited<ReturnType<typeof look>>) => [
  ...data.red_flags.map(({ flag }: { flag: string }) => flag),
  ...data.green_flags.map(({ signal }: { signal: string }) => signal),
]

describe('how a company pays', () => {
  it('is told of one that pays later than before, with a flag', async () => {
    const { data } = await look('99000090')
    expect(data.payment).toMatchObject({
      reported: true,
      reports: 7,
      recent: true,
      latest: { average_days_to_pay: 52, late_share: 44, url: expect.stringMatching(/\/report\/990008\/$/) },
      trend: { days: 14, late_share: 20 },
      rank: { decile: 8 },
    })
    expect(data.payment.history).toHaveLength(6)
    expect(data.red_flags.find(({ flag }: { flag: string }) => flag === 'pays_late')).toMatchObject({
      severity: 'low',
      evidence: '52 days on average, 38 before; 44 % of invoices late, November 2025 to April 2026.',
      sources: ['payment-practices'],
    })
  })

  it('is told of one that pays promptly, for it', async () => {
    const answer = await look('99000058')
    expect(answer.data.payment).toMatchObject({ latest: { average_days_to_pay: 11 }, rank: { decile: 1 } })
    expect(flagsIn(answer)).toContain('pays_promptly')
  })

  it('is no gap of one that never reported, nor a flag', async () => {
    const answer = await look('99000017')
    expect(answer.data.payment).toMatchObject({ reported: false, reports: 0, latest: null })
    expect(answer.meta.missing).toEqual([])
    expect(flagsIn(answer)).not.toContain('pays_late')
  })

  it('is a gap where the reports were not imported, and moves nothing', async () => {
    const without = await openEndpoint(report, { without: ['payment-practices'] })
    try {
      for (const number of ['99000017', '99000090', '99000058', '99000025']) {
        const [known, bare] = [await look(number), await look(number, without)]
        expect(bare.data.payment, number).toBeNull()
        expect(judgedIn(bare), number).toEqual(judgedIn(known))
        const gaps = bare.meta.missing.filter(({ source }: { source: string }) => source === 'payment-practices')
        expect(
          gaps.map(({ section, reason }: Record<string, string>) => `${section} ${reason}`),
          number,
        ).toEqual(['red_flags not_imported', 'green_flags not_imported', 'payment not_imported'])
      }
    } finally {
      await without.close()
    }
  })
})
