/** What package.json has to say: what it is, where it begins, and every package that its modules import. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { manifestIn, packageFolder, type Manifest } from '@domesday/core/tool'
import { lineOf, type PluginFault } from '@domesday/tool-testing/faults'

interface Imported {
  readonly file: string
  readonly line: number
  readonly specifier: string
  /** It is gone when the module is loaded. */
  readonly ofTypes: boolean
}

const statement =
  /(?:^|[\s;])(?:import|export)\s(?:[^'"`;]*?from\s+)?['"]([^'"]+)['"]|\b(?:import|require)\(\s*['"]([^'"]+)['"]\s*\)/gm
const comment = /\/\*[^]*?\*\/|^\s*\/\/.*$/gm

/** The modules of a package, without those of installed packages. */
export const modulesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.[cm]?[jt]s$/.test(name) && !name.endsWith('.d.ts'))
    .filter((name) => !name.split(sep).some((part) => part === 'node_modules' || part.startsWith('.')))
    .map((name) => join(folder, name))
    .sort()

const importsIn = (file: string): readonly Imported[] => {
  // Comments keep their lines.
  const text = readFileSync(file, 'utf8').replace(comment, (whole) => whole.replace(/[^\n]/g, ' '))
  return [...text.matchAll(statement)].map((match) => {
    const specifier = match[1] ?? match[2]!
    const at = match.index + match[0].indexOf(specifier)
    const ofTypes = /^\s*(import|export)\s+type\s/.test(match[0])
    return { file, line: text.slice(0, at).split('\n').length, specifier, ofTypes }
  })
}

/** Modules of a package that import one another in a circle, the first of them again at the end; null without one. */
export const circleIn = (folder: string): readonly string[] | null => {
  const modules = modulesIn(folder)
  const imported = (file: string): readonly string[] =>
    importsIn(file)
      .filter(({ specifier, ofTypes }) => specifier.startsWith('.') && !ofTypes)
      .map(({ specifier }) => resolve(dirname(file), specifier))
  const imports = new Map(modules.map((file) => [file, imported(file)]))
  const ended = new Set<string>()
  const from = (path: readonly string[]): readonly string[] | null => {
    const last = path.at(-1)!
    for (const next of imports.get(last) ?? []) {
      const found = path.includes(next)
        ? [...path.slice(path.indexOf(next)), next]
        : ended.has(next)
          ? null
          : from([...path, next])
      if (found !== null) return found
    }
    ended.add(last)
    return null
  }
  const circle = modules.map((file) => from([file])).find((found) => found !== null)
  return circle?.map((file) => relative(folder, file)) ?? null
}

const isTest = (file: string): boolean => /\.(test|fixture|config)\.[cm]?[jt]s$/.test(file)
const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

/** The file that an import of the package loads. */
export const entryOf = (folder: string, { exports, main }: Manifest): string => {
  const named = typeof exports === 'object' && exports !== null && '.' in exports ? exports['.'] : exports
  const target = typeof named === 'string' ? named : (main ?? 'index.ts')
  return resolve(folder, target)
}

const noManifest = 'there is no package.json'
const notJson = 'is not JSON'
const notInstalled = 'is not installed'
/** All other faults of such a package would be consequences. */
export const isDecisive = ({ message }: PluginFault): boolean =>
  message === noManifest || message.startsWith(notJson) || message.endsWith(notInstalled)

export const packageFaults = (folder: string): readonly PluginFault[] => {
  const file = join(folder, 'package.json')
  let manifest: Manifest | null
  try {
    manifest = manifestIn(folder)
  } catch (error) {
    const { message } = (error as Error).cause as SyntaxError
    return [{ file, message: `${notJson}: ${message.replace(/\s+/g, ' ')}` }]
  }
  if (manifest === null) return [{ file, message: noManifest, mend: 'domesday plugin new writes one' }]
  const imports = modulesIn(folder).flatMap(importsIn)
  return [
    ...ownFaults(file, folder, manifest),
    ...imports.flatMap((one) => pathFaults(one, folder)),
    ...dependencyFaults(file, folder, manifest, imports),
  ]
}

const ownFaults = (file: string, folder: string, manifest: Manifest): readonly PluginFault[] => [
  ...(manifest.name ? [] : [{ file, line: 1, message: 'it has no name', mend: '"name": "…"' }]),
  ...(manifest.type === 'module' ? [] : [{ file, line: 1, message: 'it is no module', mend: '"type": "module"' }]),
  ...(existsSync(entryOf(folder, manifest))
    ? []
    : [
        {
          file,
          ...lineOf(file, manifest.exports === undefined ? '"main"' : '"exports"'),
          message: `it begins with ${relative(folder, entryOf(folder, manifest))}, which does not exist`,
          mend: '"exports": "./index.ts"',
        },
      ]),
]

const coreEntries = (folder: string): readonly string[] => {
  const core = packageFolder('@domesday/core', folder)
  const { exports } = (core === null ? null : manifestIn(core)) ?? {}
  return typeof exports === 'object' && exports !== null
    ? Object.keys(exports).map((entry) => `@domesday/core${entry.slice(1)}`)
    : []
}

/** Files of others by a path. They change without notice, and a second copy of the core knows nothing of the first. */
const pathFaults = ({ file, line, specifier }: Imported, folder: string): readonly PluginFault[] => {
  if (specifier.startsWith('@domesday/core/')) {
    const entries = coreEntries(folder)
    return entries.length === 0 || entries.includes(specifier)
      ? []
      : [
          {
            file,
            line,
            message: `'${specifier}' is inside the core`,
            mend: `import from ${entries.join(', ')}`,
          },
        ]
  }
  if (!/^(\.|\/|file:)/.test(specifier)) return []
  const target = specifier.startsWith('file:') ? specifier : resolve(dirname(file), specifier)
  const isInside = target === folder || target.startsWith(folder + sep)
  // A test of the project may share what is in its test folder.
  if (isInside || isTest(file)) return []
  return [
    {
      file,
      line,
      message: `imports ${specifier}, which is outside of its package`,
      mend: `import it by the name of its package${/\/core\//.test(target) ? ", '@domesday/core'" : ''}`,
    },
  ]
}

/** What the packages above it name: the root of a workspace installs for all. */
const namedAbove = (folder: string): ReadonlySet<string> => {
  const above = dirname(folder)
  if (above === folder) return new Set()
  const { dependencies, devDependencies } = manifestIn(above) ?? {}
  return new Set([...Object.keys({ ...dependencies, ...devDependencies }), ...namedAbove(above)])
}

const dependencyFaults = (
  file: string,
  folder: string,
  { name: own, dependencies = {}, devDependencies = {}, peerDependencies = {} }: Manifest,
  imports: readonly Imported[],
): readonly PluginFault[] => {
  const served = new Set(Object.keys({ ...dependencies, ...peerDependencies }))
  const tested = new Set([...served, ...Object.keys(devDependencies), ...namedAbove(folder)])
  const byName = imports
    .map((one) => ({ ...one, name: packageOf(one.specifier) }))
    .filter(({ specifier, name }) => /^[@\w]/.test(specifier) && name !== own)
    .filter(({ specifier }) => !/^(node|data|file):/.test(specifier) && !builtinModules.includes(specifier))
  const unnamed = byName.filter(({ file, name }) => !(isTest(file) ? tested : served).has(name))
  const used = new Set(byName.map(({ name }) => name))
  return [
    ...unnamed.map(({ file: from, line, name }) => ({
      file: from,
      line,
      message: `imports ${name}, which package.json does not name`,
      mend: `add "${name}" to the ${isTest(from) ? 'devDependencies' : 'dependencies'} in package.json`,
    })),
    ...Object.keys(dependencies)
      .filter((name) => !used.has(name))
      .map((name) => ({
        file,
        ...lineOf(file, `"${name}"`),
        message: `names ${name}, which nothing imports`,
        mend: 'remove it',
      })),
    ...[...served, ...Object.keys(devDependencies)]
      .filter((name) => packageFolder(name, folder) === null)
      .map((name) => ({
        file,
        ...lineOf(file, `"${name}"`),
        message: `${name} ${notInstalled}`,
        mend: installing(name, folder),
      })),
  ]
}

/** In the root of the workspace that the package is part of, or the service that it is below; else in the package. */
const installing = (name: string, folder: string): string => {
  for (let at = dirname(folder); dirname(at) !== at; at = dirname(at)) {
    if ('workspaces' in (manifestIn(at) ?? {})) return `npm install in ${at}`
    if (existsSync(join(at, 'config/service.yaml'))) return `npm install --save ${name} in ${at}`
  }
  return `npm install in ${folder}`
}
