/** Commands that the pages name, in blocks and within sentences, exist with their options. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '@domesday/core/tool'
import { expect, it } from 'vitest'
import { commandIn, optionsIn } from '../cli/run.ts'
import { blocksOf, pages, placeOf } from './blocks.fixture.ts'
import { domesdayArguments, shellCommands, type ShellCommand } from './shell.fixture.ts'

const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>
}

/** What `domesday` says to this, or null if it knows the command and its options. */
const faultOfDomesday = (argv: readonly string[]): string | null => {
  // `core/domesday.js` has this one.
  if (argv[0] === 'start') return argv.slice(1).every((one) => one === '--live') ? null : `start has only --live`
  const command = commandIn(argv)
  if (typeof command === 'string') return command
  try {
    const { positionals } = optionsIn(argv, command)
    return command.takes?.startsWith('<') && positionals.length === 0 && argv.length > 2
      ? `${command.words} needs ${command.takes}`
      : null
  } catch (error) {
    return (error as Error).message
  }
}

const isThere = (path: string): boolean => existsSync(join(projectRoot, path))

const faultOfNpm = ([verb, ...rest]: readonly string[]): string | null => {
  if (verb === 'run' || verb === 'test' || verb === 'start') {
    const script = verb === 'run' ? rest.find((one) => !one.startsWith('-')) : verb
    if (scripts[script!] === undefined) return `package.json has no script '${script}'`
    const gone = rest.slice(rest.indexOf('--') + 1).filter((one) => /^(core|plugins|test)\//.test(one) && !isThere(one))
    return verb === 'test' && gone.length > 0 ? `there is no ${gone.join(', ')}` : null
  }
  // Of a clone beside the reader's folder.
  const gone = rest
    .flatMap((one) => /^file:\.\.\/domesday\/(.*)$/.exec(one)?.[1] ?? [])
    .filter((path) => !isThere(path))
  if (gone.length > 0) return `there is no ${gone.join(', ')}`
  return ['ci', 'cit', 'install', 'pack', 'publish'].includes(verb!) ? null : `npm has no '${verb}'`
}

const faultOf = (command: ShellCommand): string | null => {
  const argv = domesdayArguments(command)
  if (argv !== null) return faultOfDomesday(argv)
  const [program, ...rest] = command.words
  if (program === 'npm') return faultOfNpm(rest)
  if (program === 'npx' || program?.startsWith('node_modules/.bin/')) {
    const file = program === 'npx' ? `node_modules/.bin/${rest[0]}` : program
    const script = rest.find((one) => /\.[jt]s$/.test(one) && !one.includes('*'))
    return [file, script ?? file].every(isThere) ? null : `there is no ${file} ${script ?? ''}`
  }
  return null
}

/** A line of a crontab begins with its times and an account. */
const textIn = ({ language, text }: { readonly language: string; readonly text: string }): string =>
  language === 'crontab' ? text.replace(/^[A-Z_]+=.*$/gm, '').replace(/^(?:\S+ +){5}\S+ +/gm, '') : text

const called = ['npm', 'npx', 'domesday', 'node_modules/.bin/node']
const told = [
  ...blocksOf('commands').flatMap((block) =>
    shellCommands(textIn(block)).map((command) => [placeOf(block), command] as const),
  ),
  // What was is told in changes.md as it was.
  ...pages.flatMap((page) => {
    if (page === 'docs/changes.md') return []
    const text = readFileSync(join(projectRoot, page), 'utf8').replace(/^```[^]*?^```/gm, '')
    return [...text.matchAll(/`([^`\n]+)`/g)]
      .flatMap(([, code]) => shellCommands(code!))
      .filter(({ words }) => called.includes(words[0]!) && words.length > 1 && words.at(-1) !== '…')
      .map((command) => [page, command] as const)
  }),
]

it('tells what is wrong with a command', () => {
  const said = (line: string) => shellCommands(line).map(faultOf)
  expect(said('npm run -s domesday -- keys top-up <id> --credits 10   # once')).toEqual([null])
  expect(said('npx domesday keys topup <id>')[0]).toContain("did you mean 'keys top-up'?")
  expect(said('npm run -s domesday -- keys list --colour')[0]).toContain("Unknown option '--colour'")
  expect(said('npm ci && npm run chek')).toEqual([null, "package.json has no script 'chek'"])
  expect(said('npm install --save file:../domesday/kore')).toEqual(['there is no kore'])
})

it('each command exists, with its options', () => {
  expect(told.length).toBeGreaterThan(50)
  const wrong = told.flatMap(([place, command]) => {
    const fault = faultOf(command)
    return fault === null ? [] : [`${place}  ${command.line}: ${fault}`]
  })
  expect(wrong).toEqual([])
})
