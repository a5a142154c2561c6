/** To whom a source is closed after failures. */
import { describe, expect, it } from 'vitest'
import { text } from '@domesday/core'
import { clientOf, declare, loopback, respondJson, settingsFor } from '../../../test/support/loopback.ts'
import { createBreaker } from './breaker.ts'
import { CallFault, type Trouble } from './call-fault.ts'

/** An upstream that fails for questions of this kind, and how one caller's questions end. */
const asking = async (fails: RegExp) => {
  const { origin, seen } = await loopback((response, { url }) => respondJson(response, {}, fails.test(url) ? 500 : 200))
  const about = declare()
  const lookup = about.get('lookup', { path: (id: string) => `/lookup/${id}`, digest: text(), read: () => 'answer' })
  let caller = ''
  const client = clientOf([about], settingsFor(origin, { breaker: { failures: 4, for: 60_000 } }), {
    caller: () => caller,
  })
  const ask = (by: string, question: string): Promise<unknown> => {
    caller = by
    return client.ask(lookup, question).then(
      ({ value }) => value,
      ({ reason }) => reason,
    )
  }
  return { ask, seen }
}
const four = [1, 2, 3, 4]

describe('failures of one caller', () => {
  it('close the source to that caller, and to nobody else', async () => {
    const { ask } = await asking(/bad/)
    for (const i of four) expect(await ask('eve', `bad-${i}`)).toBe('upstream_failed')
    expect(await ask('eve', 'good-1')).toBe('not_asked')
    expect(await ask('ann', 'good-2')).toBe('answer')
  })
})

describe('one question that fails again and again', () => {
  it.each([
    ['one caller', () => 'eve'],
    ['many callers', (i: number) => `caller-${i}`],
  ])('is not asked for a while, though %s asks it, and all others are', async (_, by) => {
    const { ask, seen } = await asking(/bad/)
    for (const i of four) expect(await ask(by(i), 'bad')).toBe('upstream_failed')
    for (let i = 5; i < 20; i += 1) expect(await ask(by(i), 'bad')).toBe('not_asked')
    expect(seen).toHaveLength(4)
    for (const one of [by(1), 'ann']) expect(await ask(one, `good-${one}`)).toBe('answer')
  })

  it('is remembered, however many others are asked meanwhile', async () => {
    const breaker = createBreaker('tfl', { failures: 4, for: 60_000 })
    const ask = (question: string) =>
      breaker
        .guard({ caller: 'ann', question }, async () => {
          if (question === 'bad') throw new CallFault('tfl', 'server', 'failed')
        })
        .then(
          () => 'answer',
          ({ trouble }: CallFault) => trouble,
        )
    for (const _ of four) expect(await ask('bad')).toBe('server')
    for (let i = 0; i < 3_000; i += 1) expect(await ask(`good-${i}`)).toBe('answer')
    expect(await ask('bad')).toBe('open')
  })
})

describe('failures of several callers', () => {
  it('do not close the source to others where most calls are answered', async () => {
    const { ask } = await asking(/bad/)
    for (let i = 0; i < 12; i += 1) expect(await ask('ann', `good-${i}`)).toBe('answer')
    for (const by of ['eve', 'mallory', 'trudy']) for (const i of four.slice(1)) await ask(by, `bad-${by}-${i}`)
    expect(await ask('ann', 'good-12')).toBe('answer')
  })

  it('do not close the source to others where all asked the same', async () => {
    const { ask } = await asking(/bad/)
    for (const i of four) expect(await ask(`caller-${i}`, 'bad')).toBe('upstream_failed')
    expect(await ask('ann', 'good')).toBe('answer')
  })

  it('close it to all in an outage, at once', async () => {
    const { ask, seen } = await asking(/./)
    for (const i of four) expect(await ask(`caller-${i}`, `question-${i}`)).toBe('upstream_failed')
    expect(await ask('ann', 'another')).toBe('not_asked')
    expect(seen).toHaveLength(4)
  })
})

describe('what another node says', () => {
  const failing = (trouble: Trouble) => async () => {
    throw new CallFault('tfl', trouble, 'failed')
  }
  /** A breaker that asks with so many questions at once, and how often the source was called. */
  const doubting = () => {
    const breaker = createBreaker('tfl', { failures: 100, for: 30_000 })
    let calls = 0
    const ask = (many: number, work: () => Promise<unknown> = async () => 'answer') =>
      Promise.all(
        Array.from({ length: many }, (_, i) =>
          breaker
            .guard({ caller: `${i}`, question: `${i}` }, () => {
              calls += 1
              return work()
            })
            .catch(({ trouble }: CallFault) => trouble),
        ),
      )
    return { breaker, ask, calls: () => calls }
  }

  it('is found out by one call: a source that answers is asked again by all', async () => {
    const { breaker, ask, calls } = doubting()
    breaker.doubt('x')
    expect(await ask(3)).toEqual(['answer', 'open', 'open'])
    breaker.doubt('x')
    expect(await ask(3)).toEqual(['answer', 'answer', 'answer'])
    // A refusal is an answer too.
    breaker.doubt('y')
    expect(await ask(2, failing('refused'))).toEqual(['refused', 'open'])
    expect(await ask(1)).toEqual(['answer'])
    expect(calls()).toBe(6)
  })

  it('holds where that call fails, as long as it is said, and no longer', async () => {
    const { breaker, ask, calls } = doubting()
    breaker.doubt('x')
    expect(await ask(3, failing('timeout'))).toEqual(['timeout', 'open', 'open'])
    breaker.doubt('x')
    expect(await ask(2)).toEqual(['open', 'open'])
    expect(breaker.state()).toBe('closed')
    breaker.doubt('said again')
    expect(await ask(2, failing('server'))).toEqual(['server', 'open'])
    breaker.doubt(null)
    expect(await ask(2)).toEqual(['answer', 'answer'])
    expect(calls()).toBe(4)
  })

  it('is left open by a call that our own limit held back', async () => {
    const { breaker, ask } = doubting()
    breaker.doubt('x')
    expect(await ask(1, failing('queued'))).toEqual(['queued'])
    expect(await ask(1)).toEqual(['answer'])
  })
})
