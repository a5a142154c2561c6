/**
 * `npm run check`: all that a program can hold of the code without its tests. Goes on after a step that fails, shows
 * what that one said, and ends with what mends each.
 */
import { spawn } from 'node:child_process'
import { projectRoot } from '../core/registry/load.ts'

export interface Step {
  readonly name: string
  /** For the shell, with the programs of `node_modules/.bin`, as in scripts of `package.json`. */
  readonly command: string
  readonly mend: string
}

const cli = 'node core/start.js --run plugins/tools/cli/index.ts'
const steps: readonly Step[] = [
  { name: 'format', command: 'oxfmt --check', mend: 'npm run format' },
  { name: 'types', command: 'tsc', mend: 'by hand, at the lines above' },
  { name: 'types of the console', command: 'tsc -p plugins/surfaces/console', mend: 'by hand, at the lines above' },
  { name: 'lint', command: 'oxlint', mend: 'npx oxlint --fix for a part of it, the rest by hand' },
  {
    name: 'architecture and purity',
    command: 'vitest run --config test/vitest.config.ts test/architecture.test.ts test/purity.test.ts',
    mend: 'by hand: docs/architecture.md has the rules',
  },
  { name: 'settings', command: `${cli} config check`, mend: 'by hand, at the lines above' },
  { name: 'generated pages', command: `${cli} docs --check`, mend: 'npm run docs' },
]

/** What it wrote, and whether it ended with status 0. */
const ended = ({ command }: Step): Promise<{ readonly said: string; readonly isSound: boolean }> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, { cwd: projectRoot, shell: true, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
    child.on('error', reject).on('close', (code) => resolve({ said, isSound: code === 0 }))
  })

/** Resolves to the exit status. */
export const check = async (all: readonly Step[], print: (line: string) => void): Promise<number> => {
  const failed: Step[] = []
  for (const step of all) {
    const { said, isSound } = await ended(step)
    print(`${isSound ? 'sound ' : 'FAILED'}  ${step.name}`)
    if (isSound) continue
    failed.push(step)
    print(said.trimEnd())
  }
  if (failed.length > 0) print(`\nTo mend:\n${failed.map(({ name, mend }) => `  ${name}: ${mend}`).join('\n')}`)
  return failed.length === 0 ? 0 : 1
}

if (import.meta.main) process.exitCode = await check(steps, (line) => console.log(line))
