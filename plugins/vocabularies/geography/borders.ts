/**
 * Circles that reach over a land border into a nation that a source does not cover. The sea is no border: only land
 * counts. The outlines are those of `land.json`, with their source and precision.
 */
import { listed, once, withParts, type Nation, type Partly } from '@domesday/core'
import land from './land.json' with { type: 'json' }
import { outlineOf, shareInWords, shareIn, type Circle } from './circle.ts'

/** A source, by what it says of itself. By default it covers all nations of the United Kingdom. */
interface Covering {
  readonly covers?: readonly Nation[]
}
const kingdom: readonly Nation[] = ['England', 'Wales', 'Scotland', 'Northern Ireland']

const outlines = once(() => Object.entries(land.nations).map(([nation, lines]) => ({ nation, ...outlineOf(lines) })))

/** Nations whose land a circle reaches and that a source does not cover, with their share of the circle, 0 to 1. */
export const beyond = (circle: Circle, { covers = kingdom }: Covering): Readonly<Record<string, number>> =>
  Object.fromEntries(
    outlines().flatMap((outline) => {
      if ((covers as readonly string[]).includes(outline.nation)) return []
      const share = shareIn(outline, circle)
      return share === 0 ? [] : [[outline.nation, share]]
    }),
  )

/**
 * What a source has of a circle: known in part where the circle reaches a nation that the source does not cover. How
 * much is known goes by area.
 */
export const ofCircle = <T>(value: T | Partly<T>, circle: Circle, source: Covering): T | Partly<T> => {
  const reached = Object.entries(beyond(circle, source))
  if (reached.length === 0) return value
  const words = reached.map(([nation, share]) => `${shareInWords(share)} of the circle is in ${nation}`)
  const known = 1 - reached.reduce((sum, [, share]) => sum + share, 0)
  // A gap names its source in front, and a sentence of a factor speaks of it.
  return withParts(value, [{ why: `${listed(words)}, which is not covered`, known }]) as Partly<T>
}
