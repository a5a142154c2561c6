/** Nodes as the core sees them: a union of their kinds, told apart by `kind`. */
import type { GatesNode } from './gate.ts'
import type { Node, PlainNode, QuestionNode } from './node.ts'
import type { ScorePart } from './reading.ts'
import type { ScoreNode } from './score.ts'

export type AnyNode = PlainNode | GatesNode | ScoreNode

/** A node as one of its kinds. This cast is safe because only functions of the contract make nodes. */
export const opened = (node: Node<any>): AnyNode => node as AnyNode

export const isQuestion = (node: Node<any>): node is QuestionNode => node.kind === 'need' || node.kind === 'each'
export const isScore = (node: Node<any>): node is ScoreNode => node.kind === 'score'

/** The questions among some nodes. */
export const questionsIn = (nodes: Iterable<Node<any>>): readonly QuestionNode[] => [...nodes].filter(isQuestion)

/** The ids of the sources that some nodes ask, each once, sorted. */
export const sourceIdsIn = (nodes: Iterable<Node<any>>): readonly string[] =>
  [...new Set(questionsIn(nodes).map(({ operation }) => operation.source.id))].sort()

/** The factors of a score, or the gates of a node of gates. */
export const partsOf = (node: Node<any>): readonly ScorePart<unknown>[] => {
  const one = opened(node)
  return one.kind === 'score' ? Object.values(one.factors) : one.kind === 'gates' ? Object.values(one.gates) : []
}
