/**
 * The tutorial, followed to the letter: its files are written, its commands are run, and they print what it says. Only
 * `npm install` is replaced by links to what it would bring, because tests use no network.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { projectRoot } from '@domesday/core/tool'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyProject } from './copy.ts'
import { link } from './dice.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'domesday-tutorial-')))
const clone = join(root, 'domesday')
beforeAll(() => copyProject(clone))
afterAll(() => rmSync(root, { recursive: true }))

interface Block {
  /** The words behind the backticks: a language and the path of a file, `console`, or nothing. */
  readonly about: readonly string[]
  readonly text: string
}
const page = readFileSync(join(projectRoot, 'docs/tutorial.md'), 'utf8')
const blocks: readonly Block[] = [...page.matchAll(/^```(.*)\n([^]*?)^```$/gm)].map(([, about, text]) => ({
  about: about!.split(' ').filter((word) => word !== ''),
  text: text!,
}))

interface Manifest {
  readonly version: string
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
}
const manifestIn = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

/** What `npm install` brings, of the versions that the package names. */
const install = (folder: string): void => {
  const { dependencies, devDependencies, optionalDependencies } = manifestIn(folder)
  const shared = join(projectRoot, 'node_modules')
  for (const [name, wanted] of Object.entries({ ...dependencies, ...devDependencies })) {
    const from = wanted.startsWith('file:') ? join(folder, wanted.slice('file:'.length)) : join(shared, name)
    if (!wanted.startsWith('file:')) expect([name, manifestIn(from).version]).toEqual([name, wanted])
    link(folder, { [name]: from })
  }
  expect(optionalDependencies).toEqual(manifestIn(projectRoot).optionalDependencies)
  symlinkSync(join(shared, '.bin'), join(folder, 'node_modules/.bin'))
}

/** Durations differ from run to run. */
const steady = (text: string): string => text.replace(/\b\d+ ms\b/g, '9 ms').replaceAll(/ +/g, ' ')

const run = (command: string): { readonly status: number | null; readonly printed: string } => {
  const { status, stdout } = spawnSync('bash', ['-c', `exec 2>&1; ${command}`], {
    cwd: clone,
    encoding: 'utf8',
    env: {
      HOME: process.env['HOME'],
      NO_COLOR: '1',
      PATH: `${join(projectRoot, 'node_modules/.bin')}:${process.env['PATH']}`,
    },
  })
  return { status, printed: stdout }
}

const follow = (commands: readonly string[], output: string | undefined, fails: boolean): void => {
  const installed = /^\(cd (\S+) && npm install\)$/.exec(commands[0]!)?.[1]
  if (installed !== undefined) return install(join(clone, installed))
  const { status, printed } = run(commands.join(' && '))
  expect({ status, printed }).toEqual({ status: fails ? 1 : 0, printed: expect.anything() })
  // Each line that the page shows is printed, in this order.
  let rest = steady(printed)
  for (const line of steady(output ?? '').split('\n')) {
    const at = rest.indexOf(line.trim())
    if (at < 0) expect.fail(`does not print:\n${line}\nbut, from there on:\n${rest}`)
    rest = rest.slice(at + line.trim().length)
  }
}

describe('the tutorial', () => {
  blocks.forEach(({ about: [kind, path], text }, i) => {
    if (kind === undefined) return
    if (kind !== 'console')
      it(`has ${path}`, () => {
        mkdirSync(dirname(join(clone, path!)), { recursive: true })
        writeFileSync(join(clone, path!), text)
      })
    else {
      const commands = text.trim().replaceAll('$ ', '').split('\n')
      it(commands.join(' && '), () => {
        const next = blocks[i + 1]
        follow(commands, next?.about.length === 0 ? next.text : undefined, path === 'fails')
      })
    }
  })
})
