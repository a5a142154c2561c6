/** `plugin …`: for authors of endpoints and sources. */
import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { cursorTo, clearScreenDown } from 'node:readline'
import { packageFolder, projectRoot } from '@domesday/core/tool'
import type { PluginHome } from '@domesday/tool-author'
import { answerTo } from './asking.ts'
import { onlyArgument, pathFrom, UsageFault, type Command, type Invocation } from './command.ts'

const author = () => import('@domesday/tool-author')

const kinds = ['endpoint', 'source'] as const
type Kind = (typeof kinds)[number]

const isKind = (word: string | undefined): word is Kind => kinds.some((kind) => kind === word)

/** `endpoint <id>`, `source <id>` or `<id>`; asks for an id that is missing where somebody can answer. */
const wanted = async (invocation: Invocation): Promise<{ readonly kind: Kind; readonly id: string }> => {
  const { args } = invocation
  const [kind, rest] = isKind(args[0]) ? [args[0], args.slice(1)] : (['endpoint', args] as const)
  if (rest.length > 1) throw new UsageFault(`needs one id, not ${rest.length}: ${rest.join(' ')}`)
  if (rest[0] !== undefined) return { kind, id: rest[0] }
  const what = `id of the new ${kind}, such as food-nearby`
  return { kind, id: await answerTo(invocation, `${what}: `, `needs the ${what}`) }
}

/** The folder of the project's own packages of a kind; null outside of a clone. */
const ownFolder = (kind: Kind): string | null => {
  const folder = join(projectRoot, 'plugins', `${kind}s`)
  return existsSync(folder) ? folder : null
}

const isWithin = (folder: string, above: string): boolean => !/^\.\.(\/|\\|$)/.test(relative(above, folder))

/** Where a new plugin goes: into this project where the command runs in it, else into the given or current folder. */
const targetOf = (kind: Kind, invocation: Invocation): { readonly into: string; readonly home: PluginHome } => {
  const own = ownFolder(kind)
  const { cwd } = invocation.terminal
  const { in: given } = invocation.flags
  const usual = own !== null && isWithin(cwd, projectRoot) ? own : cwd
  const into = typeof given === 'string' ? pathFrom(invocation, given) : usual
  return { into, home: own === null ? 'service' : into === own ? 'project' : 'clone' }
}

const shown = (folder: string, { terminal: { cwd } }: Invocation): string => {
  const path = relative(cwd, folder)
  return path === '' ? '.' : isWithin(folder, cwd) ? path : folder
}

/** What the tools of a service of its own lack. */
const lacking = async (folder: string): Promise<readonly string[]> => {
  const { kit, versionOf } = await author()
  const names = kit.filter((name) => packageFolder(name, folder) === null)
  return names.length === 0
    ? []
    : [`npm install --save-dev ${names.map((name) => `${name}@${versionOf(name)}`).join(' ')}`]
}

interface Created {
  readonly kind: Kind
  readonly id: string
  readonly folder: string
  readonly home: PluginHome
}

export const nextSteps = async (
  { kind, id, folder, home }: Created,
  invocation: Invocation,
): Promise<readonly string[]> => {
  const at = shown(folder, invocation)
  const domesday = home === 'service' ? 'npx domesday' : 'npm run -s domesday --'
  const outside = home !== 'project'
  // Of a service of its own all that the settings name counts from their folder.
  const above = home === 'service' ? invocation.service.configDir : projectRoot
  const listed = outside ? relative(above, folder).replaceAll('\\', '/') : id
  const name = outside && isWithin(folder, above) ? `./${listed}` : listed
  return [
    ...(home === 'service' ? await lacking(folder) : [outside ? `(cd ${at} && npm install)` : 'npm install']),
    `${domesday} plugin try ${at}`,
    ...(kind === 'endpoint'
      ? [`add ${name} to endpoints: in config/service.yaml`, ...(outside ? [] : ['npm run docs'])]
      : [
          home === 'service'
            ? `npm install --save file:${at}, and import it by name from an endpoint`
            : `ask it from an endpoint: name its package in that one's package.json, and import it by name`,
        ]),
  ]
}

const create: Command = {
  words: 'plugin new',
  takes: '[endpoint|source] <id>',
  summary: 'writes a small plugin that works, into this project or with --in <folder> elsewhere',
  options: { in: { type: 'string' } },
  run: async (invocation) => {
    const { kind, id } = await wanted(invocation)
    const { into, home } = targetOf(kind, invocation)
    const { newPlugin } = await author()
    const written = newPlugin({ kind, id, into, home })
    if ('refused' in written) throw new UsageFault(`refused: ${written.refused}`)
    for (const file of written.files) invocation.print(join(shown(written.folder, invocation), file))
    const steps = await nextSteps({ kind, id, folder: written.folder, home }, invocation)
    invocation.remark(`\nNext:\n${steps.map((line) => `  ${line}`).join('\n')}`)
    return 0
  },
}

const folderFrom = (invocation: Invocation, path: string): string => {
  const folder = pathFrom(invocation, path)
  if (!existsSync(folder)) throw new UsageFault(`there is no folder ${folder}`)
  return folder
}

const check: Command = {
  words: 'plugin check',
  takes: '<folder …>',
  summary:
    'lists all faults of plugins as file:line, and what to do; exit status 1 if there are any; --json a line for each plugin',
  options: { json: { type: 'boolean' } },
  run: async (invocation) => {
    const { terminal, args, flags, print, remark } = invocation
    if (args.length === 0) throw new UsageFault('needs a folder of a plugin, or several')
    const folders = args.map((path) => folderFrom(invocation, path))
    const { checkPlugins, faultLines, summaryOf } = await author()
    const all = await checkPlugins(folders)
    for (const checked of all) {
      const { what, faults, missing, unchecked } = checked
      if (flags['json']) print(JSON.stringify({ plugin: what, faults, missing, unchecked }))
      else {
        for (const fault of faults) for (const line of faultLines(fault, terminal.cwd)) print(line)
        remark(summaryOf(checked))
      }
    }
    return all.every(({ faults }) => faults.length === 0) ? 0 : 1
  },
}

const once = async ({ terminal, flags, print }: Invocation, folder: string): Promise<number> => {
  const { answersDrawn, checkPlugin, faultLines, summaryOf } = await author()
  const checked = await checkPlugin(folder)
  const example = flags['example']
  const drawn = answersDrawn(checked, {
    colour: terminal.output.isTTY === true,
    ...(typeof example === 'string' && { example: `/${example.replace(/^\//, '')}` }),
  })
  if (drawn !== '') print(`${drawn}\n`)
  for (const fault of checked.faults) for (const line of faultLines(fault, terminal.cwd)) print(line)
  print(summaryOf(checked))
  return checked.faults.length === 0 ? 0 : 1
}

const tryOut: Command = {
  words: 'plugin try',
  takes: '<folder>',
  summary:
    'checks a plugin and draws its answer, again at each save; --once for one round, --example <path> for another',
  options: { once: { type: 'boolean' }, example: { type: 'string' } },
  run: async (invocation) => {
    const folder = folderFrom(invocation, onlyArgument(invocation, 'folder of a plugin'))
    if (invocation.flags['once']) return once(invocation, folder)
    const { watchFolder } = await author()
    // The same command, however it was started.
    const command = process.argv.slice(1, process.argv.indexOf('plugin'))
    const { example } = invocation.flags
    const round = [
      ...process.execArgv,
      ...command,
      'plugin',
      'try',
      folder,
      '--once',
      ...(typeof example === 'string' ? ['--example', example] : []),
    ]
    const { output, onStop } = invocation.terminal
    const before = (): void => {
      if (output.isTTY) {
        cursorTo(output, 0, 0)
        clearScreenDown(output)
      }
      invocation.remark(`${shown(folder, invocation)}: checking; each save starts another round, Ctrl-C ends`)
    }
    await watchFolder(folder, round, { before, onStop })
    return 0
  },
}

export const pluginCommands: readonly Command[] = [create, check, tryOut]
