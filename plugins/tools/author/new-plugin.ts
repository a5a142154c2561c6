/** Writes a new plugin from its templates, whole or not at all. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { manifestIn, packageFolder, projectRoot, type Manifest } from '@domesday/core/tool'
import { dependencyOn, versionOf } from './versions.ts'
import { faultOfId, filled, nameOf, titleOf, type PluginKind, type PluginWords } from './words.ts'

export interface NewPlugin {
  readonly kind: PluginKind
  readonly id: string
  /** The absolute path of the folder that gets its folder. */
  readonly into: string
  readonly home: PluginHome
}

/**
 * `project`: a workspace of this project. `clone`: elsewhere, linked to a clone of it: it names all that it needs, and
 * how to compile it. `service`: below a service of its own, whose installed packages it takes.
 */
export type PluginHome = 'project' | 'clone' | 'service'

export type Written = { readonly folder: string; readonly files: readonly string[] } | { readonly refused: string }

const templates = join(import.meta.dirname, 'templates')
const suffix = '.template'

const templatesIn = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(join(templates, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith(suffix))
      .sort()
      .map((name) => [name.slice(0, -suffix.length), readFileSync(join(templates, folder, name), 'utf8')]),
  )

/** Nothing is written if it is refused. */
export const newPlugin = ({ kind, id, into, home }: NewPlugin): Written => {
  const fault = faultOfId(id)
  if (fault !== null) return { refused: fault }
  const folder = join(into, id)
  if (existsSync(folder)) return { refused: `${folder} exists already` }
  if (home === 'service' && packageFolder('@domesday/core', folder) === null)
    return { refused: `nothing in ${folder} could import @domesday/core: choose a folder below that of the service` }
  let made: string | undefined
  try {
    made = mkdirSync(into, { recursive: true })
    const files = filesOf({ kind, id, folder: join(realpathSync(into), id), home })
    const draft = join(into, `.${id}-${process.pid}`)
    made ??= mkdirSync(draft, { recursive: true })
    for (const [name, text] of files) {
      mkdirSync(dirname(join(draft, name)), { recursive: true })
      writeFileSync(join(draft, name), text)
    }
    renameSync(draft, folder)
    return { folder, files: [...files.keys()] }
  } catch (error) {
    if (made !== undefined) rmSync(made, { recursive: true, force: true })
    return { refused: `cannot write ${folder}: ${(error as Error).message}` }
  }
}

const filesOf = ({
  kind,
  id,
  folder,
  home,
}: Omit<NewPlugin, 'into'> & { readonly folder: string }): ReadonlyMap<string, string> => {
  const outside = home !== 'project'
  const sources = new Map([...templatesIn(kind), ...(outside ? templatesIn('outside') : [])])
  const words: PluginWords = {
    id,
    name: nameOf(id, kind, [...sources.values()].join('\n')),
    snake: id.replaceAll('-', '_'),
    title: titleOf(id),
    package: outside ? `domesday-${kind}-${id}` : `@domesday/${kind}-${id}`,
    version: outside ? '1.0.0' : versionOf('@domesday/core'),
  }
  return new Map(
    [...sources].map(([name, template]): [string, string] => {
      const text = filled(template, words)
      if (name === 'package.json') return [name, packageJson(JSON.parse(text) as Manifest, folder, home)]
      // `npm run docs` writes the schema once the plugin is served.
      const first = name === 'defaults.yaml' && !outside ? modelineIn(kind, id) : ''
      return [name === 'test.ts' ? `${id}.test.ts` : name, first + text]
    }),
  )
}

const modelineIn = (kind: PluginKind, id: string): string =>
  `# yaml-language-server: $schema=../../../config/schemas/${kind}s/${id}.json\n`

/** Time limits for slow machines: each test starts a service. */
const testScript = 'vitest run --testTimeout=60000 --hookTimeout=60000'

/** The Node that this project brings along, so that a package beside it is tested with the same one. */
const ownNode = { optionalDependencies: manifestIn(projectRoot)?.optionalDependencies }

/** What a plugin needs beside packages of the project. */
export const kit = ['@types/node', 'typescript', 'vitest'] as const

const packageJson = (manifest: Manifest, folder: string, home: PluginHome): string => {
  const { dependencies = {}, devDependencies = {}, ...rest } = manifest
  const named = (names: readonly string[], of: (name: string) => string = versionOf) =>
    Object.fromEntries(names.map((name) => [name, of(name)]))
  const [needed, tested] = [Object.keys(dependencies), Object.keys(devDependencies)]
  const linked = (name: string): string => dependencyOn(name, folder)
  return `${JSON.stringify(
    {
      ...rest,
      ...(home !== 'project' && { scripts: { test: testScript } }),
      ...{
        project: { dependencies: named(needed), devDependencies: named(tested) },
        clone: {
          dependencies: named(needed, linked),
          devDependencies: { ...named(tested, linked), ...named(kit) },
          ...ownNode,
        },
        // What the service has installed, and a second copy of none of it.
        service: {
          peerDependencies: named(needed),
          peerDependenciesMeta: Object.fromEntries(needed.map((name) => [name, { optional: true }])),
        },
      }[home],
    },
    null,
    2,
  )}\n`
}
