/**
 * `npm run pack [-- --out <folder>]`: stages each package as it is published, a folder that `npm publish` takes, and
 * writes a file of each, which are installed together where no registry has them.
 */
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { projectRoot } from '@domesday/core/tool'
import { compile } from './compile.ts'
import {
  manifestOfFile,
  packedManifest,
  typePackagesIn,
  type PackedManifest,
  type Project,
  type SourceManifest,
} from './manifest.ts'

/** Files of the project that packages need where they are installed. */
const brought: Readonly<Record<string, readonly string[]>> = { '@domesday/surface-reference': ['docs/errors.md'] }

/**
 * Packages from elsewhere that a package has in it, with the files that it uses: they depend on one that runs a script
 * when it is installed.
 */
const bundles: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  '@domesday/surface-reference': {
    'swagger-ui-dist': [
      'swagger-ui-bundle.js',
      'swagger-ui-bundle.js.LICENSE.txt',
      'swagger-ui.css',
      'LICENSE',
      'NOTICE',
    ],
  },
}

const manifestOf = (folder: string): SourceManifest =>
  JSON.parse(readFileSync(join(projectRoot, folder, 'package.json'), 'utf8')) as SourceManifest

const project = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as Project
const packages = project.workspaces
  .flatMap((pattern) => globSync(pattern, { cwd: projectRoot }))
  .filter((folder) => existsSync(join(projectRoot, folder, 'package.json')))
  // All but this one, which works for the project only.
  .filter((folder) => join(projectRoot, folder) !== import.meta.dirname)
  .map((folder) => ({ folder, manifest: manifestOf(folder) }))

/** Tests, what only they use, and what belongs to the project. */
const isPacked = (file: string): boolean =>
  !/(^|\/)node_modules\/|\.(test|fixture)\.ts$|(^|\/)(package|tsconfig)\.json$/.test(file)

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))

/** Copies a file with the names of its neighbours as they are once compiled. */
const copyCode = (from: string, to: string): void => {
  mkdirSync(dirname(to), { recursive: true })
  const text = readFileSync(from, 'utf8').replace(/(['"])(\.{1,2}\/[^'"\n]+)\.ts\1/g, '$1$2.js$1')
  writeFileSync(to, text, { mode: statSync(from).mode })
}

const stage = (folder: string, manifest: SourceManifest, compiled: string, target: string): PackedManifest => {
  rmSync(target, { recursive: true, force: true })
  const source = join(projectRoot, folder),
    built = join(compiled, folder)
  const assets = filesIn(source).filter((file) => isPacked(file) && !file.endsWith('.ts'))
  const code = filesIn(built)
  for (const file of assets.filter((one) => !one.endsWith('.js'))) cpSync(join(source, file), join(target, file))
  for (const file of assets.filter((one) => one.endsWith('.js'))) copyCode(join(source, file), join(target, file))
  for (const file of code) copyCode(join(built, file), join(target, file))
  for (const file of brought[manifest.name] ?? [])
    cpSync(join(projectRoot, file), join(target, file.split('/').at(-1)!))
  cpSync(join(projectRoot, 'LICENSE'), join(target, 'LICENSE'))
  const types = typePackagesIn(
    code.filter((file) => file.endsWith('.d.ts')).map((file) => join(target, file)),
    project,
  )
  const files = readdirSync(target).sort()
  const bundled = Object.entries(bundles[manifest.name] ?? {})
  for (const [name, used] of bundled) bundle(name, used, join(target, 'node_modules', name))
  return packedManifest(manifest, { project, types, files, bundled: bundled.map(([name]) => name) })
}

const bundle = (name: string, files: readonly string[], to: string): void => {
  const from = join(projectRoot, 'node_modules', name)
  for (const file of files) cpSync(join(from, file), join(to, file))
  const {
    dependencies: _,
    scripts: __,
    ...manifest
  } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8')) as Record<string, unknown>
  writeManifest(to, manifest)
}

const writeManifest = (folder: string, manifest: object): void =>
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)

/** A file of each staged package: the folders have their manifests for a registry again afterwards. */
const writeFiles = (
  staged: readonly { readonly target: string; readonly manifest: PackedManifest }[],
  out: string,
): void => {
  for (const { target, manifest } of staged) writeManifest(target, manifestOfFile(manifest))
  const folders = staged.map(({ target }) => `./${relative(out, target)}`)
  const { status, stderr } = spawnSync(
    'npm',
    ['pack', '--silent', '--ignore-scripts', '--pack-destination', '.', ...folders],
    {
      cwd: out,
      encoding: 'utf8',
    },
  )
  for (const { target, manifest } of staged) writeManifest(target, manifest)
  if (status !== 0) throw new Error(`npm pack failed: ${stderr}`)
}

const { values } = parseArgs({ args: process.argv.slice(4), options: { out: { type: 'string', default: 'dist' } } })
const out = resolve(values.out)
const shown = (folder: string): string => relative(process.cwd(), folder) || '.'
const compiled = compile(projectRoot, ['core', 'plugins'])
try {
  const staged = packages.map(({ folder, manifest }) => {
    const target = join(out, manifest.name)
    return { target, manifest: stage(folder, manifest, compiled.folder, target) }
  })
  // Those of another release would be installed with these.
  for (const file of globSync('domesday-*.tgz', { cwd: out })) rmSync(join(out, file))
  writeFiles(staged, out)
} finally {
  rmSync(compiled.folder, { recursive: true })
}
console.log(`${packages.length} packages of ${project.version} in ${out}: npm install ${shown(out)}/*.tgz`)
for (const fault of compiled.faults) console.error(fault)
if (compiled.faults.length > 0) process.exitCode = 1
