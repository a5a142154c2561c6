/** The questions of a look-up as a timeline in text: when each began, how long it took, where its answer is from. */
import { inColumns } from '@domesday/core/tool'

export interface TimedAsk {
  readonly node: string
  readonly from: string | null
  /** Milliseconds since the look-up began. */
  readonly began: number
  readonly took: number
  /** Why there is no answer; null where there is one. */
  readonly gap: string | null
}

const width = 40

const barOf = ({ began, took }: TimedAsk, scale: number): string => {
  const start = Math.min(width - 1, Math.floor(began / scale)),
    length = Math.max(1, Math.round(took / scale))
  return `${'·'.repeat(start)}${'█'.repeat(Math.min(length, width - start))}`.padEnd(width, '·')
}

/** In the order in which they began: what stands below and to the right waited for what is above. */
export const timelineOf = (asks: readonly TimedAsk[]): string => {
  const scale = Math.max(1, ...asks.map(({ began, took }) => began + took)) / width
  return inColumns(
    asks
      .toSorted((a, b) => a.began - b.began)
      .map((ask) => [
        barOf(ask, scale),
        `${Math.round(ask.began)} ms`,
        `${Math.round(ask.took)} ms`,
        ask.gap ?? ask.from ?? '–',
        ask.node,
      ]),
  )
}
