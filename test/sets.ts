/**
 * Which tests run when, by the names of their files. `docs/testing.md` says what is where, and why.
 *
 * - `<name>.test.ts`: the quick set, `npm test`. All that a day's change can break.
 * - `<name>.full.test.ts`: what takes minutes, and holds on a busy machine too: fail-overs, kills, packages.
 * - `<name>.sampled.test.ts`: large sets of cases. The quick set tries a part of them, another one each day; `npm run
 *   full` tries all.
 * - `<name>.quiet.test.ts`: what measures time, and says something on a quiet machine alone: benches, a soak.
 */
const named = (kind: string): string => `{core,plugins,test}/**/*.${kind}test.ts`

export const everyTest = named('')
export const fullTests = named('full.')
export const sampledTests = named('sampled.')
export const quietTests = named('quiet.')

export const options = {
  // A busy machine makes tests slow, never red: a limit only ends what would never end.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 120_000, interval: 20 } },
  pool: 'threads',
  environment: './test/support/environment.ts',
  // Milliseconds that a worker has to close what its files shared.
  teardownTimeout: 600_000,
} as const

/** The same for a Vitest of another folder, which a test starts. */
export const patient = [`--testTimeout=${options.testTimeout}`, `--hookTimeout=${options.hookTimeout}`] as const
