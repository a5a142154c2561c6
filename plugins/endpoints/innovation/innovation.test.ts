import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settings } from '@domesday/core'
import { openEndpoint, type OpenEndpoint } from '@domesday/tool-testing'
import { fundersOf } from './funders.ts'
import { innovation } from './index.ts'
import { ago, alignmentOf, innovationOf, monthsSince } from './score.ts'

let endpoint: OpenEndpoint
beforeAll(async () => {
  endpoint = await openEndpoint(innovation)
})
afterAll(() => endpoint.close())

interface Signal {
  readonly factor: string
  readonly points: number | null
  readonly contribution: number | null
  readonly detail: string
}

describe('innovation', () => {
  it('in sum is who the company is, and counts', async () => {
    const { data, meta } = await endpoint.look('/innovation/SC990082?depth=summary')
    expect(data).toEqual({
      entity: {
        company_number: 'SC990082',
        name: 'CAIRNVELLA SYSTEMS LIMITED',
        status: 'active',
        incorporated: '2011-04-04',
        sic_codes: ['72190', '26511'],
        sic: [
          {
            code: '72190',
            description: 'Other research and experimental development on natural sciences and engineering',
          },
          {
            code: '26511',
            description:
              'Manufacture of electronic measuring, testing etc. equipment, not for industrial process control',
          },
        ],
      },
      patents: { total: 4, publications: 6, newest: '2026-06-03', complete: true },
      research: {
        total_projects: 4,
        active_projects: 3,
        led_projects: 3,
        awarded_value: 539_810,
        awards_priced: 3,
        complete: true,
      },
    })
    expect([meta.missing, meta.sources]).toEqual([[], ['companies-house', 'epo-ops', 'gtr']])
  })

  it('has the latest from standard up, and the score with it', async () => {
    const { data } = await endpoint.look('/innovation/SC990082')
    expect(Object.keys(data)).toEqual(['entity', 'patents', 'research', 'grants', 'innovation_score'])
    expect(data.patents.recent.map(({ number }: { number: string }) => number)).toEqual([
      'GB9900412A',
      'WO2026990114A1',
      'EP9904471B1',
      'GB9900301B',
    ])
    expect(data.research.recent[0]).toMatchObject({
      reference: '99010602',
      role: 'lead',
      is_active: true,
      awarded_value: 74_860,
    })
    expect(data.grants).toMatchObject({
      total: 2,
      total_value: 25_000,
      funder_count: 1,
      recent: [{ reference: '360G-harrowmead-22-031', match: { by: 'number', sure: 'certain' } }, {}],
      possible_matches: [],
    })
    expect([data.patents.classifications, data.research.collaborators, data.funders]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  it('at full depth knows partners, funders and classes', async () => {
    const { data } = await endpoint.look('/innovation/SC990082?depth=full')
    expect(data.research.collaborators).toEqual([
      { name: 'Lothmere Institute of Engineering', projects: 2 },
      { name: 'Quillmarsh Precision Ltd', projects: 1 },
    ])
    expect(data.funders).toEqual([
      { name: 'Innovate UK', awards: 3, awarded_value: 539_810, source: 'gtr' },
      { name: 'Harrowmead Enterprise Trust', awards: 2, awarded_value: 25_000, source: 'threesixty-giving' },
      { name: 'EPSRC', awards: 1, awarded_value: null, source: 'gtr' },
    ])
    expect([data.patents.classifications_total, data.research.collaborators_total, data.funders_total]).toEqual([
      data.patents.classifications.length,
      2,
      3,
    ])
    expect(data.patents.classifications[0]).toEqual({ code: 'G01D', section: 'Physics', families: 2 })
  })

  it('has one score for a company, at every depth where it has one, of parts that add up', async () => {
    const [standard, full] = [
      await endpoint.look('/innovation/SC990082'),
      await endpoint.look('/innovation/SC990082?depth=full'),
    ]
    const score = standard.data.innovation_score,
      signals: readonly Signal[] = score.signals
    expect(full.data.innovation_score).toEqual(score)
    expect([score.score, score.rating, score.confidence]).toEqual([71, 'STRONG', 'medium'])
    expect(signals.reduce((sum, { contribution }) => sum + (contribution ?? 0), 0)).toBe(71)
    expect(signals.map(({ factor }) => factor)).toEqual([
      'patent_portfolio',
      'patent_recency',
      'research_grants',
      'active_research_projects',
      'sector_alignment',
    ])
    expect(signals[2]!.detail).toBe(
      'Awarded to it at least: £539,810 in 3 research awards of known amount; £25,000 in 1 of 2 other grants.',
    )
  })

  it('does not count a namesake’s inventions, nor a partner’s money', async () => {
    const { data } = await endpoint.look('/innovation/99000017?depth=full')
    expect(data.patents).toMatchObject({ total: 2, newest: '2025-08-13' })
    expect(data.research).toMatchObject({
      total_projects: 2,
      active_projects: 1,
      led_projects: 1,
      awarded_value: null,
      awards_priced: 0,
    })
    expect(data.innovation_score.rating).toBe('EMERGING')
  })

  it('of a company that does nothing of the kind is zeros and empty lists, not gaps', async () => {
    const { data, meta } = await endpoint.look('/innovation/99000025?depth=full')
    expect(data).toMatchObject({
      patents: { total: 0, newest: null, recent: [], classifications: [] },
      research: { total_projects: 0, awarded_value: 0, recent: [], collaborators: [] },
      grants: { total: 0 },
      funders: [],
    })
    expect(data.innovation_score).toMatchObject({ score: 0, rating: 'LIMITED', confidence: 'high' })
    expect((data.innovation_score.signals as readonly Signal[])[2]!.detail).toBe(
      'Awarded to it: no research award of known amount; no other grant.',
    )
    expect(meta.missing).toEqual([])
  })

  it('is found by name, and says whom it took', async () => {
    const { data, meta } = await endpoint.look('/innovation/Cairnvella?depth=summary')
    expect(data.entity.company_number).toBe('SC990082')
    expect(meta.matched).toMatchObject({ asked: 'Cairnvella', chosen: 'CAIRNVELLA SYSTEMS LIMITED (SC990082)' })
  })

  it('of no company is a 404', async () => {
    const { status, body } = await endpoint.look('/innovation/99999999')
    expect([status, body.code]).toEqual([404, 'unknown_subject'])
  })
})

describe('the trade of a company', () => {
  const tune = { research_sic_codes: ['72'], technology_sic_codes: ['26', '62'] }
  it('is research before technology before any other', () => {
    expect(alignmentOf(['26511', '72190'], tune)).toEqual({ kind: 'research', codes: ['72190'] })
    expect(alignmentOf(['62012', '47190'], tune)).toEqual({ kind: 'technology', codes: ['62012'] })
    expect(alignmentOf(['47260'], tune)).toEqual({ kind: 'other', codes: ['47260'] })
  })
})

describe('the newest patent', () => {
  it('says less than a month ago for one that came out weeks ago', () => {
    const since = (day: string) => ago(monthsSince(day, new Date('2026-10-15')))
    expect(since('2026-09-25')).toBe('less than a month ago')
    expect(since('2026-09-14')).toBe('1 month ago')
  })
})

describe('funders', () => {
  it('are known as far as one of the sources is', () => {
    expect(fundersOf(null, null)).toEqual([])
    const item = {
      reference: 'x',
      title: null,
      programme: null,
      awarded_on: null,
      recipient: null,
      url: 'https://x.example/',
    }
    const items = [
      { ...item, amount: 5, currency: 'EUR', funder: 'F' },
      { ...item, amount: 7, currency: 'GBP', funder: null },
    ]
    expect(fundersOf(null, { total: 2, value: 7, priced: 1, funders: 1, items, complete: true })).toEqual([
      { name: 'F', awards: 1, awarded_value: null, source: 'threesixty-giving' },
    ])
  })
})

describe('innovation of which a source could not be read', () => {
  const of = async (without: readonly string[]) => {
    const endpoint = await openEndpoint(innovation, { without })
    const { data, meta } = await endpoint.look('/innovation/SC990082?depth=full')
    await endpoint.close()
    return { data, meta, score: data.innovation_score }
  }

  it('knows the least of what was awarded, and who else gives', async () => {
    const whole = await of([])
    expect(whole.data.funders_total).toBe(whole.data.funders_total_at_least)
    const { data, meta, score } = await of(['threesixty-giving'])
    expect([data.grants, data.funders_total]).toEqual([null, null])
    expect(data.funders_total_at_least).toBeLessThan(whole.data.funders_total)
    expect(meta.missing).toContainEqual({
      section: 'funders_total',
      source: 'threesixty-giving',
      reason: 'not_imported',
    })
    expect((score.signals as readonly Signal[])[2]!.detail).toBe(
      'Awarded to it at least: £539,810 in 3 research awards of known amount. Other grants could not be read.',
    )
    expect(score.bounds.low).toBeLessThanOrEqual(whole.score.score)
    expect(score.bounds.high).toBeGreaterThanOrEqual(whole.score.score)
    expect(score.possible_ratings).toContain(whole.score.rating)
  })
})

describe('what was not all read', () => {
  const none = settings({}) as never
  const { factors } = innovationOf({
    profile: none,
    patents: none,
    research: none,
    grants: none,
    active: none,
    now: none,
    tune: none,
  })
  const read = (name: string, known: object) => factors[name]!.read(known)

  it('is a lower bound for counts, and an upper bound for ages', () => {
    const patents = { total: 300, publications: 900, newest: '2026-04-15', complete: false }
    expect(read('patent_portfolio', { of: patents })).toMatchObject({
      low: 300,
      high: null,
      detail: expect.stringMatching(/^At least 300 inventions/),
    })
    expect(read('patent_recency', { patents, now: new Date('2026-10-15') })).toMatchObject({ low: null, high: 6 })
    const research = { total: 800, awarded: 9, priced: 1, awards: [], complete: false }
    expect(read('active_research_projects', { research, active: 4 })).toMatchObject({ low: 4, high: null })
    expect(read('active_research_projects', { research: { ...research, complete: true }, active: 4 })).toMatchObject({
      metric: 4,
      detail: '4 research projects running, of 800 that it leads or has a part in.',
    })
  })

  it('leaves no doubt for a partner, who is awarded nothing', () => {
    const grants = { total: 0, value: 0, priced: 0, complete: true }
    const awarded = (role: string) =>
      read('research_grants', {
        grants,
        research: { awarded: 9, priced: 1, complete: true, awards: [{ role, awarded: null }] },
      })
    expect(awarded('partner')).toEqual({
      metric: 9,
      detail: 'Awarded to it: £9 in 1 research award of known amount; no other grant.',
    })
    expect(awarded('lead')).toMatchObject({ low: 9, high: null })
  })
})
