/** What `npm run full` adds to the quick set. */
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { fullTests, options, quietTests, sampledTests } from './sets.ts'

process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'node-compile-cache')

export default defineConfig({
  root: join(import.meta.dirname, '..'),
  test: {
    ...options,
    // They mostly wait: for processes, engines and clocks of theirs.
    maxWorkers: Math.ceil(availableParallelism() * 2),
    projects: [
      { extends: true, test: { name: 'full', include: [fullTests] } },
      {
        extends: true,
        test: { name: 'all-cases', include: [sampledTests], env: { DOMESDAY_CASES: 'all' } },
      },
      {
        extends: true,
        // After the others, and one after another.
        test: { name: 'quiet', include: [quietTests], maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
    ],
  },
})
