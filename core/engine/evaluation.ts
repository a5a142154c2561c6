/** What the parts of one evaluation share: what the call is about, and what it has come to know. */
import type { Endpoint } from '../contract/endpoint.ts'
import type { GateFinding, GatesNode } from '../contract/gate.ts'
import type { Depth, Node, Nodes, QuestionNode } from '../contract/node.ts'
import type { Operation } from '../contract/operation.ts'
import type { Scored, ScoreNode } from '../contract/score.ts'
import type { ScoreSettings } from '../contract/score-settings.ts'
import type { Answered, UpstreamFault } from '../contract/upstream.ts'
import type { Settled } from './settled.ts'
import type { Evidence } from './assessment.ts'

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

export interface Evaluator {
  know(node: Node<unknown>): Promise<Settled>
  /** The values by name, or one gap if any has none; and what they rest on. */
  all(inputs: Nodes): Promise<GivenValues>
}
export interface GivenValues {
  readonly given: any
  readonly on: readonly Settled[]
}

/** What a score or its gates came to. */
export interface Weighed<T> {
  readonly value: T
  readonly on: readonly Settled[]
  /** Those whose factors or gates were read. */
  readonly read: readonly Settled[]
  readonly gaps: Settled['gaps']
}
export interface Scoring {
  findingsOf(node: GatesNode): Promise<Weighed<readonly GateFinding[]>>
  scoreOf(node: ScoreNode): Promise<Weighed<Scored>>
}
