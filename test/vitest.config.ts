/** The quick set: `npm test`. */
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { everyTest, fullTests, options, quietTests } from './sets.ts'

// Threads of the service, and processes of tests, keep what they have compiled, as those of a start do.
process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'node-compile-cache')

/** Many small files that leave nothing behind: they share what a worker has loaded, and take half the time by it. */
const sharing = [
  'core/**/*.test.ts',
  'plugins/{endpoints,scores,sources,subjects,surfaces,vocabularies}/**/*.test.ts',
  // That one replaces a module before it is loaded.
  'plugins/clients/**/!(download).test.ts',
  'test/{golden,evidence,purity,security,service}/**/*.test.ts',
  'test/{specification,words,world}.test.ts',
]
/** One after another in a worker, they share its service and its Chromium. */
const inBrowser = ['test/browser/**/*.test.ts']
const others = ['**/node_modules/**', fullTests, quietTests]

export default defineConfig({
  // Paths on the command line and below count from the project's folder.
  root: join(import.meta.dirname, '..'),
  test: {
    ...options,
    // More than there are processors: the longest tests wait for processes that they start.
    maxWorkers: Math.ceil(availableParallelism() * 2),
    projects: [
      { extends: true, test: { name: 'sharing', include: sharing, exclude: others, isolate: false } },
      { extends: true, test: { name: 'browser', include: inBrowser, exclude: others, isolate: false } },
      { extends: true, test: { name: 'alone', include: [everyTest], exclude: [...others, ...sharing, ...inBrowser] } },
    ],
  },
})
