/** For a source's `samples/rows.ts`. A running sandbox loads it, so it must not import test tools. */
export * from './sample.ts'
export * from './sample-files.ts'
