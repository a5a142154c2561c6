/** `npm run pack [-- --out <folder>]`: stages each package as it is published, a folder that `npm pack` takes. */
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
import { packedManifest, typePackagesIn, type Project, type SourceManifest } from './manifest.ts'

/** Files of the project that packages need where they are installed. */
const brought: Readonly<Record<string, readonly string[]>> = { '@domesday/surface-reference': ['docs/errors.md'] }

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

const stage = (folder: string, manifest: SourceManifest, compiled: string, out: string, project: Project): void => {
  const target = join(out, manifest.name)
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
  const top = readdirSync(target).sort()
  writeFileSync(
    join(target, 'package.json'),
    `${JSON.stringify(packedManifest(manifest, { project, types, files: top }), null, 2)}\n`,
  )
}

const { values } = parseArgs({ args: process.argv.slice(4), options: { out: { type: 'string', default: 'dist' } } })
const out = resolve(values.out)
const compiled = compile(projectRoot, ['core', 'plugins'])
try {
  for (const { folder, manifest } of packages) stage(folder, manifest, compiled.folder, out, project)
} finally {
  rmSync(compiled.folder, { recursive: true })
}
console.log(`${packages.length} packages of ${project.version} in ${out}`)
for (const fault of compiled.faults) console.error(fault)
if (compiled.faults.length > 0) process.exitCode = 1
