/** Files of registers that lack what a place is asked for: quarters of a council, and who took over a practice. */
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { forgetImports, openGoldenWorld, sampleAnswer, type GoldenWorld, type StandIn } from './world.ts'

let world: GoldenWorld
afterEach(() => world.close())
afterAll(forgetImports)

/** The file of a source, with other lines. */
const lines =
  (source: string, file: RegExp, change: (lines: readonly string[]) => readonly string[]): StandIn =>
  async (call) => {
    if (call.source !== source || !file.test(call.target)) return undefined
    const sample = await sampleAnswer(call)
    const { body } = sample
    const whole = typeof body === 'string' || Buffer.isBuffer(body) ? String(body) : String(await buffer(body as never))
    return { ...sample, body: change(whole.trimEnd().split(/\r?\n/)).join('\r\n') }
  }
const look = async (id: string, standIn: StandIn, path: string) => {
  world = await openGoldenWorld({ pull: [id] }, standIn)
  const { status, body } = await world.get(path)
  expect(status).toBe(200)
  return body
}

describe('decisions of a council', () => {
  const table = (change: (quarter: string, cells: readonly string[]) => readonly string[] | null): StandIn =>
    lines('planning-performance', /\.csv$/, (all) =>
      all.flatMap((line) => {
        const cells = line.split(',')
        if (cells[2] !== 'E06000007') return [line]
        return change(cells[3]!, cells)?.join() ?? []
      }),
    )
  const performanceOf = async (standIn: StandIn) => {
    const { data, _meta } = await look('planning-performance', standIn, '/planning/WA11UH?depth=full')
    return {
      performance: data.council_performance,
      gaps: _meta.gaps.filter(({ source }: any) => source === 'planning-performance'),
    }
  }

  it('of a quarter that was not returned are told to be left out', async () => {
    const { performance, gaps } = await performanceOf(
      table((quarter, cells) => cells.map((cell, i) => (quarter === '2026 Q1' && i > 4 ? '..' : cell))),
    )
    expect(performance).toMatchObject({ decisions: 693, from: '2025 Q3', to: '2026 Q2' })
    expect(gaps).toMatchObject([
      { reason: 'partly', known: 0.75, detail: expect.stringContaining('the decisions of 2026 Q1 are not stated') },
    ])
  })

  it('that are late are told to be those of an older year', async () => {
    const { performance, gaps } = await performanceOf(table((quarter, cells) => (quarter === '2026 Q2' ? null : cells)))
    expect(performance).toMatchObject({ to: '2026 Q1' })
    expect(gaps).toMatchObject([
      { reason: 'partly', detail: expect.stringMatching(/no return after 2026 Q1, and others have for 2026 Q2/) },
    ])
  })

  it('that were all returned are whole', async () => {
    expect((await performanceOf(() => undefined)).gaps).toEqual([])
  })
})

describe('practices', () => {
  const practice = (code: string, name: string, status: string, closed: string, opened = '19740401') =>
    [code, name, 'Y62', 'QE1', name, '', '', '', '', 'PR3 0SG', opened, closed, status, 'B', '02M', '20200401', closed]
      .concat(['', '', '', '', '0', '', '02M', '', 'RO76', ''])
      .map((cell) => `"${cell}"`)
      .join()
  const healthOf = async (...more: readonly string[]) => {
    const { data } = await look(
      'nhs-ods',
      lines('nhs-ods', /epraccur/, (all) => [...all, ...more]),
      '/health/PR30SG?depth=standard',
    )
    return {
      closed: data.prescribing.practices_closed,
      nearby: data.prescribing.practices_nearby,
      access: data.service_quality_score.signals.find(({ factor }: any) => factor === 'gp_access').detail,
    }
  }

  it('that closed are told with the day, and that nobody states who took over', async () => {
    const { closed, nearby, access } = await healthOf(
      practice('Y99501', 'SAMPLE LANE SURGERY', 'INACTIVE', '20250930'),
      practice('Y99502', 'SAMPLE OLD SURGERY', 'INACTIVE', '20150331'),
      practice('Y99503', 'SAMPLE NEVER OPENED', 'INACTIVE', '20250331', '20250401'),
    )
    expect([nearby, closed]).toEqual([
      0,
      [
        {
          name: 'Sample Lane Surgery',
          ods_code: 'Y99501',
          postcode: 'PR3 0SG',
          distance_m: 0,
          closed_on: '2025-09-30',
        },
      ],
    ])
    expect(access).toMatch(
      /^No GP practice .*; Sample Lane Surgery, 0 m away, closed on 30 September 2025, and the register does not state who took over\.$/,
    )
  })

  it('that closed beside an open one are listed, and not in the sentence', async () => {
    const { closed, nearby, access } = await healthOf(
      practice('Y99501', 'SAMPLE LANE SURGERY', 'INACTIVE', '20250930'),
      practice('Y99504', 'SAMPLE NEW SURGERY', 'ACTIVE', ''),
    )
    expect([nearby, closed.length]).toEqual([1, 1])
    expect(access).not.toMatch(/closed/)
  })
})
