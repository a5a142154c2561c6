/**
 * The benches with their bars, in short rounds: ratios within one run. They say something on a quiet machine alone;
 * some find that out themselves, and say it.
 */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const bench = (name: string, args: readonly string[]): Promise<{ readonly code: number; readonly out: string }> =>
  new Promise((resolve) =>
    execFile(process.execPath, [join(import.meta.dirname, `${name}.ts`), ...args], (error, out, err) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), out: `${out}${err}` }),
    ),
  )

describe('the bars of', () => {
  it.each([
    ['boot', '8'],
    ['warm', '12', '200'],
    ['cold', '21'],
    ['large', '10'],
    ['wire', '11'],
    ['bulk', '100000', '2'],
    ['evidence', '500'],
    ['keeping', '8'],
    ['policy', '2000'],
  ] as const)('%s are met', async (name, ...args) => {
    const { code, out } = await bench(name, args)
    console.log(out)
    expect([code, out.split('\n').filter((line) => line.startsWith('MISSED'))]).toEqual([0, []])
  })
})
if (!process.env['BENCH_BEFORE'])
  console.log('skipped: half load, because BENCH_BEFORE names no checkout of the release before')
it.skipIf(!process.env['BENCH_BEFORE'])('half load is met beside the release before', async () => {
  const { code, out } = await bench('half-load', ['8'])
  console.log(out)
  expect(code).toBe(0)
})
