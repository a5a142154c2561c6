/** An upstream can send anything: bad data must neither fail the whole call nor be shown as a fact. */
import { describe, expect, it } from 'vitest'
import { each, need, type Shown } from '../contract/node.ts'
import { about, factor } from '../contract/reading.ts'
import type { ScoreSettings } from '../contract/score-settings.ts'
import { score } from '../contract/score.ts'
import { section, standard } from '../contract/section.ts'
import { date, integer, object, orNull, text, type Shape } from '../contract/shape.ts'
import { render } from '../contract/show.ts'
import { RequiredGap } from './gap.ts'
import { answering, endpointOf, operation, run } from '../../test/support/gather.ts'

/** A node that is said to be of a shape, and whose upstream sends this instead. */
const sent = <D>(id: string, shape: Shape<D>, value: unknown): Shown<D> => answering(id, shape, () => value as D)
const good = sent('good', text(), 'a-b'),
  odd = sent('odd', text(), { not: 'a text' })
const split = (of: Shown<string>) => render(integer(), of, (of) => of.split('-').length)
const whole = section(good)

describe("what the author's code fails on", () => {
  it('is a gap of the plugin, and costs nothing else', async () => {
    const parts = split(odd)
    const { data, missing, pluginErrors, verdict } = await run(endpointOf({ whole, parts: standard(parts) }))
    expect(data).toEqual({ whole: 'a-b', parts: null })
    expect(missing).toEqual([{ section: 'parts', source: 'test', reason: 'plugin_failed' }])
    expect([pluginErrors, verdict]).toEqual([["section 'parts'"], 'known'])
  })

  it('stands under the name of no source, however many went into it', async () => {
    const parts = render(integer(), { good, odd }, ({ good, odd }) => good.length + odd.split('-').length)
    const { missing } = await run(endpointOf({ parts: section(parts) }))
    expect(missing).toEqual([{ section: 'parts', source: 'test', reason: 'plugin_failed' }])
  })

  it('is all that is said where nothing else is left', async () => {
    const parts = split(odd)
    const { verdict } = await run(endpointOf({ parts: section(parts) }))
    expect(verdict).toBe('plugin_failed')
  })

  it('keeps from being asked what rests on it', async () => {
    const next = operation('next', integer(), (n: number) => n),
      many = operation('many', integer(), (n: number) => n)
    const { data, missing, calls } = await run(
      endpointOf({
        a: section(need(next, { odd }, ({ odd }) => odd.split('-').length)),
        b: section(each(many, { odd }, ({ odd }) => odd as never)),
        c: section(need(next, { parts: split(odd) }, ({ parts }) => parts)),
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
      return run(endpointOf({ risk: section(risk) }), { scores: { risk: settings } })
    }
    const { data, missing, pluginErrors } = await of(1)
    expect(data['risk']).toMatchObject({
      score: 10,
      signals: [
        { factor: 'length', points: null, detail: "Not known: the plugin 'test' failed on upstream data." },
        { factor: 'sure', points: 10 },
      ],
    })
    expect(missing).toEqual([{ section: 'risk', source: 'test', reason: 'plugin_failed' }])
    expect(pluginErrors).toEqual(["factor 'length' of 'risk'"])
    const none = await of(null)
    expect(none.data['risk']).toMatchObject({ score: null })
    expect(none.missing).toEqual(missing)
  })

  it('is a factor that is read about, where no setting says within how many points that is right', async () => {
    const risk = score('risk', { length: factor({ good }, ({ good }) => about(good.length, 'Letters, about.')) })
    const settings = {
      weights: { length: 1 },
      curves: {
        length: [
          [0, 0],
          [6, 100],
        ],
      },
      bands: [{ from: 0, rating: 'ANY', recommendation: 'None.' }],
      minimum_weight: 0.3,
    } as const
    const of = (scores: ScoreSettings) => run(endpointOf({ risk: section(risk) }), { scores: { risk: scores } })
    const exact = await of(settings)
    expect(exact.data['risk']).toMatchObject({ score: null, bounds: { low: 0, high: 100 } })
    expect(exact.pluginErrors).toEqual(["factor 'length' of 'risk'"])
    const spread = await of({ ...settings, spreads: { length: 10 } })
    expect(spread.data['risk']).toMatchObject({ score: 50, bounds: { low: 40, high: 60 } })
    expect(spread.pluginErrors).toEqual([])
  })

  it('ends the call where it is required', async () => {
    const parts = split(odd)
    const failing = run(endpointOf({ whole }, { required: [parts] }))
    await expect(failing).rejects.toBeInstanceOf(RequiredGap)
    await expect(failing).rejects.toMatchObject({ gap: { reason: 'plugin_failed' } })
  })
})

describe('a section of another shape than is published', () => {
  const shape = orNull(object({ on: date(), count: integer() }))
  const showing = (value: object) => endpointOf({ whole, told: standard(sent('odd', shape, value)) })

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
    const certain = endpointOf({ who: section(odd) }, { required: [odd] })
    await expect(run(certain)).rejects.toMatchObject({ gap: { reason: 'plugin_failed', source: 'test' } })
  })
})
