/**
 * What a source's `samples/rows.ts` imports. It is loaded by a running sandbox, so no test tool may be reached from
 * here.
 */
export * from './sample.ts'
export * from './sample-files.ts'
