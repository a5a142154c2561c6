/** The contract: all that a plugin imports. Its types bring those of Node, which plugins use: `import.meta.dirname`. */
/// <reference types="node" preserve="true" />
export { contract } from './contract/version.ts'
export * from './contract/shape.ts'
export type { Pictures, Tones } from './contract/drawn.ts'
export * from './contract/words.ts'
export * from './contract/composed.ts'
export { isPlainText, plainText, shownPlain } from './contract/foreign-text.ts'
export { fromJson } from './contract/json.ts'
export * from './contract/absence.ts'
export * from './contract/node.ts'
export { once, onceFor } from './contract/once.ts'
export { walk } from './contract/walk.ts'
// Declarations of what a package exports name these.
export { sent, wire, type Kinds, type Must, type Often, type One, type Sent, type Wire } from './contract/wire.ts'
export * from './contract/operation.ts'
export * from './contract/nation.ts'
export * from './contract/source-about.ts'
export * from './contract/source.ts'
export type { Charging, MayKeep, LicensedPart, Terms } from './contract/licences.ts'
export * from './contract/dataset.ts'
export * from './contract/section.ts'
export {
  field,
  group,
  omit,
  omitEach,
  pick,
  pickEach,
  render,
  renderEach,
  take,
  type NamedPieces,
  type Piece,
} from './contract/show.ts'
export type { Fit, Misfit } from './contract/fit.ts'
export * from './contract/endpoint.ts'
export {
  asRisk,
  asRiskFactors,
  confidence,
  doubt,
  pointsBetween,
  riskFactors,
  score,
  scored,
  scoredAsRisk,
  signals,
  type Scored,
  type ScoreNode,
  type Signal,
} from './contract/score.ts'
export {
  about,
  atLeast,
  atMost,
  between,
  factor,
  notApplicable,
  settled,
  unknown,
  type Factor,
  type FactorReading,
  type NotApplicable,
  type PartialReading,
  type ScorePart,
  type Metric,
  type Unknown,
} from './contract/reading.ts'
export { gate, gates, type Gate, type GateFinding, type GatesNode } from './contract/gate.ts'
