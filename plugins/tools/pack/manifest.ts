/** The package.json of a published package, made of the one that the project works with. */
import { readFileSync } from 'node:fs'

type Versions = Readonly<Record<string, string>>

export interface Project {
  readonly version: string
  readonly license: string
  readonly workspaces: readonly string[]
  readonly engines: Versions
  readonly devDependencies: Versions
  /** Node itself, for machines whose own is older. */
  readonly optionalDependencies: Versions
}
export interface SourceManifest {
  readonly name: string
  readonly type: string
  readonly exports: string | Versions
  readonly bin?: Versions
  readonly domesday?: object
  readonly dependencies?: Versions
  readonly devDependencies?: Versions
}

/** The packages that hold the types of what declarations import: of `koa` `@types/koa`. */
export const typePackagesIn = (declarations: readonly string[], { devDependencies }: Project): Versions => {
  const imported = declarations.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?:from |import\()['"]([^.'"][^'"]*)['"]/g)].map(([, name]) => name!),
  )
  const names = new Set(imported.map((name) => (name.startsWith('node:') ? 'node' : name.split('/')[0]!)))
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const version = devDependencies[`@types/${name}`]
      return version === undefined ? [] : [[`@types/${name}`, version] as const]
    }),
  )
}

interface Packed {
  readonly project: Project
  readonly types: Versions
  readonly files: readonly string[]
  /** Packages from elsewhere that it has in it. */
  readonly bundled: readonly string[]
}
export interface PackedManifest extends Omit<SourceManifest, 'exports'> {
  readonly version: string
  readonly dependencies: Versions
}

const built = (file: string): object => ({
  types: file.replace(/\.ts$/, '.d.ts'),
  default: file.replace(/\.ts$/, '.js'),
})

/** Packages of the project need each other in exactly this release. */
export const packedManifest = (
  { name, type, exports, bin, domesday, dependencies = {}, devDependencies = {} }: SourceManifest,
  { project, types, files, bundled }: Packed,
): PackedManifest => {
  const own = Object.entries(dependencies).map(
    ([other, version]) => [other, other.startsWith('@domesday/') ? project.version : version] as const,
  )
  const needed = Object.entries({ ...Object.fromEntries(own), ...types })
  const tried = Object.entries(devDependencies).filter(([other]) => !other.startsWith('@domesday/'))
  const packed = {
    name,
    version: project.version,
    license: project.license,
    type,
    engines: project.engines,
    exports: Object.fromEntries(
      Object.entries(typeof exports === 'string' ? { '.': exports } : exports)
        // Tests of other packages import fixtures; no package does.
        .filter(([, file]) => !file.endsWith('.fixture.ts'))
        .map(([sub, file]) => [sub, built(file)]),
    ),
    ...(bin && { bin }),
    files,
    ...(domesday && { domesday }),
    dependencies: Object.fromEntries(needed.toSorted(([a], [b]) => (a < b ? -1 : 1))),
    ...(bundled.length > 0 && { bundleDependencies: bundled }),
    ...(tried.length > 0 && { devDependencies: Object.fromEntries(tried) }),
    ...(bin?.['domesday'] && { optionalDependencies: project.optionalDependencies }),
  }
  return packed
}

/** The same for a file that is installed with those of the others: npm would ask a registry for each of them. */
export const manifestOfFile = ({ dependencies, ...rest }: PackedManifest): object => ({
  ...rest,
  dependencies: Object.fromEntries(Object.entries(dependencies).filter(([name]) => !name.startsWith('@domesday/'))),
})
