/** What the contract asks of plugins, for programs: tests of it need vitest, these do not. */
export { inspectAlone, runAlone } from './alone.ts'
export {
  atDepth,
  faultsOfAnswer,
  faultsOfDepth,
  faultsOfGaps,
  faultsOfScores,
  faultsOfSections,
  type AnswerAt,
} from './contract.ts'
export { faultsAgainst, faultsInAnswer, faultsOfSchemas } from './schema.ts'
export { faultsOfSource } from './source-contract.ts'
