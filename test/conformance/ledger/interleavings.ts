import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { outcome, purpose, type Fixture } from './fixture.ts'
import type { Ledger } from '../../../core/credits/ledger.ts'
import { allCases } from '../../support/cases.ts'

const keyCount = 3
const openingGrant = 40

/** A request stands for one key and one price, so that operations on few requests meet often. */
const keyOf = (request: number): number => request % keyCount
const priceOf = (request: number): number => (request * 7) % 19

type Step =
  | { readonly kind: 'hold' | 'settle' | 'release' | 'charge' | 'refund'; readonly request: number }
  | { readonly kind: 'grant' | 'adjust'; readonly key: number; readonly amount: number; readonly reference: string }
  | { readonly kind: 'await' | 'crash' }

const requests = fc.nat(8)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({ kind: fc.constantFrom('hold', 'settle', 'release', 'charge', 'refund'), request: requests }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('grant'),
      key: fc.nat(keyCount - 1),
      amount: fc.integer({ min: 1, max: 30 }),
      reference: fc.uuid(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('adjust'),
      key: fc.nat(keyCount - 1),
      amount: fc.integer({ min: -30, max: 30 }).filter((n) => n !== 0),
      reference: fc.uuid(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('await') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('crash') }) },
)

/** The rules in memory, one step after the other: what a ledger without concurrency or crashes would answer. */
const model = () => {
  const keys = Array.from({ length: keyCount }, () => ({ balance: openingGrant, held: 0, rows: 1 }))
  const holds = new Map<number, 'open' | 'settled' | 'released' | 'lapsed'>()
  const charged = new Set<number>()
  const refunded = new Set<number>()
  const left = (key: number) => keys[key]!.balance - keys[key]!.held
  const ok = (key: number) => ({ ok: true, remaining: left(key) })
  const refuse = (key: number, reason: string) => ({ ok: false, reason, remaining: left(key) })
  const move = (key: number, amount: number) => {
    if (left(key) + amount < 0) return false
    keys[key]!.balance += amount
    if (amount !== 0) keys[key]!.rows++
    return true
  }
  const charge = (request: number) => {
    const key = keyOf(request)
    if (!charged.has(request) && !move(key, -priceOf(request))) return refuse(key, 'insufficient')
    if (priceOf(request) > 0) charged.add(request)
    return ok(key)
  }
  const free = (request: number) => {
    if (holds.get(request) === 'open') keys[keyOf(request)]!.held -= priceOf(request)
  }

  const answer = (step: Step): unknown => {
    if (step.kind === 'grant') return move(step.key, step.amount) && left(step.key)
    if (step.kind === 'adjust') return move(step.key, step.amount) ? ok(step.key) : refuse(step.key, 'insufficient')
    if (!('request' in step)) return undefined
    const { kind, request } = step
    const key = keyOf(request),
      state = holds.get(request)
    if (kind === 'charge') return charge(request)
    if (kind === 'refund') {
      if (!charged.has(request)) return 'unknown_request'
      if (!refunded.has(request)) move(key, priceOf(request))
      refunded.add(request)
      return left(key)
    }
    if (kind === 'hold') {
      if (state !== undefined) return state === 'open' || state === 'settled' ? ok(key) : refuse(key, 'released')
      if (left(key) < priceOf(request)) return refuse(key, 'insufficient')
      keys[key]!.held += priceOf(request)
      holds.set(request, 'open')
      return ok(key)
    }
    if (state === undefined) return kind === 'settle' ? 'unknown_request' : null
    if (kind === 'release') {
      free(request)
      if (state !== 'settled') holds.set(request, 'released')
      return left(key)
    }
    if (state === 'settled') return ok(key)
    if (state === 'released') return refuse(key, 'released')
    free(request)
    const taken = charge(request)
    holds.set(request, taken.ok ? 'settled' : 'lapsed')
    return taken
  }

  const crash = () => {
    for (const [request, state] of holds) {
      free(request)
      if (state === 'open') holds.set(request, 'lapsed')
    }
  }

  return { keys, answer, crash }
}

const perform = (ledger: Ledger, ids: readonly string[], step: Step): Promise<unknown> => {
  if (step.kind === 'grant' || step.kind === 'adjust')
    return ledger[step.kind](ids[step.key]!, step.amount, step.reference)
  if (!('request' in step)) return Promise.resolve()
  const { kind, request } = step
  const id = `r${request}`
  if (kind === 'hold' || kind === 'charge') return ledger[kind](ids[keyOf(request)]!, id, priceOf(request), purpose)
  return ledger[kind](id)
}

/** Any order of operations, in batches of any size, with crashes between them. */
export const interleavingConformance = (fixture: () => Promise<Fixture>): void => {
  describe('interleavings', () => {
    it('answers and books as if one operation came after the other', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
          const world = await fixture()
          const ids = await Promise.all(Array.from({ length: keyCount }, () => world.key(openingGrant)))
          const expected = model()
          let pending: [Promise<unknown>, unknown, Step][] = []
          const settle = async () => {
            for (const [answer, foreseen, step] of pending)
              expect({ step, answer: await answer }).toEqual({ step, answer: foreseen })
            pending = []
          }
          for (const step of steps) {
            pending.push([outcome(perform(world.billing.ledger, ids, step)), expected.answer(step), step])
            if (step.kind === 'await' || step.kind === 'crash') await settle()
            if (step.kind === 'crash') {
              expected.crash()
              await world.crash()
            }
          }
          await settle()
          const { ledger } = world.billing
          const audit = await ledger.audit()
          expect(audit.faults).toEqual([])
          expect(audit.rows).toBe(expected.keys.reduce((rows, key) => rows + key.rows, 0))
          for (const [i, id] of ids.entries()) {
            const { balance, held } = await ledger.account(id)
            expect({ balance, held }).toEqual({ balance: expected.keys[i]!.balance, held: expected.keys[i]!.held })
          }
          await world.end()
        }),
        { numRuns: allCases ? 60 : 10 },
      )
    })
  })
}
