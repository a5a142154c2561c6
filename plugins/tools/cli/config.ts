/** `config …` and `prices`: the current settings and their faults. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import {
  inColumns,
  configure,
  documentKey,
  ejectSettings,
  inspect,
  installedIn,
  nearest,
  projectRoot,
  type SettingsDocument,
  showSettings,
} from '@domesday/core/tool'
import { onlyArgument, pathFrom, UsageFault, type Command, type Invocation } from './command.ts'
import { configHistory, configLog, showAt } from './config-history.ts'

/** Of all that is named, used or not: settings are checked and completed before the address of an engine is set. */
const inspectSettings = ({ service: { configDir, env } }: Invocation, proposed?: string) =>
  inspect(proposed ?? configDir, env, {
    use: installedIn(configDir),
    inForce: proposed === undefined ? undefined : configDir,
  })

const named = (documents: readonly SettingsDocument[], name: string): SettingsDocument => {
  const names = documents.map(documentKey)
  const found = documents.find((document) => documentKey(document) === name || document.id === name)
  if (found) return found
  const near = nearest(name, names)
  throw new UsageFault(
    `there is no '${name}'${near ? `; did you mean '${near}'?` : '.'} Names are ${names.slice(0, 3).join(', ')} …`,
  )
}

const check: Command = {
  words: 'config check',
  summary:
    'lists faults, one per line, as file:line:column; exit status 1 if there are any; of a folder of proposed settings with --config <folder>, which runs no code of it',
  options: { config: { type: 'string' }, json: { type: 'boolean' } },
  run: async (invocation) => {
    const proposed = invocation.flags['config']
    if (typeof proposed === 'string' && !existsSync(pathFrom(invocation, proposed)))
      throw new UsageFault(`--config: there is no folder ${proposed}`)
    const found = await inspectSettings(
      invocation,
      typeof proposed === 'string' ? pathFrom(invocation, proposed) : undefined,
    )
    const { plugins } = found
    const { declarationFaults } = await import('@domesday/tool-testing/declarations')
    const { settingsNotes } = await import('@domesday/tool-testing/settings-notes')
    const lines = [...found.lines, ...declarationFaults(found)],
      notes = settingsNotes(found, process.cwd())
    if (invocation.flags['json']) invocation.print(JSON.stringify({ faults: lines, notes }))
    else {
      for (const line of lines) invocation.print(line)
      for (const note of notes) invocation.remark(`note: ${note}`)
    }
    if (lines.length === 0 && !invocation.flags['json'])
      invocation.remark(`settings are valid: ${plugins.endpoints.size} endpoints, ${plugins.sources.size} sources`)
    return lines.length === 0 ? 0 : 1
  },
}

const show: Command = {
  words: 'config show',
  takes: '[name]',
  summary:
    'shows the settings, each with its origin (service, endpoint:location, source:police-uk …), or with --at <hash> those of then (--json)',
  options: { at: { type: 'string' }, json: { type: 'boolean' } },
  run: async (invocation) => {
    const { at, json } = invocation.flags
    if (typeof at === 'string') return showAt(invocation, at)
    if (json) throw new UsageFault('takes --json together with --at <hash>')
    const { documents, reading, lines } = await inspectSettings(invocation)
    const wanted = invocation.args.length === 0 ? documents : [named(documents, onlyArgument(invocation, 'name'))]
    for (const document of wanted) {
      const tree = reading.trees.get(documentKey(document))
      if (tree) invocation.print(`# ${documentKey(document)}\n${showSettings(document, tree, projectRoot)}`)
    }
    for (const line of lines) invocation.remark(line)
    return lines.length === 0 ? 0 : 1
  },
}

const eject: Command = {
  words: 'config eject',
  takes: '<name>',
  summary: 'copies the defaults of an endpoint, source or score to config/, for editing',
  options: { force: { type: 'boolean' } },
  run: async (invocation) => {
    const { documents } = await inspectSettings(invocation)
    const document = named(documents, onlyArgument(invocation, 'name'))
    const file = join(invocation.service.configDir, document.override)
    if (existsSync(file) && !invocation.flags['force'])
      throw new UsageFault(
        `${relative(invocation.terminal.cwd, file)} exists already; --force overwrites it and keeps its values`,
      )
    mkdirSync(dirname(file), { recursive: true })
    const { modelineOf, schemaPathOf, withoutModeline } = await import('@domesday/tool-docs')
    const schema = join(invocation.service.configDir, schemaPathOf(document))
    const text = ejectSettings(
      document,
      withoutModeline(readFileSync(document.defaults, 'utf8')),
      existsSync(file) ? withoutModeline(readFileSync(file, 'utf8')) : null,
    )
    writeFileSync(file, `${existsSync(schema) ? modelineOf(file, schema) : ''}${text}`)
    invocation.print(relative(invocation.terminal.cwd, file))
    return 0
  },
}

const schemas: Command = {
  words: 'config schemas',
  summary: 'writes a JSON Schema for every settings file, for editors; into schemas/ beside them, or --out <folder>',
  options: { out: { type: 'string' } },
  run: async (invocation) => {
    const { documents } = await inspectSettings(invocation)
    const { schemasFolder, settingsSchemas } = await import('@domesday/tool-docs')
    const { out } = invocation.flags
    const folder =
      typeof out === 'string' ? pathFrom(invocation, out) : join(invocation.service.configDir, schemasFolder)
    for (const [path, text] of settingsSchemas(documents)) {
      const file = join(folder, relative(schemasFolder, path))
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
      invocation.print(relative(invocation.terminal.cwd, file))
    }
    return 0
  },
}

const prices: Command = {
  words: 'prices',
  summary: 'shows the price table',
  options: { json: { type: 'boolean' } },
  run: async (invocation) => {
    const { plugins, current } = await configure(invocation.service)
    const rows = [...plugins.endpoints.values()].map(({ declared, flat }) => {
      const { credits, microUsd } = current().endpoint(declared.id)
      const usd = microUsd && Object.fromEntries(Object.entries(microUsd).map(([depth, micro]) => [depth, micro / 1e6]))
      return {
        id: declared.id,
        path: declared.path,
        credits: flat ? { flat: credits.full } : credits,
        usd: usd && new Set(Object.values(usd)).size === 1 ? { flat: usd['full'] } : usd,
      }
    })
    const shown = (prices: object | null): string => (prices === null ? '–' : Object.values(prices).join(' / '))
    invocation.print(
      invocation.flags['json']
        ? JSON.stringify(rows)
        : inColumns([
            ['path', 'credits', 'US dollars'],
            ...rows.map(({ path, credits, usd }) => [path, shown(credits), shown(usd)]),
          ]),
    )
    return 0
  },
}

export const configCommands: readonly Command[] = [check, show, configHistory, configLog, eject, schemas, prices]
