import { openEndpoint, type OpenEndpoint } from '@domesday/tool-testing'
import { registration } from '@domesday/source-dvsa-mot-history'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failedInWords, lastTests } from './health.ts'
import { vehicle } from './index.ts'

let endpoint: OpenEndpoint
beforeAll(async () => {
  endpoint = await openEndpoint(vehicle)
})
afterAll(() => endpoint.close())

const pointsOf = (signals: readonly { readonly factor: string; readonly points: number | null }[]) =>
  Object.fromEntries(signals.map(({ factor, points }) => [factor, points]))

describe('vehicle', () => {
  it('in good order scores high, with its history in full', async () => {
    const { data, meta } = await endpoint.look('/vehicle/ZZ19DOM')
    expect(data.vehicle).toMatchObject({
      registration: 'ZZ19DOM',
      make: 'VAUXHALL',
      fuel_type: 'Petrol',
      first_used: '2019-04-12',
    })
    expect(data).toMatchObject({
      mot_summary: { tests: 5, passed: 5, failed: 0, pass_rate_pct: 100 },
      mileage_anomaly: 'none',
      mileage_findings: [],
      health_score: 98,
      health_rating: 'EXCELLENT',
    })
    expect(data.mot_history[2]).toEqual({
      date: '2024-04-05',
      result: 'PASSED',
      expiry: '2025-04-11',
      mileage: 39877,
      advisories: [expect.stringContaining('Tyre')],
      failures: [],
      dangerous: [],
      rectified: [],
      tested_as: null,
    })
    expect(data.tax_and_mot).toMatchObject({ tax_status: 'Taxed', mot_status: 'Valid', mot_expiry: '2027-04-11' })
    expect(meta).toMatchObject({ missing: [], sources: ['dvla-ves', 'dvsa-mot-history'], depth: 'full' })
  })

  it('weighs pass rate, advisories and failures 60, 20 and 20', async () => {
    const { data } = await endpoint.look('/vehicle/ZZ08BUK')
    const { signals, score } = data.health_assessment
    expect(signals.map(({ factor, weight }: { factor: string; weight: number }) => [factor, weight])).toEqual([
      ['pass_rate', 0.6],
      ['recent_advisories', 0.2],
      ['recent_failures', 0.2],
    ])
    expect(pointsOf(signals)).toEqual({ pass_rate: 61.9, recent_advisories: 50, recent_failures: 50 })
    expect(data).toMatchObject({
      health_score: 39,
      health_rating: 'POOR',
      mot_summary: { tests: 21, passed: 13, failed: 8 },
    })
    const computed = signals.reduce((sum: number, { contribution }: { contribution: number }) => sum + contribution, 0)
    expect([computed, score]).toEqual([57, 39])
    expect(data.health_assessment.override).toEqual({
      score: 39,
      reason: 'The mileage fell: 71,905 miles on 15 March 2018, 46,335 miles fewer than on 14 March 2017.',
      also: [],
    })
  })

  it('shows the last ten tests, but trends over all', async () => {
    const { data } = await endpoint.look('/vehicle/ZZ08BUK')
    expect(data.mot_history).toHaveLength(10)
    expect(data.mot_history.map(({ result }: { result: string }) => result)).toContain('FAILED')
    const dates = data.mileage_trend.map(({ date }: { date: string }) => date)
    expect(dates).toEqual(dates.toSorted())
    expect(dates[0]).toBe('2014-03-18')
    expect(new Set(dates).size).toBe(dates.length)
    expect(data).toMatchObject({
      mileage_anomaly: 'major',
      mileage_findings: ['71,905 miles on 15 March 2018, 46,335 miles fewer than on 14 March 2017.'],
    })
  })

  it('too new for a test is an answer: nothing is guessed, and every gap has its row', async () => {
    const { status, data, meta } = await endpoint.look('/vehicle/ZZ25NEW')
    expect(status).toBe(200)
    expect(data).toMatchObject({
      vehicle: { first_mot_due: '2028-08-31' },
      mot_history: [],
      mileage_trend: [],
      mileage_anomaly: null,
      mileage_findings: null,
      health_score: null,
      health_rating: null,
      tax_and_mot: { tax_status: 'Taxed' },
    })
    expect(data.health_assessment).toMatchObject({ score: null, confidence: 'low' })
    expect(data.health_assessment.signals.map(({ detail }: { detail: string }) => detail)).toEqual(
      Array(3).fill('Does not apply: it has had no test yet, and the first is due on 31 August 2028.'),
    )
    expect(
      meta.missing.map(({ section, reason }: { section: string; reason: string }) => `${section} ${reason}`),
    ).toEqual([
      'mileage_anomaly no_data',
      'mileage_findings no_data',
      'health_score no_data',
      'health_rating no_data',
      'health_assessment no_data',
    ])
  })

  it('of Northern Ireland is weighed without the defects that are not published', async () => {
    const { data, meta } = await endpoint.look('/vehicle/ZZ16DVA')
    expect(data.mot_history[0]).toMatchObject({ advisories: null, failures: null })
    expect(pointsOf(data.health_assessment.signals)).toEqual({
      pass_rate: 85.7,
      recent_advisories: null,
      recent_failures: 100,
    })
    expect(data).toMatchObject({ health_rating: 'EXCELLENT', mileage_anomaly: 'minor', tax_and_mot: null })
    expect(data.health_assessment).toMatchObject({
      bounds: { low: 71, high: 91 },
      possible_ratings: ['EXCELLENT', 'GOOD'],
      confidence: 'medium',
    })
    const recommendation = data.health_assessment.recommendation as string
    expect(recommendation).toContain('Whether a safety recall is open is not known')
    expect(recommendation).toContain('Whether it is taxed is not known.')
    expect(meta.missing).toEqual(
      ['health_score', 'health_rating', 'health_assessment', 'tax_and_mot'].map((section) => ({
        section,
        source: 'dvla-ves',
        reason: 'no_data',
      })),
    )
  })

  it('is found in any casing and spacing, and by what can be a registration only', async () => {
    expect((await endpoint.look('/vehicle/zz 19 Dom')).data.vehicle.registration).toBe('ZZ19DOM')
    expect(await endpoint.look('/vehicle/ZZ19-DOM')).toMatchObject({
      status: 400,
      body: { code: 'invalid_parameter', errors: [{ parameter: 'registration' }] },
    })
    expect(await endpoint.look('/vehicle/ABCDEFGHI')).toMatchObject({ status: 400 })
    const published = new RegExp(registration.schema['pattern'] as string, 'u')
    const accepted = (raw: string) => [published.test(raw), published.test(registration.clean!(raw))]
    for (const raw of ['zz 19 Dom', 'ZZ19DOM', ' a1 ', 'a b c d e f g h'])
      expect([raw, ...accepted(raw)]).toEqual([raw, true, true])
    for (const raw of ['', '  ', 'ZZ19-DOM', 'ABCDEFGHI', 'A B C D E F G H I'])
      expect([raw, ...accepted(raw)]).toEqual([raw, false, false])
    expect(await endpoint.look('/vehicle/ZZ99NIL')).toMatchObject({
      status: 404,
      body: { code: 'unknown_subject', detail: expect.stringContaining('ZZ99NIL') },
    })
  })

  it('answers every example with more than the vehicle’s identity', async () => {
    for (const path of endpoint.examples) {
      const { status, data } = await endpoint.look(path)
      expect([path, status]).toEqual([path, 200])
      expect(data.mot_summary).not.toBeNull()
    }
  })
})

describe('the recent tests', () => {
  it('are one or several', () => {
    expect([lastTests(1), lastTests(3)]).toEqual(['the last test', 'the last 3 tests'])
    expect(failedInWords(1, 0, 0)).toBe('No failure in the last test.')
    expect(failedInWords(1, 1, 2)).toBe('The last test failed, with 2 reasons for failure.')
    expect(failedInWords(3, 1, 1)).toBe('1 failed test among the last 3, with 1 reason for failure.')
  })
})
