/** What the parts of one evaluation share: what the call is about, and what it has come to know. */
import type { Endpoint } from '../contract/endpoint.ts'
import type { GateFinding, GatesNode } from '../contract/gate.ts'
import type { Depth, Node, Nodes, QuestionNode } from '../contract/node.ts'
import type { Operation } from '../contract/operation.ts'
import type { ScorePart } from '../contract/reading.ts'
import type { Scored, ScoreNode } from '../contract/score.ts'
import type { ScoreSettings } from '../contract/score-settings.ts'
import type { Answered, UpstreamFault } from '../contract/upstream.ts'
import type { Gap } from './gap.ts'
import type { Evidence } from './weigh.ts'

/** What a call is about, and how its questions are asked. */
export interface Evaluation {
  readonly endpoint: Endpoint
  readonly asked: unknown
  readonly settings: unknown
  readonly depth: Depth
  readonly now: Date
  ask(operation: Operation<any, any>, question: unknown, node: QuestionNode): Promise<Answered>
  /** Called with each question that was asked, and with what the call made use of. `began`: `performance.now()`. */
  record?(node: QuestionNode, question: unknown, settled: Answered | UpstreamFault, began: number): void
  /**
   * Called where the plugin's code threw on upstream data, or made something of another shape than it declares.
   * `where`: `section 'crime'`, `factor 'distance'`, or the kind of node.
   */
  onPluginError(where: string, fault: unknown): void
  weigh(score: ScoreNode, evidence: Evidence): Scored
  settingsOf(score: ScoreNode): ScoreSettings
}

/** What a call has come to know. */
export interface Results {
  /** The value of each node that has settled, or the `Gap` in its place. */
  readonly known: ReadonlyMap<Node<unknown>, unknown>
  /** What each factor and each gate returned: null for nothing, `pluginError` where its code threw. */
  readonly readings: ReadonlyMap<ScorePart<unknown>, unknown>
  /** Of each tolerant `each` that lost an answer: the gap in its place. */
  readonly partial: ReadonlyMap<Node<unknown>, Gap>
  /** The nodes whose code threw. */
  readonly pluginErrors: ReadonlySet<Node<unknown>>
  /** When the oldest answer to each question was fetched, epoch ms. */
  readonly fetched: ReadonlyMap<Node<unknown>, number>
  /** When the first of the answers goes stale, epoch ms. */
  readonly until: number
}

/** The same, writable. */
export interface OpenResults extends Results {
  readonly known: Map<Node<unknown>, unknown>
  readonly readings: Map<ScorePart<unknown>, unknown>
  readonly partial: Map<Node<unknown>, Gap>
  readonly pluginErrors: Set<Node<unknown>>
  readonly fetched: Map<Node<unknown>, number>
  until: number
}

export const openResults = (): OpenResults => ({
  known: new Map(),
  readings: new Map(),
  partial: new Map(),
  pluginErrors: new Set(),
  fetched: new Map(),
  until: Infinity,
})

export interface Evaluator {
  know(node: Node<unknown>): Promise<unknown>
  /** The values by name; one gap if any has none. */
  all(inputs: Nodes): Promise<any>
}

export interface Scoring {
  findingsOf(node: GatesNode): Promise<readonly GateFinding[]>
  scoreOf(node: ScoreNode): Promise<Scored>
}
