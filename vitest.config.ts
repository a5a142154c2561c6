import { configDefaults, defineConfig } from 'vitest/config'

/** What makes a pack lets all others go first: beside other tests it would wait for them. */
const alone = 'test/service/pack.test.ts'

export default defineConfig({
  test: {
    setupFiles: ['test/setup.ts'],
    // Several times what the longest take alone: a machine may give less than its processors promise.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'threads',
    // As many as there are processors: the longest tests wait for processes that they start.
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: {
          name: 'all',
          include: ['core/**/*.test.ts', 'plugins/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, alone],
          sequence: { groupOrder: 0 },
        },
      },
      { extends: true, test: { name: 'alone', include: [alone], sequence: { groupOrder: 1 } } },
    ],
  },
})
