import { describe, expect, it } from 'vitest'
import { today } from './node.ts'
import { counted, day, distinct, link, listed, numeric, pounds, quantity, spelledOut, spoken, ukDay } from './words.ts'

describe('words', () => {
  it('count things in British English', () => {
    expect([
      counted(0, 'charge'),
      counted(1, 'charge'),
      counted(1204, 'charge'),
      counted(2, 'company', 'companies'),
    ]).toEqual(['0 charges', '1 charge', '1,204 charges', '2 companies'])
    expect([pounds(1204.5), pounds(0)]).toEqual(['£1,205', '£0'])
  })

  it('list names as a sentence does', () => {
    expect([listed([]), listed(['a']), listed(['a', 'b']), listed(['a', 'b', 'c'], 'or')]).toEqual([
      '',
      'a',
      'a and b',
      'a, b or c',
    ])
  })

  it('spell out the names of factors and ratings', () => {
    expect(['gazette_warnings', 'HIGH_RISK', 'epc-band'].map(spelledOut)).toEqual([
      'Gazette warnings',
      'high risk',
      'EPC band',
    ])
  })

  it('say a day', () => expect(spoken('2026-05-14')).toBe('14 May 2026'))

  it('tell the day by the clock of the United Kingdom', () => {
    expect([ukDay(new Date('2026-06-30T23:30:00Z')), ukDay(new Date('2026-12-31T23:30:00Z'))]).toEqual([
      '2026-07-01',
      '2026-12-31',
    ])
    const { from } = today as unknown as { readonly from: (known: { readonly now: Date }) => string }
    expect(from({ now: new Date('2026-06-30T23:30:00Z') })).toBe('2026-07-01')
  })

  it('are each there once', () => expect(distinct(['b', null, 'a', '', undefined, 'b'])).toEqual(['b', 'a']))
})

it('a link is an address of the web', () => {
  expect([' https://a.uk/b c?d="e" ', 'http://a.uk/é'].map(link)).toEqual([
    'https://a.uk/b%20c?d=%22e%22',
    'http://a.uk/%C3%A9',
  ])
  expect(['javascript:alert(1)', 'data:text/html,x', '/b', 'a.uk', '', null, {}].map(link)).toEqual(Array(7).fill(null))
})

it('a day is one that there was', () => {
  expect(
    ['2024-02-29', '2026-10-05T23:59:00+01:00', '2015-03-02 00:00:00.0000000', '31-08-2026', '1/9/2026'].map(day),
  ).toEqual(['2024-02-29', '2026-10-05', '2015-03-02', '2026-08-31', '2026-09-01'])
  expect(
    [
      '2026-02-29',
      '31/04/2026',
      '2026-06-31T00:00:00Z',
      '2026-13-01',
      '2026-00-10',
      '2026-10-00',
      '0001-01-01T00:00:00',
      '01/01/0001',
      'soon',
      '',
      null,
    ].map(day),
  ).toEqual(Array(11).fill(null))
})

it('a number is one that can be reckoned with', () => {
  expect(['1,234.5', '£12', '-3', '1e3', 4].map(numeric)).toEqual([1234.5, 12, -3, 1000, 4])
  expect(['9'.repeat(400), '1e999', Infinity, NaN, '', 'twelve', null, {}, [1]].map(numeric)).toEqual(
    Array(9).fill(null),
  )
})

it('a quantity is no less than none, and no more than there can be', () => {
  expect(['1,204', 0, '-0.5', -1, 'x', null].map((raw) => quantity(raw))).toEqual([1204, 0, null, null, null, null])
  expect([100, '100.1'].map((share) => quantity(share, 100))).toEqual([100, null])
})
