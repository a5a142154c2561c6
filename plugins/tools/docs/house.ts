/** Reads the structure from imports: the floors of the core, its entry points, and the kinds of packages. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { folders as listedFolders } from '@domesday/core/tool'
import { importsOf, isForTests, nameIn, packageOf, sourceFiles, type Import } from './imports.ts'

export interface Floor {
  readonly id: string
  readonly about: string
  readonly lines: number
}
/** A module through which packages import the core, on the highest floor that it exports from. */
export interface EntryPoint {
  /** As it is imported, `@domesday/core/surface`. */
  readonly id: string
  readonly floor: string
}
export interface Kind {
  readonly id: string
  readonly about: string
  /** Whether `config/service.yaml` lists its packages; the others are found through imports. */
  readonly listed: boolean
  readonly names: readonly string[]
  readonly lines: number
}
/** An import between two floors, two kinds, or from a kind to an entry point. */
export type Arrow = readonly [from: string, to: string]

export interface House {
  readonly floors: readonly Floor[]
  readonly entryPoints: readonly EntryPoint[]
  readonly kinds: readonly Kind[]
  readonly betweenFloors: readonly Arrow[]
  readonly betweenKinds: readonly Arrow[]
  readonly intoTheCore: readonly Arrow[]
}

/** From the top down. */
const floors: Readonly<Record<string, string>> = {
  service: 'puts the parts together, starts and stops',
  http: 'the Koa application, the port of surfaces',
  engine: 'one call: plan, gather, score, explain',
  registry: 'finds, loads and checks packages',
  credits: 'the port of stores; who pays, and how',
  contract: 'what packages are written in',
  config: 'reads YAML, and knows nothing of the rest',
}

/** From the top down: imports point downwards here too. */
const kinds: Readonly<Record<string, string>> = {
  tools: 'for operators and authors',
  surfaces: 'ways to ask the service',
  clients: 'ways to call the sources',
  stores: 'where keys and credits are kept, and what nodes share',
  telemetry: 'where spans go',
  evidence: 'what answers were made from',
  jobs: 'what does scheduled work',
  endpoints: 'what can be looked up',
  scores: 'shared by several endpoints',
  subjects: 'what endpoints about one thing share',
  sources: 'one for each upstream',
  vocabularies: 'words that packages share',
}

/** The floor of a core file, or the kind of a package. */
const part = (path: string): string => path.split('/')[1]!

const distinct = (arrows: readonly Arrow[]): readonly Arrow[] => [
  ...new Map(arrows.filter(([from, to]) => from !== to).map((arrow) => [arrow.join(), arrow])).values(),
]

const entryPointsIn = (root: string, imports: readonly Import[]): readonly EntryPoint[] => {
  const { exports } = JSON.parse(readFileSync(join(root, 'core/package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, string>>
  }
  const order = Object.keys(floors)
  return Object.entries(exports).map(([path, file]) => {
    const reached = imports.filter(({ from }) => from === join('core', file)).map(({ to }) => order.indexOf(part(to)))
    return { id: join('@domesday/core', path), floor: order[Math.min(...reached)]! }
  })
}

/** Reads the project in a folder, without tests. Throws a `RangeError` for an unknown folder. */
export const readHouse = (root: string): House => {
  const files = sourceFiles(root).filter((file) => !isForTests(file))
  const lines = (folder: string): number =>
    files
      .filter((file) => file.startsWith(`${folder}/`))
      .reduce((sum, file) => sum + readFileSync(join(root, file), 'utf8').split('\n').length - 1, 0)

  const placed = new Set([
    ...Object.keys(floors).map((id) => `core/${id}`),
    ...Object.keys(kinds).map((id) => `plugins/${id}`),
  ])
  const unplaced = files.find((file) => file.split('/').length > 2 && !placed.has(file.split('/', 2).join('/')))
  if (unplaced !== undefined) throw new RangeError(`${unplaced}: its folder is missing in plugins/tools/docs/house.ts`)

  const imports = files.flatMap((file) => importsOf(root, file))
  const folders = [...new Set(files.map(packageOf))].filter((folder) => folder !== 'core')
  const folderOf = new Map(
    folders.map((folder) => {
      const { name } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as { readonly name: string }
      return [name, folder]
    }),
  )
  const listed: ReadonlySet<string> = new Set(Object.values(listedFolders))
  const entryPoints = entryPointsIn(root, imports)
  const entryIds = new Set(entryPoints.map(({ id }) => id))
  const within = imports.filter(({ from, by }) => by === 'relative' && part(from) in floors)
  const byName = imports.filter(({ from, by }) => by === 'name' && !from.startsWith('core/'))
  return {
    floors: Object.entries(floors).map(([id, about]) => ({ id, about, lines: lines(`core/${id}`) })),
    entryPoints,
    kinds: Object.entries(kinds).map(([id, about]) => ({
      id,
      about,
      listed: listed.has(`plugins/${id}`),
      names: folders.filter((folder) => part(folder) === id).map((folder) => folder.split('/')[2]!),
      lines: lines(`plugins/${id}`),
    })),
    betweenFloors: distinct(within.map(({ from, to }) => [part(from), part(to)] as const)),
    betweenKinds: distinct(
      byName.flatMap(({ from, to }) => {
        const other = folderOf.get(nameIn(to))
        return other === undefined ? [] : [[part(packageOf(from)), part(other)] as const]
      }),
    ),
    intoTheCore: distinct(
      byName.flatMap(({ from, to }) => (entryIds.has(to) ? [[part(packageOf(from)), to] as const] : [])),
    ),
  }
}
