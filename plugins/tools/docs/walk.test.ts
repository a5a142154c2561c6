/** Whoever follows a page from the top gets what it shows: its commands run, and print what stands below them. */
import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '@domesday/core/tool'
import { runService, type RunningService } from '@domesday/tool-testing'
import { afterAll, afterEach, expect, it } from 'vitest'
import { greeting } from '../../../core/service/greeting.ts'
import { commandsOn, type Ended } from '../../../test/support/commands.ts'
import { blocks, placeOf, settingsFileOf } from './blocks.fixture.ts'
import { differenceOf } from './elision.fixture.ts'
import { openReader } from './reader.fixture.ts'
import { domesdayArguments, shellCommands, type ShellCommand } from './shell.fixture.ts'

/** Commands that are not run here, and why. */
const notRun: readonly (readonly [command: RegExp, why: string])[] = [
  [/^npm (ci|cit|install)\b/, 'installs packages'],
  [/^npm run (check|full)$/, 'is run before each release, and takes longer than all tests of this folder'],
  [
    /^npx domesday |^npm run pack |my-service$/,
    'packs and installs: test/packages/packages.full.test.ts does the same',
  ],
  [/ plugin (new|try) /, 'writes into the project: test/plugin-commands.test.ts runs it elsewhere'],
  [/ datasets pull \w+ --live$/, 'asks real services'],
  [
    / (record|replay) \.\/| gateway --port /,
    'runs until it is stopped: plugins/tools/gateway and test/cli.test.ts have its tests',
  ],
  [/^DOMESDAY_UPSTREAM_GATEWAY=\S+ npm start/, 'needs the gateway of the line before'],
  [/ ledger refund <request>$/, 'needs a request that was charged: test/operator-commands.test.ts has one'],
  [
    /^(pg_basebackup|psql|systemctl) |^curl -i http:\/\/node-1\.internal| ledger check --json --live$/,
    'needs a PostgreSQL with a standby: test/fleet/fail-over.full.test.ts does the same',
  ],
  [/^curl -f https:\/\/domesday\.example\//, 'asks a service of another'],
  [
    /^npx domesday-verify signed\.json /,
    'needs the files of the lines before: test/packages/packages.full.test.ts has them',
  ],
  [/ config (history|show .*--at) [\da-f]+$/, 'needs the hash of an answer: test/service/settings-log.test.ts has one'],
  [/domesday -- (backup|restore|migrate) /, 'needs a ledger of a live service, and writes outside the folder'],
]
const isRun = ({ line }: ShellCommand): boolean => !notRun.some(([command]) => command.test(line))

const reader = openReader()
const published = 'http://127.0.0.1:8080',
  publishedPrivately = 'http://127.0.0.1:9464'
const token = 'a-token-of-an-operator-for-the-walk'
const shipped = readFileSync(join(projectRoot, 'config/service.yaml'), 'utf8')
let service: RunningService | null = null,
  key = '',
  id = ''

const stop = async (): Promise<void> => {
  await service?.close()
  service = null
}
afterEach(stop)
afterAll(() => reader.remove())

/** Settings hold until the next heading. */
const settle = (text: string): void => {
  rmSync(join(reader.folder, 'config'), { recursive: true, force: true })
  reader.write('config/service.yaml', text)
}

const start = async (): Promise<string> => {
  await stop()
  service = await runService({
    bare: true,
    configure: (dir) => cpSync(join(reader.folder, 'config'), dir, { recursive: true }),
    dataDir: join(reader.folder, 'data/sandbox'),
    env: { DOMESDAY_OPERATOR_TOKEN: `ada:${token}` },
  })
  const { container, origin, metricsOrigin } = service
  const printed = await greeting({ container, origin, metricsOrigin, warm: async () => {}, close: async () => {} })
  key = / key +(\S+)/.exec(printed)![1]!
  return printed.replaceAll(origin, published)
}

const curl = async (words: readonly string[]): Promise<string> => {
  const after = (option: string): readonly string[] => words.filter((_, i) => words[i - 1] === option)
  const address = words.find((one) => one.startsWith(published) || one.startsWith(publishedPrivately))!
  const to = address.replace(published, service!.origin).replace(publishedPrivately, service!.metricsOrigin!)
  const response = await fetch(to, {
    method: after('-X')[0] ?? 'GET',
    headers: Object.fromEntries(after('-H').map((header) => header.split(': ') as [string, string])),
    ...(words.includes('-d') && { body: after('-d')[0]! }),
  })
  expect([address, response.status]).toEqual([address, expect.toBeOneOf([200, 201])])
  return response.text()
}

const domesday = (argv: readonly string[]): Promise<Ended> =>
  commandsOn(() => ({
    configDir: join(reader.folder, 'config'),
    dataDir: join(reader.folder, argv.includes('--live') ? 'data/live' : 'data/sandbox'),
  }))(...argv)

const execute = async (command: ShellCommand): Promise<Ended> => {
  // A start makes the key.
  if (command.words[0] === 'curl' && service === null) await start()
  const words = command.words.map((word) =>
    word
      .replace(/domesday_live_…|\$KEY/, key)
      .replace('$TOKEN', token)
      .replace('<id>', id),
  )
  const done = (out: string): Ended => ({ code: 0, out, err: '' })
  const argv = domesdayArguments({ ...command, words })
  if (argv !== null) return domesday(argv)
  if (command.line === 'npm start') return done(await start())
  if (words[0] === 'curl') return done(await curl(words))
  if (!['mkdir', 'echo', 'cat'].includes(words[0]!)) throw new Error(`nothing runs '${command.line}' here`)
  return done(execFileSync('sh', ['-c', command.line], { cwd: reader.folder, encoding: 'utf8' }))
}

/** A comment such as `{ id, key }; …` names the members of what is printed. */
const membersIn = (comment: string): readonly string[] | undefined => /^\{ (.*?) \}/.exec(comment)?.[1]?.split(', ')

const shell = blocks.filter(({ language }) => language === 'sh')
const isShown = (at: number): boolean => blocks[at + 1]?.kind === 'output'

it.each([...new Set(shell.map(({ page }) => page))])('%s', async (page) => {
  let heading = '',
    printed: string | null = null
  for (const [at, block] of blocks.entries()) {
    if (block.page !== page) continue
    if (block.heading !== heading) {
      await stop()
      settle(shipped)
      heading = block.heading
    }
    if (block.kind === 'settings' && settingsFileOf(block.text) === 'config/service.yaml')
      settle(reader.service(block.text))
    if (block.kind === 'output') {
      expect(printed, `${placeOf(block)} shows what is not run`).not.toBeNull()
      expect([placeOf(block), differenceOf(printed!, block.text)]).toEqual([placeOf(block), null])
    }
    if (block.kind === 'commands') printed = null
    if (block.language !== 'sh') continue
    for (const command of shellCommands(block.text).filter(isRun)) {
      const ran = await execute(command)
      if (!isShown(at))
        expect([placeOf(block), command.line, ran.code, ran.err]).toEqual([placeOf(block), command.line, 0, ran.err])
      printed = ran.out
      id = /"id":"(\w+)"/.exec(printed)?.[1] ?? id
      const members = membersIn(command.comment)
      if (members) expect(Object.keys(JSON.parse(printed) as object), command.line).toEqual(members)
    }
  }
})

it('each reason not to run a command has one', () => {
  const lines = shell.flatMap(({ text }) => shellCommands(text)).map(({ line }) => line)
  expect(notRun.filter(([command]) => !lines.some((line) => command.test(line)))).toEqual([])
})
