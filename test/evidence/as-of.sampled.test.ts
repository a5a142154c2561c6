/**
 * A fact later than `on` never appears. Random histories of two questions: made at times near the midnights of both
 * clocks, charged to one key, to both or to none, and kept for a long or a short time. Over HTTP the answer as of each
 * day about them is the newest that the key was charged for by the end of that day in the United Kingdom.
 *
 * The quick set tries a tenth of them, other ones each day; the full set all. `AS_OF_SEED` repeats a run.
 */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runService, type RunningService } from '@domesday/tool-testing'
import type { Operation } from '../../core/contract/operation.ts'
import { planOf } from '../../core/engine/plan.ts'
import { rawOf } from '../../core/http/raw.ts'
import { tokens } from '../../core/service/tokens.ts'
import { allCases } from '../support/cases.ts'

const histories = allCases ? 150 : 15
const hour = 3_600_000,
  day = 24 * hour
const seed = Number(process.env['AS_OF_SEED'] ?? Math.floor(Date.now() / day))

const today = '2026-10-15'
const subjects = ['99000017', '99000041'] as const
const depths = ['summary', 'standard'] as const

/** What the service finds by arithmetic is found here by the calendar of another library. */
const london = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/London', dateStyle: 'short' })
const ukDateOf = (at: number): string => london.format(at)
const isoDay = (at: number): string => new Date(at).toISOString().slice(0, 10)

interface Event {
  /** Unix milliseconds. */
  readonly at: number
  /** How long before that it was fetched. */
  readonly age: number
  readonly subject: (typeof subjects)[number]
  readonly depth: (typeof depths)[number]
  /** Which of the two keys were charged. */
  readonly charged: readonly number[]
}

const clockChanges = ['2025-10-26', '2026-03-29'].map((text) => Date.parse(text))
const days = fc.oneof(
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 390 }).map((back) => Date.parse(today) - back * day) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...clockChanges), fc.integer({ min: -1, max: 1 }))
      .map(([at, by]) => at + by * day),
  },
  // So that several are made on one day, and on both sides of the shorter period.
  { weight: 2, arbitrary: fc.integer({ min: 85, max: 95 }).map((back) => Date.parse(today) - back * day) },
)
const times = fc.oneof(
  fc.constantFrom(0, 1, 23 * hour - 1, 23 * hour, 23 * hour + 1, 24 * hour - 1),
  fc.integer({ min: 0, max: day - 1 }),
)
const event: fc.Arbitrary<Event> = fc.record({
  at: fc.tuple(days, times).map(([from, time]) => from + time),
  age: fc.integer({ min: 0, max: 3 * day }),
  subject: fc.constantFrom(...subjects),
  depth: fc.constantFrom(...depths),
  charged: fc.constantFrom([0], [1], [0, 1], []),
})

describe.each([90, 400])('with evidence kept for %i days, the answer as of a day', (keptFor) => {
  let service: RunningService
  beforeAll(async () => {
    service = await runService({
      configure: (dir) => {
        appendFileSync(join(dir, 'service.yaml'), '\nlimits: { per_key: { calls: 1000000, per: 1m } }\n')
        mkdirSync(join(dir, 'evidence'), { recursive: true })
        writeFileSync(join(dir, 'evidence/sqlite.yaml'), `keep: { sandbox: ${keptFor}d }\n`)
      },
    })
  })
  afterAll(() => service.close())

  /** Makes the answer of then, in which the company has a name that tells the answer. */
  const make = async ({ at, age, subject, depth }: Event, name: string): Promise<string> => {
    const { plugins, current } = service.container.get(tokens.configured)
    const endpoint = plugins.endpoints.get('entity')!
    const plan = planOf(
      endpoint,
      current().endpoint('entity'),
      rawOf(endpoint, `/entity/${subject}?depth=${depth}`, ''),
    )
    const upstream = service.container.get(tokens.clients)
    const ask = async (operation: Operation<any, any>, question: unknown) => {
      const { value, ...answered } = await upstream.ask(operation, question)
      const said = operation.id === 'profile' ? { ...(value as object), name } : value
      return { ...answered, at: at - age, value: said }
    }
    const { evidence } = await service.container.get(tokens.makingAt)(new Date(at))(plan, 'a-request', { ask })
    if (evidence === null) throw new Error('it was not kept')
    return evidence
  }

  const newKey = () => service.container.get(tokens.billing).keys.create({ credits: 1 })

  it(`is the newest that was charged for by then, and nothing later (${histories} histories, seed ${seed})`, async () => {
    console.info(`histories of evidence kept for ${keptFor} days: AS_OF_SEED=${seed}`)
    // The sandbox has the time of day of this machine, on the day of its sample data.
    const oldest = Date.parse(today) - keptFor * day - hour
    let answered = 0,
      refused = 0
    const holds = async (history: readonly Event[]): Promise<void> => {
      const keys = [await newKey(), await newKey()]
      const packs: (Event & { readonly id: string; readonly name: string })[] = []
      for (const [i, one] of history.entries()) {
        const name = `NAME ${i} OF THE HISTORY LTD`
        const id = await make(one, name)
        for (const who of one.charged) service.container.get(tokens.evidence)!.own(id, keys[who]!.id)
        packs.push({ ...one, id, name })
      }
      for (const { at, subject, depth } of history)
        for (const on of [...new Set([isoDay(at - day), isoDay(at), isoDay(at + day)])].filter((one) => one <= today))
          for (const [who, { key }] of keys.entries()) {
            const [expected] = packs
              .map((pack, i) => ({ ...pack, i }))
              .filter((pack) => pack.subject === subject && pack.depth === depth && pack.charged.includes(who))
              .filter((pack) => pack.at >= oldest && ukDateOf(pack.at) <= on)
              .toSorted((a, b) => b.at - a.at || b.i - a.i)
            const { status, body, text } = await service.send(`/api/v1/entity/${subject}?depth=${depth}&on=${on}`, {
              key,
            })
            const told = text.match(/NAME \d+ OF THE HISTORY LTD/g) ?? []
            if (expected === undefined) {
              expect([status, body.code, told]).toEqual([404, 'not_kept', []])
              refused += 1
              continue
            }
            expect([status, body._meta?.evidence, body._meta?.credits_charged]).toEqual([200, expected.id, 0])
            expect(new Set(told)).toEqual(new Set([expected.name]))
            for (const fetched of Object.values<string>(body._meta.as_of))
              expect(ukDateOf(Date.parse(fetched)) <= on).toBe(true)
            answered += 1
          }
    }
    // What was made on the day on which the period ends is kept or not, as the clock goes on.
    const settled = event.filter(({ at }) => at < oldest || at > oldest + day + 2 * hour)
    await fc.assert(fc.asyncProperty(fc.array(settled, { minLength: 1, maxLength: 8 }), holds), {
      numRuns: histories,
      seed,
    })
    expect(answered).toBeGreaterThan(histories)
    expect(refused).toBeGreaterThan(histories)
  })
})
