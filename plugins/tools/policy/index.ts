/** The policy lab: how scores and ratings of kept answers move under proposed settings. */
export * from './moves.ts'
export { openProgress, type ProgressFile } from './progress-file.ts'
export { ProposalFault, scaledInWords } from './changed-settings.ts'
export { proposedSettings, type Proposed } from './proposed.ts'
export { withSettings } from './with-settings.ts'
export { keptAnswers, reasonsFor, rescored, type Lab, type RescoreOutcome } from './rescore.ts'
