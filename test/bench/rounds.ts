/**
 * Rounds in turn, and what is said of them. A ratio is made within a round and the median is taken over the rounds,
 * so that other work on the machine cancels out.
 */

import { othersCpu } from './child.ts'

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b),
    middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/**
 * Runs every case once a round, in the reverse order every other round. One round more is run first and not counted.
 */
export const interleaved = async <Name extends string, R>(
  names: readonly Name[],
  rounds: number,
  run: (name: Name) => Promise<R>,
): Promise<Readonly<Record<Name, readonly R[]>>> => {
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, R[]>
  for (let round = 0; round <= rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const result = await run(name)
      if (round > 0) results[name].push(result)
    }
  }
  return results
}

/**
 * Runs every case once a round, as `interleaved` does, and returns the quarter of the rounds in which other work took
 * the least processor time. A server that waits for its disk then also waits for a processor where others use it, so
 * a ratio within a round does not cancel that.
 */
export const quietest = async <Name extends string, R>(
  names: readonly Name[],
  rounds: number,
  run: (name: Name) => Promise<R>,
): Promise<Readonly<Record<Name, readonly R[]>>> => {
  const taken = await interleaved(names, rounds, async (name) => {
    const before = othersCpu(),
      began = performance.now()
    const result = await run(name)
    return { result, others: (othersCpu() - before) / (performance.now() - began) }
  })
  const others = Array.from({ length: rounds }, (_, round) =>
    Math.max(...names.map((name) => taken[name][round]!.others)),
  )
  const counted = others
    .map((share, round) => ({ share, round }))
    .toSorted((a, b) => a.share - b.share)
    .slice(0, Math.ceil(rounds / 4))
  const left = median(counted.map(({ share }) => share))
  console.log(
    `of ${rounds} rounds the ${counted.length} quietest count; in all of them other work took ${median(others).toFixed(2)} of a processor`,
  )
  // With more the figures say nothing, good or bad.
  judge([{ what: 'other work in the rounds that count, part of a processor', value: left, atMost: 0.25 }])
  return Object.fromEntries(
    names.map((name) => [name, counted.map(({ round }) => taken[name][round]!.result)]),
  ) as unknown as Record<Name, R[]>
}

export const ratio = (over: readonly number[], under: readonly number[]): number =>
  median(over.map((value, round) => value / under[round]!))

export interface Bar {
  readonly what: string
  readonly value: number
  readonly atMost?: number
  readonly atLeast?: number
}

/** Prints the bars and sets the exit status to 1 where one is missed. */
export const judge = (bars: readonly Bar[]): void => {
  for (const { what, value, atMost = Infinity, atLeast = -Infinity } of bars) {
    const met = value <= atMost && value >= atLeast
    if (!met) process.exitCode = 1
    const bar = atMost === Infinity ? `at least ${atLeast}` : `at most ${atMost}`
    console.log(
      `${met ? 'met   ' : 'MISSED'}  ${what.padEnd(58)} ${value.toFixed(value < 10 ? 3 : 0).padStart(7)}   (${bar})`,
    )
  }
}
