import { describe, expect, it } from 'vitest'
import { numberMatch } from '@domesday/vocabulary-companies'
import { isForeign, meaningOf, severityOf, states } from './codes.ts'
import type { Notice } from './feed.ts'
import { gazetteStateOf } from './standing.ts'

const today = '2026-10-15'
const notice = (code: string | null, published: string | null, matched: Notice['matched_by'] = 'number'): Notice => ({
  notice_id: `${code} ${published}`,
  code,
  type: '',
  severity: severityOf(code),
  published,
  url: '',
  withdrawn: false,
  petition: null,
  matched_by: matched,
  match: matched === 'number' ? numberMatch : { ...numberMatch, by: 'name', agreed: ['name'], sure: 'possible' },
})
/** `2450 2026-09-01` each, matched by number. */
const standing = (...told: readonly string[]): readonly string[] => {
  const notices = told.map((one) => {
    const [code, published, matched] = one.split(' ')
    return notice(code!, published!, matched === 'name' ? 'name' : 'number')
  })
  return Object.entries(gazetteStateOf(notices, today).standing).map(([state, { code }]) => `${state} ${code}`)
}

describe('the table of codes', () => {
  const codes = Array.from({ length: 100 }, (_, i) => String(2400 + i)).filter((code) => meaningOf(code))

  it('holds every code of corporate insolvency that is in use', () => {
    const ranges = [
      [2401, 2414],
      [2421, 2424],
      [2431, 2436],
      [2441, 2465],
    ] as const
    expect(codes).toEqual(
      ranges.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => String(first + i))),
    )
  })

  it('opens every state by some code', () => {
    expect(new Set(codes.flatMap((code) => meaningOf(code)!.opens ?? []))).toEqual(new Set(states))
  })

  it('rates no code that it does not hold, and knows those of other categories', () => {
    expect([null, '2499', '2415', '', 'toString'].map(severityOf)).toEqual(Array(5).fill('unrated'))
    expect(['2503', '2600', '1119', '2450', '2499', 'x', null].map(isForeign)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ])
  })
})

describe('what a company is in by its notices', () => {
  it.each([
    ['2450 2026-09-01', 'petition'],
    ['2451 2026-09-01', 'petition'],
    ['2462 2026-09-01', 'petition'],
    ['2452 2026-09-01', 'winding_up_order'],
    ['2454 2026-09-01', 'winding_up_order'],
    ['2441 2026-09-01', 'creditors_voluntary'],
    ['2443 2026-09-01', 'creditors_voluntary'],
    ['2446 2026-09-01', 'creditors_voluntary'],
    ['2431 2026-09-01', 'members_voluntary'],
    ['2432 2026-09-01', 'members_voluntary'],
    ['2410 2026-09-01', 'administration'],
    ['2411 2026-09-01', 'administration'],
    ['2421 2026-09-01', 'receivership'],
    ['2423 2026-09-01', 'receivership'],
    ['2401 2026-10-01', 'moratorium'],
    ['2403 2026-09-01', 'prohibited_name'],
    ['2442 2026-09-01', 'creditors_called'],
    ['2447 2026-09-01', 'creditors_called'],
  ])('%s: %s', (told, state) => expect(standing(told)).toEqual([`${state} ${told.slice(0, 4)}`]))

  it('is not `petition` any more after the order, or months without a result', () => {
    expect(standing('2441 2026-09-08', '2442 2026-09-01')).toEqual(['creditors_voluntary 2441'])
    expect(standing('2410 2026-09-08', '2447 2026-09-01')).toEqual(['administration 2410'])
    expect(standing('2442 2026-06-30')).toEqual([])
  })

  it('is empty for notices that open nothing', () => {
    expect(standing()).toEqual([])
    expect(standing('2408 2026-09-01', '2461 2026-09-01')).toEqual([])
  })

  it('is not a petition dismissed that day or later, but is one presented after the dismissal', () => {
    expect(standing('2461 2026-07-10', '2450 2026-05-20')).toEqual([])
    expect(standing('2461 2026-05-20', '2450 2026-05-20', '2462 2026-05-02')).toEqual([])
    expect(standing('2450 2026-09-01', '2461 2026-07-10', '2450 2026-05-20')).toEqual(['petition 2450'])
  })

  it('is still a winding-up order if another petition was dismissed', () => {
    expect(standing('2461 2026-07-10', '2452 2026-06-01', '2450 2026-05-20')).toEqual(['winding_up_order 2452'])
  })

  it('is over by the notice that ends it', () => {
    expect(standing('2402 2026-09-20', '2401 2026-09-01')).toEqual([])
    for (const final of ['2435', '2436']) expect(standing(`${final} 2026-09-01`, '2431 2026-02-01')).toEqual([])
    for (const final of ['2445', '2449']) expect(standing(`${final} 2026-09-01`, '2443 2026-02-01')).toEqual([])
    expect(standing('2458 2026-09-01', '2452 2025-02-01')).toEqual([])
  })

  it('changes when one insolvency becomes another', () => {
    expect(standing('2443 2026-09-01', '2410 2026-02-01', '2450 2026-01-05')).toEqual(['creditors_voluntary 2443'])
    expect(standing('2443 2026-09-01', '2410 2026-02-01', '2401 2026-01-05').at(0)).toBe('creditors_voluntary 2443')
    expect(standing('2441 2026-09-01', '2431 2026-02-01')).toEqual(['creditors_voluntary 2441'])
    expect(standing('2452 2026-09-01', '2441 2026-02-01')).toEqual(['winding_up_order 2452'])
  })

  it('is told by the notice that says most: one with the number, then the gravest, then the newest', () => {
    expect(standing('2446 2026-09-09', '2443 2026-09-02', '2441 2026-09-01')).toEqual(['creditors_voluntary 2443'])
    expect(standing('2443 2026-09-02 name', '2446 2026-08-01')).toEqual(['creditors_voluntary 2446'])
  })

  it('separates notices that have only the name, which cannot close one with the number', () => {
    expect(gazetteStateOf([notice('2450', '2026-09-01', 'name')], today).standing.petition?.matched_by).toBe('name')
    expect(standing('2461 2026-09-20 name', '2450 2026-09-01')).toEqual(['petition 2450'])
    expect(standing('2461 2026-09-20 name', '2450 2026-09-01 name')).toEqual([])
    expect(standing('2461 2026-09-20', '2450 2026-09-01 name')).toEqual([])
  })

  it.each([
    ['2450 2025-10-15', '2450 2025-10-14'],
    ['2401 2025-10-15', '2401 2025-10-14'],
    ['2410 2025-10-15', '2410 2025-10-14'],
    ['2452 2024-10-15', '2452 2024-10-14'],
    ['2441 2024-10-15', '2441 2024-10-14'],
    ['2431 2024-10-15', '2431 2024-10-14'],
    ['2421 2024-10-15', '2421 2024-10-14'],
    ['2403 2021-10-15', '2403 2021-10-14'],
  ])('lasts as long as it can: %s, and not %s', (lasting, over) => {
    expect(standing(lasting)).toHaveLength(1)
    expect(standing(over)).toEqual([])
  })

  it('continues with a later step; a notice without a day counts until closed', () => {
    expect(standing('2412 2026-06-01', '2410 2025-06-01')).toEqual(['administration 2412'])
    expect(Object.keys(gazetteStateOf([notice('2450', null)], today).standing)).toEqual(['petition'])
    expect(gazetteStateOf([notice('2461', '2026-09-01'), notice('2450', null)], today).standing).toEqual({})
  })

  it('is not known by a notice of an unknown code, unless that is too old to matter', () => {
    const [unknown, scanned, old] = [
      notice('2499', '2026-09-01'),
      notice(null, '2022-01-01'),
      notice(null, '1979-04-05'),
    ]
    expect(gazetteStateOf([unknown!, scanned!, old!], today)).toEqual({
      standing: {},
      unclear: null,
      unrated: [unknown, scanned],
    })
  })
})
