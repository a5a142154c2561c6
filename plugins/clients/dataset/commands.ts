/** What the command line and tests use: pulls with their progress, and what is imported. */
export { closedNow, fetcherOf, type Leave } from './fetcher.ts'
export { inWords as hoursInWords } from './hours.ts'
export { openDatasets, type DatasetStatus } from './open.ts'
export { progressLine } from './progress.ts'
export { pullDataset } from './pull.ts'
