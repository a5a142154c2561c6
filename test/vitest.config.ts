/** The quick set: `npm test`. */
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { everyTest, fullTests, options, quietTests } from './sets.ts'

// Threads of the service, and processes of tests, keep what they have compiled, as those of a start do.
process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'node-compile-cache')

/** They replace a module before it is loaded. All others share what a worker has loaded, and take half the time. */
const alone = ['plugins/clients/http/download.test.ts']
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
      {
        extends: true,
        test: { name: 'sharing', include: [everyTest], exclude: [...others, ...alone, ...inBrowser], isolate: false },
      },
      { extends: true, test: { name: 'browser', include: inBrowser, exclude: others, isolate: false } },
      { extends: true, test: { name: 'alone', include: alone } },
    ],
  },
})
