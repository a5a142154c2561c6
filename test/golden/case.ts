/** A hard case: a subject as its sources describe it, and what a professional would sign of it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ServiceReply } from '@domesday/tool-testing'
import { misleads } from './judged.ts'
import { forgetImports, openGoldenWorld, type GoldenWorld, type StandIn, type Variant } from './world.ts'

/** What an answer must say, and must not. Whatever is left out is not judged. */
export interface Expected {
  /** 200 unless said otherwise. */
  readonly status?: number
  /** What must have been read from the sources before the judgement can be asked for, by its place in the answer. */
  readonly read?: Readonly<Record<string, unknown>>
  /** The ratings that can be signed. */
  readonly rating?: readonly (string | null)[]
  readonly notRating?: readonly string[]
  readonly atLeast?: number
  readonly atMost?: number
  /** The fact that decides, as the reason of the override has it. */
  readonly decidedBy?: RegExp
  /** No fact decides, or none of this kind. */
  readonly notDecidedBy?: RegExp
  readonly confidence?: readonly string[]
  /** Ratings that must be among the possible ones. */
  readonly possible?: readonly string[]
  /** A score that must lie within the bounds. */
  readonly reaches?: number
  /** Nothing is unknown: the bounds are the score. */
  readonly certain?: true
  /** Of the bounds, at most so many points. */
  readonly narrow?: number
  readonly advises?: RegExp | readonly RegExp[]
  readonly neverAdvises?: RegExp | readonly RegExp[]
  /** The verdicts that can be signed. */
  readonly verdict?: readonly string[]
  readonly possibleVerdicts?: readonly string[]
  /** What the verdict is given for. */
  readonly because?: RegExp | readonly RegExp[]
  /** A row of what is missing. */
  readonly missing?: { readonly source: string; readonly reason?: string }
  /** What the sentences of single factors say. */
  readonly factors?: Readonly<Record<string, RegExp>>
  /** Words that stand nowhere in the answer. */
  readonly never?: RegExp
}

export interface Case {
  readonly id: string
  /** The case in a sentence. */
  readonly says: string
  readonly given: StandIn
  /** What is asked, with what is expected of each answer. */
  readonly asks: string | readonly string[]
  readonly expect: Expected | readonly Expected[]
}

const listOf = <T>(one: T | readonly T[]): readonly T[] => (Array.isArray(one) ? (one as readonly T[]) : [one as T])

/** Why a case misleads: a line for each fault, none where it can be signed. */
const faultsOf = async (world: GoldenWorld, { given, asks, expect }: Case): Promise<readonly string[]> => {
  const expected = listOf(expect)
  const lines: string[] = []
  for (const [i, path] of listOf(asks).entries()) {
    world.standIn = given
    const reply: ServiceReply = await world.get(path)
    lines.push(...misleads(path, reply, expected[i] ?? expected[0]!).map((line) => `${path}: ${line}`))
  }
  return lines
}

/** Runs the cases of a topic in one world. */
export const judge = (topic: string, cases: readonly Case[], variant: Variant = {}): void => {
  describe(topic, () => {
    let world: GoldenWorld
    beforeAll(async () => {
      world = await openGoldenWorld(variant)
    })
    afterAll(async () => {
      await world.close()
      await forgetImports()
    })
    it.each(cases.map((one) => [one.id, one] as const))('%s', async (_id, one) => {
      expect([one.says, ...(await faultsOf(world, one))]).toEqual([one.says])
    })
  })
}
