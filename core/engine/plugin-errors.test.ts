/** An upstream can send anything: bad data must neither fail the whole call nor be shown as a fact. */
import { describe, expect, it } from 'vitest'
import { derive, each, need, type Node } from '../contract/node.ts'
import { factor } from '../contract/reading.ts'
import { score, scored } from '../contract/score.ts'
import { section, standard } from '../contract/section.ts'
import { date, integer, list, object, orNull, text } from '../contract/shape.ts'
import { RequiredGap } from './gap.ts'
import { endpointOf, operation, run } from '../../test/support/gather.ts'

/** A node that is said to be a text, and whose upstream sends this instead. */
const sent = (id: string, value: unknown): Node<string> =>
  need(
    operation(id, () => value as string),
    {},
    () => ({}),
  )
const good = sent('good', 'a-b'),
  odd = sent('odd', { not: 'a text' })
const split = (of: Node<string>) => derive({ of }, ({ of }) => of.split('-').length)
const whole = section({ good }, ({ good }) => good)

describe("what the author's code fails on", () => {
  it('is a gap of the plugin, and costs nothing else', async () => {
    const parts = split(odd)
    const { data, missing, pluginErrors, verdict } = await run(
      endpointOf({
        response: { whole: text(), parts: orNull(integer()) },
        sections: { whole, parts: standard({ parts }, ({ parts }) => parts) },
      }),
    )
    expect(data).toEqual({ whole: 'a-b', parts: null })
    expect(missing).toEqual([{ section: 'parts', source: 'test', reason: 'plugin_failed' }])
    expect([pluginErrors, verdict]).toEqual([['derive'], 'known'])
  })

  it('stands under the name of no source, however many went into it', async () => {
    const parts = derive({ good, odd }, ({ good, odd }) => good.length + odd.split('-').length)
    const { missing } = await run(
      endpointOf({
        response: { parts: orNull(integer()) },
        sections: { parts: section({ parts }, ({ parts }) => parts) },
      }),
    )
    expect(missing).toEqual([{ section: 'parts', source: 'test', reason: 'plugin_failed' }])
  })

  it('is all that is said where nothing else is left', async () => {
    const parts = split(odd)
    const { verdict } = await run(
      endpointOf({
        response: { parts: orNull(integer()) },
        sections: { parts: section({ parts }, ({ parts }) => parts) },
      }),
    )
    expect(verdict).toBe('plugin_failed')
  })

  it('keeps from being asked what rests on it', async () => {
    const next = operation('next', (n: number) => n),
      many = operation('many', (n: number) => n)
    const { data, missing, calls } = await run(
      endpointOf({
        response: { a: orNull(integer()), b: orNull(list(integer())), c: orNull(integer()) },
        sections: {
          a: section({ n: need(next, { odd }, ({ odd }) => odd.split('-').length) }, ({ n }) => n),
          b: section({ ns: each(many, { odd }, ({ odd }) => odd as never) }, ({ ns }) => ns),
          c: section({ n: need(next, { parts: split(odd) }, ({ parts }) => parts) }, ({ n }) => n),
        },
      }),
    )
    expect(data).toEqual({ a: null, b: null, c: null })
    expect(calls).toEqual(['odd'])
    expect(missing).toEqual(
      [
        ['a', 'next'],
        ['b', 'many'],
        ['c', 'next'],
      ].flatMap(([section, source]) => [
        { section, source, reason: 'depends_on' },
        { section, source: 'test', reason: 'plugin_failed' },
      ]),
    )
  })

  it('is a factor that is not known, and a gap of the plugin', async () => {
    const curve = [
      [0, 0],
      [10, 100],
    ] as const
    const settings = {
      weights: { length: 0.5, sure: 0.5 },
      curves: { length: curve, sure: curve },
      bands: [{ from: 0, rating: 'ANY', recommendation: 'None.' }],
      minimum_weight: 0.3,
    } as const
    const of = (sure: number | null) => {
      const risk = score('risk', {
        length: factor({ odd }, ({ odd }) => ({ metric: odd.split('-').length, detail: 'Parts.' })),
        sure: factor({ good }, () => sure !== null && { metric: sure, detail: 'Sure.' }),
      })
      return run(
        endpointOf({ response: { risk: scored }, sections: { risk: section({ risk }, ({ risk }) => risk) } }),
        {
          scores: { risk: settings },
        },
      )
    }
    const { data, missing, pluginErrors } = await of(1)
    expect(data['risk']).toMatchObject({
      score: 10,
      signals: [
        { factor: 'length', points: null, detail: "Not known: the plugin 'test' failed on what the sources said." },
        { factor: 'sure', points: 10 },
      ],
    })
    expect(missing).toEqual([{ section: 'risk', source: 'test', reason: 'plugin_failed' }])
    expect(pluginErrors).toEqual(["factor 'length' of 'risk'"])
    const none = await of(null)
    expect(none.data['risk']).toMatchObject({ score: null })
    expect(none.missing).toEqual(missing)
  })

  it('ends the call where it is required', async () => {
    const parts = split(odd)
    const failing = run(endpointOf({ required: [parts], response: { whole: text() }, sections: { whole } }))
    await expect(failing).rejects.toBeInstanceOf(RequiredGap)
    await expect(failing).rejects.toMatchObject({ gap: { reason: 'plugin_failed' } })
  })
})

describe('a section of another shape than is published', () => {
  const shape = orNull(object({ on: date(), count: integer() }))
  const showing = (value: object) =>
    endpointOf({
      response: { whole: text(), told: shape },
      sections: { whole, told: standard({ of: sent('odd', value) }, ({ of }) => of as never) },
    })

  it.each([
    [{ on: '2026-10-15', count: 1 }, 0],
    [{ on: 'soon', count: 1 }, 1],
    [{ on: '2026-10-15', count: '1' }, 1],
    [{ on: '2026-10-15', count: Infinity }, 1],
    [{ on: '2026-10-15' }, 1],
    [{ on: '2026-10-15', count: 1, more: 1 }, 1],
    [{ on: null, count: 1 }, 1],
  ])('is not shown: %o', async (value, faults) => {
    const { data, missing, pluginErrors } = await run(showing(value))
    expect(data).toEqual({ whole: 'a-b', told: faults ? null : value })
    expect(missing).toEqual(faults ? [{ section: 'told', source: 'test', reason: 'plugin_failed' }] : [])
    expect(pluginErrors).toEqual(faults ? ["section 'told'"] : [])
  })

  it('ends the call where the section is always there', async () => {
    const certain = endpointOf({
      required: [odd],
      response: { who: text() },
      sections: { who: section({ odd }, ({ odd }) => odd) },
    })
    await expect(run(certain)).rejects.toMatchObject({ gap: { reason: 'plugin_failed', source: 'test' } })
  })
})
