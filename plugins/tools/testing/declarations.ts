/**
 * Faults of loaded plugins that take too long to look for at every start: schemas that do not compile, imports past the
 * entry points of packages, time limits that do not fit one another. `config check` and the contract test list them.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import {
  type AnySource,
  coreFolder,
  formatFault,
  type inspect,
  type LoadedEndpoint,
  milliseconds,
  placeAt,
} from '@domesday/core/tool'
import type { Shape } from '@domesday/core'
import { schemaFault } from './schema.ts'

type Inspected = Awaited<ReturnType<typeof inspect>>

/** One line for each fault: the plugin, the place and the mend. */
export const declarationFaults = (found: Inspected): readonly string[] => [
  ...[...found.plugins.endpoints.values()].flatMap(compileFaults),
  ...[...found.plugins.sources.values()].flatMap(digestFaults),
  ...importFaults(homesOf(found)),
  ...patienceFaults(found, process.cwd()),
]

const compileFaults = ({ declared: { id, asked, sections } }: LoadedEndpoint): readonly string[] => {
  const of = (what: string, { schema }: Shape<any>): readonly string[] => {
    const fault = schemaFault(schema)
    return fault === null ? [] : [`endpoint '${id}': its ${what} has an invalid schema: ${fault}`]
  }
  return [
    ...Object.entries(asked.shapes).flatMap(([name, shape]) => of(`parameter '${name}'`, shape)),
    ...Object.entries(sections).flatMap(([name, { shape }]) => of(`section '${name}'`, shape)),
  ]
}

const digestFaults = ({ id: source, operations }: AnySource): readonly string[] =>
  [...operations.values()].flatMap(({ id, digest }) => {
    const fault = schemaFault(digest.schema)
    return fault === null ? [] : [`source '${source}': the digest of '${id}' has an invalid schema: ${fault}`]
  })

/** The folders of all loaded packages. */
const homesOf = ({ plugins, packages }: Inspected): readonly string[] => {
  const declared = [
    ...[...plugins.endpoints.values()].map((endpoint) => endpoint.declared),
    ...plugins.sources.values(),
    ...[...plugins.scores.values()].map(({ home }) => ({ home: home! })),
    ...packages.surfaces,
    ...packages.clients,
    ...(packages.store ? [packages.store] : []),
  ]
  return [...new Set(declared.map(({ home }) => home))]
}

const statement =
  /(?:^|[\s;}])(?:import|export)\s(?:[^'"`;]*?\sfrom\s+)?['"]([^'"\n]+)['"]|\bimport\(\s*['"]([^'"\n]+)['"]/g
const comments = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm
const blanked = (text: string): string => text.replace(comments, (comment) => comment.replace(/[^\n]/g, ' '))

const isOwnCode = (file: string): boolean =>
  /\.[cm]?[jt]s$/.test(file) && !/\.(test|fixture|d)\.[cm]?ts$|(^|[\\/])(node_modules|page)[\\/]/.test(file)

const isIn = (folder: string, path: string): boolean => path === folder || path.startsWith(folder + sep)

/** The folder of the nearest package.json. */
const packageOf = (folder: string): string =>
  existsSync(join(folder, 'package.json')) || dirname(folder) === folder ? folder : packageOf(dirname(folder))

/** Imports by a path that leave the package: its neighbour may be installed elsewhere, and its files may move. */
export const importFaults = (homes: readonly string[]): readonly string[] =>
  homes.flatMap((home) => {
    const own = packageOf(home)
    return readdirSync(home, { recursive: true, encoding: 'utf8' })
      .filter(isOwnCode)
      .flatMap((name) => importsIn(join(home, name)))
      .flatMap(({ file, line, to }) => {
        const target = join(dirname(file), to)
        const place = `${relative(process.cwd(), file)}:${line}`
        if (isIn(coreFolder, target))
          return [
            `${place}  imports '${to}', a file inside the core: import '@domesday/core' or another of its entry points`,
          ]
        return isIn(own, target)
          ? []
          : [`${place}  imports '${to}', a file of another package: import that package by its name`]
      })
  })

interface Import {
  readonly file: string
  readonly line: number
  readonly to: string
}

/** The imports of a file by a path. */
const importsIn = (file: string): readonly Import[] => {
  const text = blanked(readFileSync(file, 'utf8'))
  return [...text.matchAll(statement)].flatMap((found) => {
    const to = found[1] ?? found[2]!
    if (!to.startsWith('.')) return []
    return [{ file, line: text.slice(0, found.index + found[0].length).split('\n').length, to }]
  })
}

/** A source that may take longer for one try than a look-up waits is never waited for. Paths count from `cwd`. */
export const patienceFaults = (
  { plugins, reading }: Pick<Inspected, 'plugins' | 'reading'>,
  cwd: string,
): readonly string[] =>
  [...plugins.endpoints.values()].flatMap(({ declared: { id }, sources }) => {
    const key = `endpoint:${id}`
    const tree = reading.trees.get(key)
    const { deadline } = (reading.settings.get(key) ?? {}) as { readonly deadline?: string }
    if (deadline === undefined) return []
    return sources.flatMap((source) => {
      if (plugins.sources.get(source)?.kind !== 'http') return []
      const { timeout } = (reading.settings.get(`source:${source}`) ?? {}) as { readonly timeout?: string }
      if (timeout === undefined || milliseconds(timeout) <= milliseconds(deadline)) return []
      const message =
        `endpoint '${id}': its deadline of ${deadline} ends before one try of '${source}', whose timeout is ${timeout}: ` +
        `raise the deadline, or lower the timeout in config/sources/${source}.yaml`
      return [tree ? formatFault({ ...placeAt(tree, ['deadline']), message }, cwd) : message]
    })
  })
