import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { noSuch, notCovered } from '../contract/absence.ts'
import { depth, derive, each, first, from, maybe, need, some } from '../contract/node.ts'
import { factor } from '../contract/reading.ts'
import { score } from '../contract/score.ts'
import { beside, full, section, standard } from '../contract/section.ts'
import { integer, list, object, text } from '../contract/shape.ts'
import { field, render } from '../contract/show.ts'
import { RequiredGap } from './gap.ts'
import { answering, asked, endpointOf, fails, operation, run, slowly } from '../../test/support/gather.ts'

// What answers late is waited for by timers alone: the next one is due at once.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }).setTimerTickMode('nextTimerAsync')
})
afterEach(() => void vi.useRealTimers())

const one = operation('one', integer(), () => 1),
  two = operation('two', integer(), (n: number) => n + 1)
const n1 = need(one, {}, () => ({})),
  n2 = need(two, { n1 }, ({ n1 }) => n1),
  n3 = answering('three', integer(), () => 3)
const nBroken = answering('broken', integer(), () => fails('upstream_failed')),
  nLate = answering('late', integer(), () => slowly(2_000, 1)),
  nNothing = answering('nothing', integer(), () => null)

describe('gathering', () => {
  const layered = endpointOf({
    first: section(n1),
    second: standard(n2),
    third: full(n3),
  })

  it('asks only what the wanted depth rests on, and each thing once', async () => {
    expect((await run(layered, { depth: 'summary' })).calls).toEqual(['one'])
    expect((await run(layered, { depth: 'standard' })).calls).toEqual(['one', 'two'])
    expect((await run(layered)).calls.toSorted()).toEqual(['one', 'three', 'two'])
    expect((await run(layered, { depth: 'standard' })).data).toEqual({ first: 1, second: 2 })
  })

  it('narrows to the named sections, and does not ask for the others', async () => {
    const { data, calls } = await run(layered, { include: ['third'] })
    expect(data).toEqual({ first: 1, third: 3 })
    expect(calls.toSorted()).toEqual(['one', 'three'])
  })

  it('shows what goes with a section wherever that is shown, from its own depth', async () => {
    const counted = endpointOf({
      second: standard(n2),
      second_total: beside('second', full(n1)),
      third: full(n3),
    })
    expect((await run(counted, { include: ['second'] })).data).toEqual({ second: 2, second_total: 1 })
    expect((await run(counted, { include: ['second'], depth: 'standard' })).data).toEqual({ second: 2 })
    expect((await run(counted, { include: ['third'] })).data).toEqual({ third: 3 })
    expect((await run(counted)).data).toEqual({ second: 2, second_total: 1, third: 3 })
  })

  it('asks what does not wait for another at the same time', async () => {
    const slow = (id: string) => answering(id, integer(), () => slowly(300, 1))
    const a = slow('a'),
      b = slow('b'),
      c = slow('c')
    const began = performance.now()
    await run(endpointOf({ sum: section(render(integer(), { a, b, c }, ({ a, b, c }) => a + b + c)) }))
    expect(performance.now() - began).toBe(300)
  })

  it('nests a dotted section, and leaves a null parent null', async () => {
    const { data } = await run(
      endpointOf({
        a: section({ n: n1 }),
        'a.inner': section(n3),
        b: section(render(object({}), nBroken, () => ({}))),
        'b.inner': section(n3),
        'c.inner': section(n3),
      }),
    )
    expect(data).toEqual({ a: { n: 1, inner: 3 }, b: null, c: { inner: 3 } })
  })

  it('tells the oldest answer of each source that contributed, and how long all of it is fresh', async () => {
    const { sources, until } = await run(layered)
    expect(Object.fromEntries(sources)).toEqual({ one: 1000, two: 1000, three: 1000 })
    expect(until).toBe(5000)
  })
})

describe('the three states', () => {
  it('leaves out what was not asked', async () => {
    const unasked = need(one, {}, () => null)
    const { data, missing } = await run(endpointOf({ a: section(unasked) }))
    expect(data).toEqual({})
    expect(missing).toEqual([])
  })

  it('shows null with a row for what could not be known', async () => {
    const { data, missing } = await run(endpointOf({ a: section(nBroken), b: section(n3) }))
    expect(data).toEqual({ a: null, b: 3 })
    expect(missing).toEqual([{ section: 'a', source: 'broken', reason: 'upstream_failed' }])
  })

  it('says no_data where the source holds nothing', async () => {
    const { data, missing } = await run(endpointOf({ a: section(nNothing), b: section(n3) }))
    expect(data).toEqual({ a: null, b: 3 })
    expect(missing).toEqual([{ section: 'a', source: 'nothing', reason: 'no_data' }])
  })

  it('takes an optional dataset that is not imported for unasked: no row, and an outage of all others stays one', async () => {
    const store = operation('store', integer(), () => fails('not_imported'))
    Object.assign(store.source, { optional: true })
    const stored = need(store, {}, () => ({})),
      each1 = each(store, {}, () => [1, 2])
    const { data, missing, verdict } = await run(
      endpointOf({
        a: section(field(some({ nBroken, stored: maybe(stored) }), 'stored')),
        b: section(each1),
      }),
    )
    expect(data).toEqual({ a: null })
    expect(missing).toEqual([{ section: 'a', source: 'broken', reason: 'upstream_failed' }])
    expect(verdict).toBe('upstream_failed')
  })

  it('keeps a tolerated gap as a row', async () => {
    const { data, missing } = await run(
      endpointOf({ a: section(render(integer(), { n: maybe(nBroken), n3 }, ({ n, n3 }) => n ?? n3)) }),
    )
    expect(data).toEqual({ a: 3 })
    expect(missing).toEqual([{ section: 'a', source: 'broken', reason: 'upstream_failed' }])
  })

  it('names the cause and what hangs on it', async () => {
    const hanging = need(two, { nBroken }, ({ nBroken }) => nBroken)
    const { missing } = await run(endpointOf({ a: section(hanging), b: section(n3) }))
    expect(missing).toEqual([
      { section: 'a', source: 'two', reason: 'depends_on' },
      { section: 'a', source: 'broken', reason: 'upstream_failed' },
    ])
  })

  it('says of a source that it failed, though it held nothing elsewhere', async () => {
    const fickle = operation('fickle', integer(), (from: string) =>
        from === 'here' ? null : fails('upstream_failed'),
      ),
      from = (where: string) => need(fickle, {}, () => where)
    const { missing } = await run(
      endpointOf({
        a: section(first(from('here'), from('there'))),
        b: section(n3),
      }),
    )
    expect(missing).toEqual([{ section: 'a', source: 'fickle', reason: 'upstream_failed' }])
  })

  it('does not ask a source outside its nations', async () => {
    const english = answering('english', integer(), () => 1, ['England'])
    const nation = derive({ asked }, () => 'Scotland')
    const { data, missing, calls } = await run(endpointOf({ a: section(english), b: section(n3) }, { nation }))
    expect(data).toEqual({ a: null, b: 3 })
    expect(missing).toEqual([{ section: 'a', source: 'english', reason: 'not_covered' }])
    expect(calls).toEqual(['three'])
  })

  it('takes a derived place that nothing covers for every source asked by it', async () => {
    const nowhere = derive({ asked }, () => notCovered('no coordinates') as ReturnType<typeof notCovered> | number)
    const here = need(two, { nowhere }, ({ nowhere }) => nowhere)
    const { missing } = await run(endpointOf({ a: section(here), b: section(n3) }))
    expect(missing).toEqual([{ section: 'a', source: 'two', reason: 'not_covered' }])
  })

  it('makes an expired deadline a timeout, and waits no longer', async () => {
    const began = performance.now()
    const { data, missing } = await run(endpointOf({ a: section(nLate), b: section(n3) }), { deadline: 50 })
    expect(performance.now() - began).toBe(50)
    expect(data).toEqual({ a: null, b: 3 })
    expect(missing).toEqual([{ section: 'a', source: 'late', reason: 'upstream_timeout' }])
  })
})

describe('ways to ask', () => {
  it('first goes past unasked and none, never past a failure', async () => {
    const sections = (node: typeof n1) => endpointOf({ a: section(node) })
    const skipped = need(one, {}, () => null)
    expect((await run(sections(first(skipped, nNothing, n3)))).data).toEqual({ a: 3 })
    expect((await run(sections(first(skipped, nNothing, n3)))).missing).toEqual([])
    expect((await run(sections(first(nBroken, n3)), {})).data).toEqual({ a: null })
    const tolerant = await run(sections(first(maybe(nBroken), n3)))
    expect(tolerant.data).toEqual({ a: 3 })
    expect(tolerant.missing).toEqual([{ section: 'a', source: 'broken', reason: 'upstream_failed' }])
  })

  it('does not ask the second where the first is there', async () => {
    const chosen = first(n1, n3)
    expect((await run(endpointOf({ a: section(chosen) }))).calls).toEqual(['one'])
  })

  it('some wants at least one', async () => {
    const both = some({ a: nBroken, b: n3 }),
      neither = some({ a: nBroken, b: nNothing })
    expect((await run(endpointOf({ a: section(both), b: section(n3) }))).data).toEqual({ a: { a: null, b: 3 }, b: 3 })
    expect((await run(endpointOf({ a: section(neither), b: section(n3) }))).data).toEqual({ a: null, b: 3 })
  })

  it('each needs every answer, or with maybe at least one', async () => {
    const odd = operation('odd', integer(), (n: number) => (n % 2 === 0 ? fails('upstream_failed') : n))
    const strict = each(odd, {}, () => [1, 2, 3]),
      tolerant = each(maybe(odd), {}, () => [1, 2, 3]),
      none = each(maybe(odd), {}, () => [2, 4])
    const of = (node: typeof tolerant) => run(endpointOf({ a: section(node), b: section(n3) }))
    expect((await of(strict)).data).toEqual({ a: null, b: 3 })
    expect((await of(tolerant)).data).toEqual({ a: [1, null, 3], b: 3 })
    expect((await of(tolerant)).missing).toEqual([{ section: 'a', source: 'odd', reason: 'upstream_failed' }])
    expect((await of(none)).data).toEqual({ a: null, b: 3 })
    expect((await of(each(odd, {}, () => []))).data).toEqual({ a: [], b: 3 })
  })

  it('from is unasked below its depth, and rows below it are not told', async () => {
    const deep = from('full', nBroken)
    const shallow = endpointOf({ a: section(render(integer(), { n3, deep: maybe(deep) }, ({ n3 }) => n3)) })
    expect((await run(shallow, { depth: 'standard' })).calls).toEqual(['three'])
    expect((await run(shallow, { depth: 'standard' })).missing).toEqual([])
    expect((await run(shallow)).missing).toHaveLength(1)
  })

  it('hands over the depth', async () => {
    const shown = endpointOf({ a: section(render(text(), depth, (depth) => depth)) })
    expect((await run(shown, { depth: 'standard' })).data).toEqual({ a: 'standard' })
  })
})

describe('what is required', () => {
  const sections = { a: section(n3) }

  it('is the 404 in its own words where there is none', async () => {
    const missing = derive(
      { asked },
      () =>
        noSuch('There is no such thing.', [{ id: 'this', label: 'This one' }]) as ReturnType<typeof noSuch> | number,
    )
    const failing = run(endpointOf(sections, { required: [missing] }))
    await expect(failing).rejects.toBeInstanceOf(RequiredGap)
    await expect(failing).rejects.toThrow('There is no such thing.')
  })

  it('ends the call as soon as it has failed, and lets nothing more be asked', async () => {
    const began = performance.now()
    await expect(run(endpointOf({ a: section(nLate) }, { required: [nBroken] }))).rejects.toBeInstanceOf(RequiredGap)
    expect(performance.now() - began).toBe(0)
  })
})

describe('the verdict', () => {
  const verdict = async (...given: Parameters<typeof endpointOf>) => (await run(endpointOf(...given))).verdict
  const dead = answering('dead', integer(), () => fails('upstream_timeout'))

  it('is known where anything beyond identity is known', async () => {
    expect(await verdict({ a: section(nBroken), b: section(n3) })).toBe('known')
  })
  it('is a failure where all that was due failed, a timeout where all timed out', async () => {
    const of = (...nodes: (typeof nBroken)[]) =>
      verdict(
        { id: section(n1), a: section(render(integer(), Object.fromEntries(nodes.entries()), () => 1)) },
        { required: [n1] },
      )
    expect(await of(nBroken)).toBe('upstream_failed')
    expect(await of(dead)).toBe('upstream_timeout')
    expect(await of(dead, nBroken)).toBe('upstream_failed')
    const busy = answering('busy', integer(), () => fails('not_asked'))
    expect(await of(busy)).toBe('not_asked')
    expect(await of(busy, dead)).toBe('upstream_failed')
    expect(await of(nBroken, n3)).not.toBe('upstream_failed')
  })
  it('is that nothing is known where the rest is gaps of other kinds', async () => {
    expect(await verdict({ id: section(n1), a: section(nNothing) }, { required: [n1] })).toBe('nothing_known')
  })
  it('counts an empty list as known', async () => {
    const empty = answering('empty', list(integer()), () => [])
    expect(await verdict({ id: section(n1), a: section(empty) }, { required: [n1] })).toBe('known')
  })
})

describe('a score in the graph', () => {
  const weighed = score('s', {
    sure: factor({ n3 }, ({ n3 }) => ({ metric: n3, detail: `three is ${n3}` })),
    gone: factor({ nBroken }, ({ nBroken }) => ({ metric: nBroken, detail: '' })),
  })
  const settings = (minimum_weight: number) => ({
    s: {
      weights: { sure: 0.4, gone: 0.6 },
      curves: {
        sure: [
          [0, 0],
          [10, 100],
        ],
        gone: [
          [0, 0],
          [1, 1],
        ],
      } as const,
      bands: [{ from: 0, rating: 'ANY', recommendation: 'None.' }],
      minimum_weight,
    },
  })
  const scoring = endpointOf({ s: section(weighed) })

  it('is there over a gap, with the factor unknown and a row', async () => {
    const { data, missing } = await run(scoring, { scores: settings(0.3) })
    expect(data['s']).toMatchObject({
      score: 30,
      confidence: 'low',
      signals: [
        { factor: 'sure', contribution: 30 },
        { factor: 'gone', contribution: null, detail: "Not known: 'Source broken' did not answer." },
      ],
    })
    expect(missing).toEqual([{ section: 's', source: 'broken', reason: 'upstream_failed' }])
  })

  it('is an object with a null score where too little is known, and has its row', async () => {
    expect(await run(scoring, { scores: settings(0.5) })).toMatchObject({
      data: { s: { score: null, rating: null } },
      missing: [{ section: 's', source: 'broken', reason: 'upstream_failed' }],
    })
  })

  it('names the source of its heaviest unknown factor where no gap explains it', async () => {
    const missingOf = async (sure: Parameters<typeof factor>[0]) => {
      const silent = score('s', { sure: factor(sure, () => null), gone: factor({ n3 }, () => null) })
      return (await run(endpointOf({ s: section(silent) }), { scores: settings(0.5) })).missing
    }
    expect(await missingOf({ n1 })).toEqual([{ section: 's', source: 'three', reason: 'no_data' }])
    expect(await missingOf({ nBroken })).toEqual([
      { section: 's', source: 'broken', reason: 'upstream_failed' },
      { section: 's', source: 'three', reason: 'no_data' },
    ])
  })
})
