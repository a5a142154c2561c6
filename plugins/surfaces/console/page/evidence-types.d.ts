/** Types of what the service says of its evidence. */
import type { Depth } from './types'

/** One question that was asked of a source; the hashes of a pack are left out. */
export interface PackAsk {
  node: string
  source: string
  operation: string
  outcome: object | { gap: string; retry_after_s: number | null }
  fetched_at: string | null
  from: 'wire' | 'cache' | 'dataset' | null
}
/** What an answer was made from. */
export interface Evidence {
  pack: { id: string; form: { now: string; asks: PackAsk[] } }
  timings: { began: number; took: number }[]
}
export interface State {
  score: number | null
  rating: string | null
}
export interface PackRow extends State {
  id: string
  endpoint: string
  depth: Depth
  at: string
}
export type ScoreChange = Record<'before' | 'after' | 'code' | 'settings' | 'clock' | 'evidence', number | null>
export interface Said {
  points: number | null
  contribution: number | null
  detail: string
}
export interface Changes {
  sections: { section: string; patch: { op: string; path: string; value?: unknown }[] }[]
  factors: { factor: string; before: Said | null; after: Said | null }[]
  score: ScoreChange
}
export interface Ahead {
  from: string
  to: string
  now: State
  turns: { on: string; in_days: number; before: State; after: State; because: string[] }[]
}
export interface Paths {
  to: string
  now: State
  paths: {
    steps: {
      factor: string
      detail: string
      points: { before: number | null; after: number | null }
      metric: number | string
    }[]
    reaches: State
  }[]
  walls: string[]
  farthest: State | null
  complete: boolean
}
