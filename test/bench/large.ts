/**
 * Large answers: how long the service's own thread is held up while the months of the police around a point, of one
 * thousand crimes to the most that they list, are fetched, read and digested. Beside it in the same round: the
 * parsing alone of the same body. The upstream is a process of its own. `node test/bench/large.ts [rounds]`
 */
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openSource } from '../../plugins/tools/testing/source.ts'
import { crimes, policeUk } from '../../plugins/sources/police-uk/index.ts'
import { startChild } from './child.ts'
import { crimesOf } from './crimes.ts'
import { interleaved, judge, median } from './rounds.ts'

const rounds = Number(process.argv[2] ?? 15)
const upstream = await startChild([join(import.meta.dirname, 'servers/crimes.ts')], { until: /address (http:\S+)/ })
const police = await openSource(policeUk, { gateway: upstream.caught })
const months = Object.keys(crimesOf) as (keyof typeof crimesOf)[]
const bodies = new Map(
  await Promise.all(
    months.map(async (month) => [month, await (await fetch(`${upstream.caught}/?date=${month}`)).text()] as const),
  ),
)

/** Milliseconds of the longest stretch in which nothing else could run. */
const longestHold = async (work: () => Promise<unknown>): Promise<number> => {
  let longest = 0,
    last = performance.now(),
    over = false
  const look = (): void => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
    if (!over) setImmediate(look)
  }
  look()
  await work()
  over = true
  await wait(1)
  return longest
}

let questions = 0
/** Each question is of another place: none is answered from memory. */
const ask = async (month: string, count: number): Promise<void> => {
  const digest = await police.ask(crimes, { at: { lat: 51.5 + questions++ / 1e5, lng: -0.1 }, metres: 1_609, month })
  const counted = Object.values(digest?.by_category ?? {}).reduce((sum, each) => sum + each, 0)
  if (counted !== count) throw new Error(`${counted} of ${count} crimes were counted`)
}

try {
  const taken = await interleaved(months, rounds, async (month) => {
    const held = await longestHold(() => ask(month, crimesOf[month]))
    const began = performance.now()
    JSON.parse(bodies.get(month)!)
    return { held, parsed: performance.now() - began }
  })
  for (const month of months) {
    console.log(
      `${crimesOf[month].toString().padStart(6)} crimes, ${(bodies.get(month)!.length / 1000).toFixed(0).padStart(4)} kB: held up for ${median(taken[month].map(({ held }) => held)).toFixed(1)} ms; parsing alone takes ${median(taken[month].map(({ parsed }) => parsed)).toFixed(1)} ms`,
    )
  }
  judge(
    months.map((month) => ({
      what: `longest hold of the event loop, ${crimesOf[month]} crimes, ms`,
      value: median(taken[month].map(({ held }) => held)),
      atMost: 10,
    })),
  )
} finally {
  await police.close()
  await upstream.stop()
}
