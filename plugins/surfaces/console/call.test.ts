import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { addressOf, valuesIn } from './page/api.js'
import { samplesOf } from './page/code.js'
import { toneOf } from './page/tones.js'
import { dateText, labelOf, numberText, phrase, unitOf } from './page/words.js'

const endpoint = {
  path: '/market/{postcode}',
  params: [
    { name: 'postcode', in: 'path' },
    { name: 'sector', in: 'query' },
    { name: 'depth', in: 'query' },
  ],
} as never

describe('addresses', () => {
  it('are made from a form, and read back', () => {
    const address = addressOf(endpoint, { postcode: 'WA1 1UH', sector: 'fish & chips', depth: '' })
    expect(address).toBe('/api/v1/market/WA1%201UH?sector=fish%20%26%20chips')
    expect(valuesIn(endpoint, address.slice('/api/v1'.length))).toEqual({ postcode: 'WA1 1UH', sector: 'fish & chips' })
  })

  it('of another endpoint, or none, are not read', () => {
    expect(valuesIn(endpoint, '/market')).toBeNull()
    expect(valuesIn(endpoint, '/market/WA11UH/more')).toBeNull()
    expect(valuesIn(endpoint, '/market/%')).toBeNull()
  })
})

describe('the same call in other languages', () => {
  const url = "https://example.org/api/v1/entity/O'Neill%20%24HOME"

  it('is one that a shell reads as meant', () => {
    const { curl } = samplesOf(url, 'domesday_live_x')
    const words = execFileSync('sh', ['-c', curl.replace(/^curl/, "printf '%s\\n'")], { encoding: 'utf8' })
      .trim()
      .split('\n')
    expect(words).toEqual(['-H', 'Authorization: Bearer domesday_live_x', url])
  })

  it('holds the key only where it was asked for', () => {
    for (const sample of Object.values(samplesOf(url, null))) expect(sample).toContain('DOMESDAY_KEY')
    for (const sample of Object.values(samplesOf(url, 'domesday_live_x'))) expect(sample).not.toContain('DOMESDAY_KEY')
  })
})

describe('words', () => {
  it('label keys, and leave the unit to the value', () => {
    expect(['avg_price_12m', 'intensity_gco2_kwh', 'owner_occupied_pct', 'mot_history'].map(labelOf)).toEqual([
      'Average price 12 months',
      'Intensity',
      'Owner occupied',
      'MOT history',
    ])
    expect([
      unitOf('distance_m'),
      unitOf('owner_occupied_pct'),
      unitOf('mileage', { 'x-unit': 'miles' }),
      unitOf('pupils'),
    ]).toEqual(['m', '%', 'miles', null])
  })

  it('write numbers with their unit, and years as years', () => {
    expect(numberText(143433, 'avg_price_12m', 'GBP')).toBe('£143,433')
    expect(numberText(659.8, 'median_weekly_earnings', 'GBP/week')).toBe('£659.80 a week')
    expect(numberText(2008, 'year_of_manufacture', null)).toBe('2008')
    expect(numberText(1560, 'engine_cc', 'cc')).toBe('1,560 cc')
  })

  it('spell machine words out, and leave names and codes alone', () => {
    expect(
      ['DO_NOT_ENGAGE', 'active-proposal-to-strike-off', 'low', 'care home', 'Warrington 018G', 'E06000007', 'EE'].map(
        phrase,
      ),
    ).toEqual([
      'Do not engage',
      'Active proposal to strike off',
      'Low',
      'Care home',
      'Warrington 018G',
      'E06000007',
      'EE',
    ])
  })

  it('write days and moments, and nothing else, as dates', () => {
    expect([
      dateText('2026-10-15'),
      dateText('2026-08'),
      dateText('2026-10-15T09:00Z'),
      dateText('26/90131/OUT'),
    ]).toEqual(['15 Oct 2026', 'Aug 2026', '15 Oct 2026, 10:00 BST', null])
  })

  it('are good or bad news only where their schema says so', () => {
    const schema = { type: 'string', 'x-tones': { good: ['low'], bad: ['high'] } }
    expect([
      toneOf(schema, 'low'),
      toneOf({ anyOf: [schema, { type: 'null' }] }, 'high'),
      toneOf(schema, 'PASSED'),
      toneOf({ type: 'string' }, 'high'),
      toneOf(undefined, 'high'),
      toneOf({ type: 'boolean', 'x-tones': { bad: [true] } }, true),
      toneOf({ type: 'boolean', 'x-tones': { bad: [true] } }, false),
    ]).toEqual(['good', 'bad', 'neutral', 'neutral', 'neutral', 'bad', 'neutral'])
  })
})
