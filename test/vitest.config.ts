import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  // Paths on the command line and below count from the project's folder.
  root: join(import.meta.dirname, '..'),
  test: {
    include: ['core/**/*.test.ts', 'plugins/**/*.test.ts', 'test/**/*.test.ts'],
    // Several times what the longest take alone: a machine may give less than its processors promise.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'threads',
    // More than there are processors: the longest tests wait for processes that they start.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
  },
})
