import { apart } from '@domesday/core'
import { describe, expect, it } from 'vitest'
import { performance, quarterOf, type Performance } from './index.ts'

const row = (code: string, authority: string, quarter: string, decisions: number, granted: number) =>
  quarterOf({
    LPACD: code,
    LPANM: authority,
    Quarter: quarter,
    'Total decisions; grand total (all)': String(decisions),
    'Total granted; grand total (all)': String(granted),
    'Total decisions; major total (all)': '2',
  })!
const five = [
  ['E07000207', 'Elmbridge'],
  ['E07000208', 'Epsom and Ewell'],
  ['E07000210', 'Mole Valley'],
  ['E07000211', 'Reigate and Banstead'],
  ['E07000215', 'Tandridge'],
] as const
const before = five.flatMap(([code, name], i) =>
  ['2026 Q3', '2026 Q4', '2027 Q1'].map((quarter) => row(code, name, quarter, 100, 60 + 10 * i)),
)

const of = (rows: readonly (typeof before)[number][], code = 'E06000067', council: string | null = 'East Surrey') => {
  const { answer } = performance.how as unknown as {
    readonly answer: (rows: object, input: object) => Performance | null
  }
  const where = (column: 'code' | 'name', is: string) => rows.filter((one) => one[column] === is)
  return apart(answer({ where, all: () => rows }, { code, council, name: null })).value
}

describe('a council that was formed from several', () => {
  it('has their decisions, added up, before its own, and says so', () => {
    expect(of([row('E06000067', 'East Surrey', '2027 Q2', 480, 400), ...before])).toMatchObject({
      code: 'E06000067',
      from: '2026 Q3',
      to: '2027 Q2',
      decisions: 1980,
      approval_rate_pct: 80.8,
      authority:
        'East Surrey; Elmbridge, Epsom and Ewell, Mole Valley, Reigate and Banstead and Tandridge, until 31 March 2027',
    })
  })

  it('has theirs alone while it has none', () => {
    expect(of(before)).toMatchObject({
      to: '2027 Q1',
      decisions: 1500,
      authority: expect.stringMatching(/^Elmbridge,/),
    })
  })

  it('has no quarter in which one of them is missing', () => {
    expect(of(before.filter(({ code, quarter }) => code !== 'E07000215' || quarter !== '2026 Q4'))).toMatchObject({
      from: '2026 Q3',
      to: '2027 Q1',
      decisions: 1000,
    })
    expect(of(before.filter(({ code }) => code !== 'E07000215'))).toBeNull()
  })

  it('of which only the code changed is the same council', () => {
    expect(of([row('E08000016', 'Barnsley', '2025 Q1', 300, 270)], 'E08000038', 'Barnsley')).toMatchObject({
      authority: 'Barnsley',
      decisions: 300,
    })
  })
})
