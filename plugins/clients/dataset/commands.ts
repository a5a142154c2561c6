/** What the command line and tests use: pulls with their progress, and what is imported. */
export { closedNow, fetcherOf, type FetcherOptions, type ReadingTime } from './fetcher.ts'
export { openDatasets, type DatasetStatus } from './open-datasets.ts'
export { progressLine } from './progress-line.ts'
export { pullDataset } from './pull.ts'
export { hoursInWords } from './reading-hours.ts'
