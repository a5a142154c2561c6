/** `config …` and `prices`: the settings as they are in force, and what is wrong with them. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import {
  inColumns,
  configure,
  documentKey,
  ejectSettings,
  inspect,
  nearest,
  projectRoot,
  type SettingsDocument,
  showSettings,
} from '@domesday/core/tool'
import { one, UsageFault, type Command, type Given } from './command.ts'

const look = ({ service }: Given) => inspect(service.configDir, service.env)

const named = (documents: readonly SettingsDocument[], name: string): SettingsDocument => {
  const known = documents.map(documentKey)
  const found = documents.find((document) => documentKey(document) === name || document.id === name)
  if (found) return found
  const near = nearest(name, known)
  throw new UsageFault(
    `there is no '${name}'${near ? `; did you mean '${near}'?` : '.'} Names are ${known.slice(0, 3).join(', ')} …`,
  )
}

const check: Command = {
  words: 'config check',
  summary: 'one line a fault, file:line:column; exit status 1 when there are any',
  options: { json: { type: 'boolean' } },
  run: async (given) => {
    const { lines, plugins } = await look(given)
    if (given.flags['json']) given.print(JSON.stringify({ faults: lines }))
    else for (const line of lines) given.print(line)
    if (lines.length === 0 && !given.flags['json'])
      given.remark(`settings are sound: ${plugins.endpoints.size} endpoints, ${plugins.sources.size} sources`)
    return lines.length === 0 ? 0 : 1
  },
}

const show: Command = {
  words: 'config show',
  takes: '[name]',
  summary: 'the settings in force, each with where it comes from (service, endpoint:location, source:police-uk …)',
  run: async (given) => {
    const { documents, reading, lines } = await look(given)
    const wanted = given.args.length === 0 ? documents : [named(documents, one(given, 'name'))]
    for (const document of wanted) {
      const tree = reading.trees.get(documentKey(document))
      if (tree) given.print(`# ${documentKey(document)}\n${showSettings(document, tree, projectRoot)}`)
    }
    for (const line of lines) given.remark(line)
    return lines.length === 0 ? 0 : 1
  },
}

const eject: Command = {
  words: 'config eject',
  takes: '<name>',
  summary: 'writes the defaults of an endpoint, source or score under config/, to be edited there',
  options: { force: { type: 'boolean' } },
  run: async (given) => {
    const { documents } = await look(given)
    const document = named(documents, one(given, 'name'))
    const file = join(given.service.configDir, document.override)
    if (existsSync(file) && !given.flags['force'])
      throw new UsageFault(
        `${relative(process.cwd(), file)} is there already; --force writes over it, keeping what it sets`,
      )
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(
      file,
      ejectSettings(
        document,
        readFileSync(document.defaults, 'utf8'),
        existsSync(file) ? readFileSync(file, 'utf8') : null,
      ),
    )
    given.print(relative(process.cwd(), file))
    return 0
  },
}

const prices: Command = {
  words: 'prices',
  summary: 'the price table',
  options: { json: { type: 'boolean' } },
  run: async (given) => {
    const { plugins, current } = await configure(given.service)
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
    given.print(
      given.flags['json']
        ? JSON.stringify(rows)
        : inColumns([
            ['path', 'credits', 'US dollars'],
            ...rows.map(({ path, credits, usd }) => [path, shown(credits), shown(usd)]),
          ]),
    )
    return 0
  },
}

export const configCommands: readonly Command[] = [check, show, eject, prices]
