/** `npm run check`, with steps of other programs. */
import { expect, it } from 'vitest'
import { check, type Step } from './check.ts'

const step = (name: string, code: number): Step => ({
  name,
  command: `node -e "console.log('${name} out'); console.error('${name} err'); process.exitCode = ${code}"`,
  mend: `mend ${name}`,
})
const checked = async (...steps: readonly Step[]) => {
  const lines: string[] = []
  return { status: await check(steps, (line) => lines.push(line)), lines }
}

it('goes on behind a step that fails, shows what that one said, and ends with what mends it', async () => {
  const { status, lines } = await checked(step('one', 0), step('two', 1), step('three', 0), step('four', 2))
  expect(status).toBe(1)
  expect(lines.map((line) => line.split('\n').toSorted().join('\n'))).toEqual([
    'sound   one',
    'FAILED  two',
    'two err\ntwo out',
    'sound   three',
    'FAILED  four',
    'four err\nfour out',
    expect.anything(),
  ])
  expect(lines.at(-1)).toBe('\nTo mend:\n  two: mend two\n  four: mend four')
})

it('says of sound steps their names alone', async () => {
  expect(await checked(step('one', 0), step('two', 0))).toEqual({ status: 0, lines: ['sound   one', 'sound   two'] })
})

it('takes a program that is not there for a step that fails', async () => {
  const { status, lines } = await checked({ name: 'none', command: 'no-such-program-here', mend: 'npm ci' })
  expect([status, lines[0], lines.at(-1)]).toEqual([1, 'FAILED  none', '\nTo mend:\n  none: npm ci'])
})
