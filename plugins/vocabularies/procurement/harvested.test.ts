import { describe, expect, it } from 'vitest'
import { marketIn, processOf, processText, type Process, type Processes, type Wanted } from './index.ts'

const process = (n: number, day: string, status: string): Process =>
  processOf(
    {
      ocid: `o${n}`,
      date: `${day}T09:00:00Z`,
      tag: ['tender'],
      tender: {
        title: `Cleaning ${n}`,
        status,
        items: [{ deliveryAddresses: [{ region: n % 4 === 0 ? 'UKM82' : 'UKI31' }] }],
      },
    },
    ({ ocid }) => ({ id: ocid, url: `https://example.org/${ocid}` }),
  )!

const known = new WeakMap<Process, ReadonlySet<string>>()
const wordsOf = (one: Process): ReadonlySet<string> => {
  const words = known.get(one) ?? new Set(processText(one).flatMap((text) => text?.toLowerCase().split(' ') ?? []))
  known.set(one, words)
  return words
}

/** Rows as a dataset gives them, and how many were read. */
const rowsOf = (processes: readonly Process[]) => {
  const worded = processes.map((one) => ({ one, words: wordsOf(one) })).toReversed()
  const of = (wanted: string): readonly Process[] => {
    const all = wanted.split(' ')
    return worded.filter(({ words }) => all.every((word) => words.has(word))).map(({ one }) => one)
  }
  const seen = { read: 0, counted: 0 }
  const rows = {
    count: (words: string) => {
      seen.counted++
      return of(words).length
    },
    *text(words: string) {
      for (const one of of(words)) {
        seen.read++
        yield one
      }
    },
  } as unknown as Processes
  return { rows, seen }
}
const portal = { source: 'a', nation: null }
const wanted = (rest: Partial<Wanted> = {}): Wanted => ({
  sector: null,
  region: null,
  since: '2026-09-16',
  on: '2026-10-15',
  ...rest,
})
/** A number for each, in no order that a sample could fall in step with. */
const scattered = (n: number): number => Math.imul(n + 1, 2654435761) >>> 12
const dayOf = (back: number): string => new Date(Date.UTC(2026, 9, 15 - back)).toISOString().slice(0, 10)

describe('a market that was harvested', () => {
  const few = Array.from({ length: 40 }, (_, n) => process(n, dayOf(39 - n), n % 2 ? 'active' : 'complete'))

  it('is read whole while it is small, within its days', () => {
    const { rows } = rowsOf(few)
    expect(marketIn(rows, portal, wanted())).toMatchObject({ total: 30, open: 15, awarded: 15, complete: true })
    expect(marketIn(rows, portal, wanted({ sector: 'cleaning', since: '2025-10-15' }))).toMatchObject({
      total: 40,
      complete: true,
    })
    expect(marketIn(rows, portal, wanted({ region: 'Scotland' }))).toMatchObject({ total: 7, complete: true })
    expect(marketIn(rows, portal, wanted({ sector: '&', since: '2025-10-15' }))).toMatchObject({
      total: 0,
      complete: true,
    })
  })

  it('is estimated where it is large, by rows of each of its days, and lists the newest', () => {
    const many = Array.from({ length: 1_500 }, (_, n) =>
      process(scattered(n), dayOf(29 - Math.floor(n / 50)), scattered(n) % 2 ? 'active' : 'complete'),
    )
    const { rows, seen } = rowsOf(many)
    const market = marketIn(rows, portal, wanted())
    expect(market).toMatchObject({ total: 1_500, complete: false })
    expect(market.open).toBeGreaterThan(600)
    expect(market.open).toBeLessThan(900)
    expect(market.open + market.awarded).toBe(1_500)
    expect(market.notices).toHaveLength(100)
    expect(new Set(market.notices.map(({ published }) => published))).toEqual(new Set(['2026-10-15', '2026-10-14']))
    expect(seen.read).toBeLessThan(450)
    const scottish = marketIn(rows, portal, wanted({ region: 'Scotland' }))
    expect(scottish.total).toBeGreaterThan(275)
    expect(scottish.total).toBeLessThan(475)
  })

  it('is estimated so that its parts add up to the whole', () => {
    const most = Array.from({ length: 499 }, (_, n) =>
      process(scattered(n), dayOf(n % 30), scattered(n) % 2 ? 'active' : 'complete'),
    )
    for (let size = 401; size < 500; size++) {
      const { rows } = rowsOf(most.slice(0, size))
      const { total, open, awarded } = marketIn(rows, portal, wanted({ region: 'London' }))
      expect([size, total]).toEqual([size, open + awarded])
    }
  })
})
