/** What changed between two answers to one question, and why the score did. */
import type { Signal } from '@domesday/core'
import { Failure } from '@domesday/core/surface'
import { createPatch, type Operation } from 'rfc6902'
import { CannotReplay, replay, type Replayed } from './replay.ts'
import { mainScore, replayed, type Kept } from './replays.ts'

/** What a factor said: null where it was not there. */
type Said = Pick<Signal, 'points' | 'contribution' | 'detail'>

export interface ScoreChange {
  readonly before: number | null
  readonly after: number | null
  /**
   * The parts, in points, which add up. Each is null where the score was not known at both ends, and where it cannot be
   * told apart from the next.
   */
  readonly code: number | null
  readonly settings: number | null
  readonly clock: number | null
  readonly evidence: number | null
}

export interface Changed {
  readonly from: string
  readonly to: string
  /** A JSON Patch (RFC 6902) for each section that differs. */
  readonly sections: readonly { readonly section: string; readonly patch: readonly Operation[] }[]
  readonly factors: readonly { readonly factor: string; readonly before: Said | null; readonly after: Said | null }[]
  readonly score: ScoreChange
}

const scoreIn = (kept: Kept, at: Replayed | null): number | null =>
  (at && mainScore(kept.endpoint, at)?.[1].score) ?? null

const signalsIn = (kept: Kept, at: Replayed): ReadonlyMap<string, Signal> =>
  new Map(mainScore(kept.endpoint, at)?.[1].signals.map((signal) => [signal.factor, signal]) ?? [])

const said = (signal: Signal | undefined): Said | null =>
  signal === undefined ? null : { points: signal.points, contribution: signal.contribution, detail: signal.detail }

const sectionsOf = (before: Replayed, after: Replayed): Changed['sections'] =>
  [...new Set([...Object.keys(before.data), ...Object.keys(after.data)])].flatMap((section) => {
    const patch = createPatch({ [section]: before.data[section] }, { [section]: after.data[section] })
    return patch.length === 0 ? [] : [{ section, patch }]
  })

const factorsOf = (a: Kept, before: Replayed, b: Kept, after: Replayed): Changed['factors'] => {
  const [was, is] = [signalsIn(a, before), signalsIn(b, after)]
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((factor) => {
    const [one, other] = [said(was.get(factor)), said(is.get(factor))]
    // A contribution moves with the other factors, too: nothing is new about a factor that says the same.
    const isSame = one?.points === other?.points && one?.detail === other?.detail
    return isSame ? [] : [{ factor, before: one, after: other }]
  })
}

/** Null where the code asks for what the evidence does not hold. */
const orNone = (replaying: Promise<Replayed>): Promise<Replayed | null> =>
  replaying.catch((error: unknown) => {
    if (error instanceof CannotReplay) return null
    throw error
  })

/**
 * Replaces code, settings, clock and evidence one after the other, in this order: the change at each step is its part.
 * Where a step cannot be replayed by itself, its part is in the next.
 */
const partsOf = async (a: Kept, before: Replayed, b: Kept, after: Replayed): Promise<ScoreChange> => {
  const { settings } = b.pack
  const steps = [
    a.score,
    scoreIn(a, before),
    scoreIn(a, await orNone(replay(a.endpoint, a.pack, { settings }))),
    scoreIn(a, await orNone(replay(a.endpoint, a.pack, { settings, now: new Date(b.pack.now) }))),
    scoreIn(b, after),
  ] as const
  const ends = { before: a.score, after: b.score }
  if (a.score === null || b.score === null || steps[1] === null || steps[4] === null)
    return { ...ends, code: null, settings: null, clock: null, evidence: null }
  let at = steps[1]
  const part = (to: number | null): number | null => {
    if (to === null) return null
    const by = to - at
    at = to
    return by
  }
  return {
    ...ends,
    // Of either: what the code of today says, beside what was told then.
    code: steps[1] - a.score + (b.score - steps[4]),
    settings: part(steps[2]),
    clock: part(steps[3]),
    evidence: part(steps[4]),
  }
}

/** Whether both answer one question. */
const isSameQuestion = (a: Kept, b: Kept): boolean => {
  const questionOf = ({ endpoint, pack: { asked, depth, include } }: Kept): string =>
    JSON.stringify([endpoint.declared.id, Object.entries(asked).toSorted(), depth, include])
  return questionOf(a) === questionOf(b)
}

/** Throws the 422 for two questions, the 409 where one of them cannot be replayed. */
export const changesBetween = async (a: Kept, b: Kept): Promise<Changed> => {
  if (!isSameQuestion(a, b))
    throw new Failure('not_comparable', 'These are answers to two questions: path, parameters and depth must be equal.')
  const before = await replayed(a),
    after = await replayed(b)
  return {
    from: a.id,
    to: b.id,
    sections: sectionsOf(before, after),
    factors: factorsOf(a, before, b, after),
    score: await partsOf(a, before, b, after),
  }
}
