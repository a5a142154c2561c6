import { describe, expect, it } from 'vitest'
import { noSuch, notCovered } from '../contract/absence.ts'
import { depth, derive, each, first, from, maybe, need, some } from '../contract/node.ts'
import { factor } from '../contract/reading.ts'
import { score, scored } from '../contract/score.ts'
import { beside, full, section, standard } from '../contract/section.ts'
import { integer, list, object, orNull, text } from '../contract/shape.ts'
import { RequiredGap } from './gap.ts'
import { endpointOf, asked, fails, operation, run, slowly } from '../../test/support/gather.ts'

const one = operation('one', () => 1),
  two = operation('two', (n: number) => n + 1),
  three = operation('three', () => 3)
const broken = operation('broken', (): number => fails('upstream_failed')),
  late = operation('late', () => slowly(500, 1)),
  nothing = operation('nothing', () => null as number | null)
const n1 = need(one, {}, () => ({})),
  n2 = need(two, { n1 }, ({ n1 }) => n1),
  n3 = need(three, {}, () => ({}))
const nBroken = need(broken, {}, () => ({})),
  nLate = need(late, {}, () => ({})),
  nNothing = need(nothing, {}, () => ({}))

describe('gathering', () => {
  const layered = endpointOf({
    response: { first: integer(), second: integer(), third: integer() },
    sections: {
      first: section({ n1 }, ({ n1 }) => n1),
      second: standard({ n2 }, ({ n2 }) => n2),
      third: full({ n3 }, ({ n3 }) => n3),
    },
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
      response: { second: integer(), second_total: integer(), third: integer() },
      sections: {
        second: standard({ n2 }, ({ n2 }) => n2),
        second_total: beside(
          'second',
          full({ n1 }, ({ n1 }) => n1),
        ),
        third: full({ n3 }, ({ n3 }) => n3),
      },
    })
    expect((await run(counted, { include: ['second'] })).data).toEqual({ second: 2, second_total: 1 })
    expect((await run(counted, { include: ['second'], depth: 'standard' })).data).toEqual({ second: 2 })
    expect((await run(counted, { include: ['third'] })).data).toEqual({ third: 3 })
    expect((await run(counted)).data).toEqual({ second: 2, second_total: 1, third: 3 })
  })

  it('asks what does not wait for another at the same time', async () => {
    const slow = (id: string) =>
      need(
        operation(id, () => slowly(60, 1)),
        {},
        () => ({}),
      )
    const a = slow('a'),
      b = slow('b'),
      c = slow('c')
    const began = performance.now()
    await run(
      endpointOf({ response: { sum: integer() }, sections: { sum: section({ a, b, c }, ({ a, b, c }) => a + b + c) } }),
    )
    expect(performance.now() - began).toBeLessThan(150)
  })

  it('nests a dotted section, and leaves a null parent null', async () => {
    const { data } = await run(
      endpointOf({
        response: {
          a: object({ n: integer() }),
          'a.inner': integer(),
          b: object({}),
          'b.inner': integer(),
          'c.inner': integer(),
        },
        sections: {
          a: section({ n1 }, ({ n1 }) => ({ n: n1 })),
          'a.inner': section({ n3 }, ({ n3 }) => n3),
          b: section({ nBroken }, () => ({})),
          'b.inner': section({ n3 }, ({ n3 }) => n3),
          'c.inner': section({ n3 }, ({ n3 }) => n3),
        },
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
    const { data, missing } = await run(
      endpointOf({ response: { a: integer() }, sections: { a: section({ unasked }, ({ unasked }) => unasked) } }),
    )
    expect(data).toEqual({})
    expect(missing).toEqual([])
  })

  it('shows null with a row for what could not be known', async () => {
    const { data, missing } = await run(
      endpointOf({
        response: { a: integer(), b: integer() },
        sections: { a: section({ nBroken }, ({ nBroken }) => nBroken), b: section({ n3 }, ({ n3 }) => n3) },
      }),
    )
    expect(data).toEqual({ a: null, b: 3 })
    expect(missing).toEqual([{ section: 'a', source: 'broken', reason: 'upstream_failed' }])
  })

  it('says no_data where the source holds nothing', async () => {
    const { data, missing } = await run(
      endpointOf({
        response: { a: integer(), b: integer() },
        sections: { a: section({ nNothing }, ({ nNothing }) => nNothing), b: section({ n3 }, ({ n3 }) => n3) },
      }),
    )
    expect(data).toEqual({ a: null, b: 3 })
    expect(missing).toEqual([{ section: 'a', source: 'nothing', reason: 'no_data' }])
  })

  it('takes an optional dataset that is not imported for unasked: no row, and an outage of all others stays one', async () => {
    const store = operation('store', (): number => fails('not_imported'))
    Object.assign(store.source, { optional: true })
    const stored = need(store, {}, () => ({})),
      each1 = each(store, {}, () => [1, 2])
    const { data, missing, verdict } = await run(
      endpointOf({
        response: { a: orNull(integer()), b: list(integer()) },
        sections: {
          a: section({ n: some({ nBroken, stored: maybe(stored) }) }, ({ n }) => n.stored),
          b: section({ each1 }, ({ each1 }) => each1),
        },
      }),
    )
    expect(data).toEqual({ a: null })
    expect(missing).toEqual([{ section: 'a', source: 'broken', reason: 'upstream_failed' }])
    expect(verdict).toBe('upstream_failed')
  })

  it('keeps a tolerated gap as a row', async () => {
    const { data, missing } = await run(
      endpointOf({
        response: { a: orNull(integer()) },
        sections: { a: section({ n: maybe(nBroken), n3 }, ({ n, n3 }) => n ?? n3) },
      }),
    )
    expect(data).toEqual({ a: 3 })
    expect(missing).toEqual([{ section: 'a', source: 'broken', reason: 'upstream_failed' }])
  })

  it('names the cause and what hangs on it', async () => {
    const hanging = need(two, { nBroken }, ({ nBroken }) => nBroken)
    const { missing } = await run(
      endpointOf({
        response: { a: integer(), b: integer() },
        sections: { a: section({ hanging }, ({ hanging }) => hanging), b: section({ n3 }, ({ n3 }) => n3) },
      }),
    )
    expect(missing).toEqual([
      { section: 'a', source: 'two', reason: 'depends_on' },
      { section: 'a', source: 'broken', reason: 'upstream_failed' },
    ])
  })

  it('says of a source that it failed, though it held nothing elsewhere', async () => {
    const fickle = operation('fickle', (from: string) => (from === 'here' ? null : fails('upstream_failed'))),
      from = (where: string) => need(fickle, {}, () => where)
    const { missing } = await run(
      endpointOf({
        response: { a: orNull(integer()), b: integer() },
        sections: {
          a: section({ n: first(from('here'), from('there')) }, ({ n }) => n),
          b: section({ n3 }, ({ n3 }) => n3),
        },
      }),
    )
    expect(missing).toEqual([{ section: 'a', source: 'fickle', reason: 'upstream_failed' }])
  })

  it('does not ask a source outside its nations', async () => {
    const english = need(
      operation('english', () => 1, ['England']),
      {},
      () => ({}),
    )
    const nation = derive({ asked }, () => 'Scotland')
    const { data, missing, calls } = await run(
      endpointOf({
        nation,
        response: { a: integer(), b: integer() },
        sections: { a: section({ english }, ({ english }) => english), b: section({ n3 }, ({ n3 }) => n3) },
      }),
    )
    expect(data).toEqual({ a: null, b: 3 })
    expect(missing).toEqual([{ section: 'a', source: 'english', reason: 'not_covered' }])
    expect(calls).toEqual(['three'])
  })

  it('takes a derived place that nothing covers for every source asked by it', async () => {
    const nowhere = derive({ asked }, () => notCovered('no coordinates') as ReturnType<typeof notCovered> | number)
    const here = need(two, { nowhere }, ({ nowhere }) => nowhere)
    const { missing } = await run(
      endpointOf({
        response: { a: integer(), b: integer() },
        sections: { a: section({ here }, ({ here }) => here), b: section({ n3 }, ({ n3 }) => n3) },
      }),
    )
    expect(missing).toEqual([{ section: 'a', source: 'two', reason: 'not_covered' }])
  })

  it('makes an expired deadline a timeout, and waits no longer', async () => {
    const began = performance.now()
    const { data, missing } = await run(
      endpointOf({
        response: { a: integer(), b: integer() },
        sections: { a: section({ nLate }, ({ nLate }) => nLate), b: section({ n3 }, ({ n3 }) => n3) },
      }),
      { deadline: 50 },
    )
    expect(performance.now() - began).toBeLessThan(300)
    expect(data).toEqual({ a: null, b: 3 })
    expect(missing).toEqual([{ section: 'a', source: 'late', reason: 'upstream_timeout' }])
  })
})

describe('ways to ask', () => {
  it('first goes past unasked and none, never past a failure', async () => {
    const sections = (node: ReturnType<typeof first>) =>
      endpointOf({
        response: { a: orNull(integer()) as never },
        sections: { a: section({ node }, ({ node }) => node as never) },
      })
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
    expect(
      (
        await run(
          endpointOf({ response: { a: integer() }, sections: { a: section({ chosen }, ({ chosen }) => chosen) } }),
        )
      ).calls,
    ).toEqual(['one'])
  })

  it('some wants at least one', async () => {
    const both = some({ a: nBroken, b: n3 }),
      neither = some({ a: nBroken, b: nNothing })
    const response = { a: orNull(object({ a: orNull(integer()), b: orNull(integer()) })), b: integer() }
    expect(
      (
        await run(
          endpointOf({
            response,
            sections: { a: section({ both }, ({ both }) => both), b: section({ n3 }, ({ n3 }) => n3) },
          }),
        )
      ).data,
    ).toEqual({ a: { a: null, b: 3 }, b: 3 })
    expect(
      (
        await run(
          endpointOf({
            response,
            sections: { a: section({ neither }, ({ neither }) => neither), b: section({ n3 }, ({ n3 }) => n3) },
          }),
        )
      ).data,
    ).toEqual({ a: null, b: 3 })
  })

  it('each needs every answer, or with maybe at least one', async () => {
    const odd = operation('odd', (n: number) => (n % 2 === 0 ? (fails('upstream_failed') as number) : n))
    const strict = each(odd, {}, () => [1, 2, 3]),
      tolerant = each(maybe(odd), {}, () => [1, 2, 3]),
      none = each(maybe(odd), {}, () => [2, 4])
    const of = (node: typeof tolerant) =>
      run(
        endpointOf({
          response: { a: list(orNull(integer())), b: integer() },
          sections: { a: section({ node }, ({ node }) => node), b: section({ n3 }, ({ n3 }) => n3) },
        }),
      )
    expect((await of(strict)).data).toEqual({ a: null, b: 3 })
    expect((await of(tolerant)).data).toEqual({ a: [1, null, 3], b: 3 })
    expect((await of(tolerant)).missing).toEqual([{ section: 'a', source: 'odd', reason: 'upstream_failed' }])
    expect((await of(none)).data).toEqual({ a: null, b: 3 })
    expect((await of(each(odd, {}, () => []))).data).toEqual({ a: [], b: 3 })
  })

  it('from is unasked below its depth, and rows below it are not told', async () => {
    const deep = from('full', nBroken)
    const shallow = endpointOf({
      response: { a: integer() },
      sections: { a: section({ n3, deep: maybe(deep) }, ({ n3 }) => n3) },
    })
    expect((await run(shallow, { depth: 'standard' })).calls).toEqual(['three'])
    expect((await run(shallow, { depth: 'standard' })).missing).toEqual([])
    expect((await run(shallow)).missing).toHaveLength(1)
  })

  it('hands over the depth', async () => {
    expect(
      (
        await run(endpointOf({ response: { a: text() }, sections: { a: section({ depth }, ({ depth }) => depth) } }), {
          depth: 'standard',
        })
      ).data,
    ).toEqual({ a: 'standard' })
  })
})

describe('what is required', () => {
  const sections = { a: section({ n3 }, ({ n3 }: { n3: number }) => n3) }

  it('is the 404 in its own words where there is none', async () => {
    const missing = derive(
      { asked },
      () =>
        noSuch('There is no such thing.', [{ id: 'this', label: 'This one' }]) as ReturnType<typeof noSuch> | number,
    )
    const failing = run(endpointOf({ required: [missing], response: { a: integer() }, sections }))
    await expect(failing).rejects.toBeInstanceOf(RequiredGap)
    await expect(failing).rejects.toThrow('There is no such thing.')
  })

  it('ends the call as soon as it has failed, and lets nothing more be asked', async () => {
    const began = performance.now()
    await expect(
      run(
        endpointOf({
          required: [nBroken],
          response: { a: integer() },
          sections: { a: section({ nLate }, ({ nLate }) => nLate) },
        }),
      ),
    ).rejects.toBeInstanceOf(RequiredGap)
    expect(performance.now() - began).toBeLessThan(200)
  })
})

describe('the verdict', () => {
  const verdict = async (rest: Parameters<typeof endpointOf>[0]) => (await run(endpointOf(rest))).verdict
  const dead = need(
    operation('dead', (): number => fails('upstream_timeout')),
    {},
    () => ({}),
  )

  it('is known where anything beyond identity is known', async () => {
    expect(
      await verdict({
        response: { a: integer(), b: integer() },
        sections: { a: section({ nBroken }, ({ nBroken }) => nBroken), b: section({ n3 }, ({ n3 }) => n3) },
      }),
    ).toBe('known')
  })
  it('is a failure where all that was due failed, a timeout where all timed out', async () => {
    const of = (...nodes: (typeof nBroken)[]) =>
      verdict({
        required: [n1],
        response: { id: integer(), a: integer() },
        sections: { id: section({ n1 }, ({ n1 }) => n1), a: section(Object.fromEntries(nodes.entries()), () => 1) },
      })
    expect(await of(nBroken)).toBe('upstream_failed')
    expect(await of(dead)).toBe('upstream_timeout')
    expect(await of(dead, nBroken)).toBe('upstream_failed')
    const busy = need(
      operation('busy', (): number => fails('not_asked')),
      {},
      () => ({}),
    )
    expect(await of(busy)).toBe('not_asked')
    expect(await of(busy, dead)).toBe('upstream_failed')
    expect(await of(nBroken, n3)).not.toBe('upstream_failed')
  })
  it('is that nothing is known where the rest is gaps of other kinds', async () => {
    expect(
      await verdict({
        required: [n1],
        response: { id: integer(), a: integer() },
        sections: { id: section({ n1 }, ({ n1 }) => n1), a: section({ nNothing }, ({ nNothing }) => nNothing) },
      }),
    ).toBe('nothing_known')
  })
  it('counts an empty list as known', async () => {
    const empty = need(
      operation('empty', () => []),
      {},
      () => ({}),
    )
    expect(
      await verdict({
        required: [n1],
        response: { id: integer(), a: list(integer()) },
        sections: { id: section({ n1 }, ({ n1 }) => n1), a: section({ empty }, ({ empty }) => empty) },
      }),
    ).toBe('known')
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
  const scoring = endpointOf({
    response: { s: scored },
    sections: { s: section({ weighed }, ({ weighed }) => weighed) },
  })

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
      return (
        await run(
          endpointOf({ response: { s: scored }, sections: { s: section({ silent }, ({ silent }) => silent) } }),
          {
            scores: settings(0.5),
          },
        )
      ).missing
    }
    expect(await missingOf({ n1 })).toEqual([{ section: 's', source: 'three', reason: 'no_data' }])
    expect(await missingOf({ nBroken })).toEqual([
      { section: 's', source: 'broken', reason: 'upstream_failed' },
      { section: 's', source: 'three', reason: 'no_data' },
    ])
  })
})
