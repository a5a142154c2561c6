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
import { manifestIn, projectRoot, type Manifest } from '@domesday/core/tool'
import { dependencyOn, versionOf } from './versions.ts'
import { faultOfId, filled, nameOf, titleOf, type PluginKind, type PluginWords } from './words.ts'

export interface NewPlugin {
  readonly kind: PluginKind
  readonly id: string
  /** The absolute path of the folder that gets its folder. */
  readonly into: string
  /** It is no workspace of this project: it names all that it needs, and how to compile it. */
  readonly outside: boolean
}

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
export const newPlugin = ({ kind, id, into, outside }: NewPlugin): Written => {
  const fault = faultOfId(id)
  if (fault !== null) return { refused: fault }
  const folder = join(into, id)
  if (existsSync(folder)) return { refused: `${folder} exists already` }
  let made: string | undefined
  try {
    made = mkdirSync(into, { recursive: true })
    const files = filesOf({ kind, id, folder: join(realpathSync(into), id), outside })
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
  outside,
}: Omit<NewPlugin, 'into'> & { readonly folder: string }): ReadonlyMap<string, string> => {
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
      if (name === 'package.json') return [name, packageJson(JSON.parse(text) as Manifest, folder, outside)]
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

const packageJson = (manifest: Manifest, folder: string, outside: boolean): string => {
  const named = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, outside ? dependencyOn(name, folder) : versionOf(name)]))
  const { dependencies = {}, devDependencies = {}, ...rest } = manifest
  return `${JSON.stringify(
    {
      ...rest,
      ...(outside && { scripts: { test: testScript } }),
      dependencies: named(Object.keys(dependencies)),
      devDependencies: {
        ...named(Object.keys(devDependencies)),
        ...(outside && Object.fromEntries(['@types/node', 'typescript', 'vitest'].map((one) => [one, versionOf(one)]))),
      },
      ...(outside && ownNode),
    },
    null,
    2,
  )}\n`
}
