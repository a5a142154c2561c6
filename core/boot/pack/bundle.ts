/**
 * Puts the core and the endpoints together: what every start loads into one file, what is loaded on demand into
 * others.
 */
import { readFileSync } from 'node:fs'
import builtinHttp from 'node:http'
import { findPackageJSON, isBuiltin } from 'node:module'
import { join } from 'node:path'
import { rolldown, type Plugin } from 'rolldown'
import { contentsOf, entryFile } from './contents.ts'
import { withItsPlace } from './metadata.ts'
import { stampOf, type Stamp } from './pack.ts'

const entry = 'domesday:entry',
  http = 'domesday:http'

/** What every start loads, with all that it stands on: some hundred files more. Only the core has a use for them. */
const packedToo: ReadonlySet<string> = new Set([
  'koa',
  '@koa/router',
  'tsyringe',
  'reflect-metadata',
  'lru-cache',
  'flatbush',
])

const isInstalled = (path: string): boolean => /[\\/]node_modules[\\/]/.test(path)
const isName = (specifier: string): boolean => !/^([./\\]|[A-Za-z]:[\\/]|domesday:)/.test(specifier)

/** Other packages are loaded as they are, by their names. */
const isApart = (specifier: string, importer: string): boolean =>
  isBuiltin(specifier) ||
  (isName(specifier) && !specifier.startsWith('@domesday/') && !packedToo.has(specifier) && !isInstalled(importer))

/** An import would build a view of all that the module exports, a WebSocket client among it: a fifth of a start. */
const httpCode = (): string => {
  const plain = Object.entries(Object.getOwnPropertyDescriptors(builtinHttp))
    .filter(([, { value }]) => value !== undefined)
    .map(([name]) => name)
  return `import { createRequire } from 'node:module'
const http = createRequire(import.meta.url)('node:http')
export default http
export const { ${plain.join(', ')} } = http`
}

const codeOf = (path: string): string => {
  const text = readFileSync(path, 'utf8')
  // A large literal takes longer to load than to parse.
  if (path.endsWith('.json')) return `module.exports = JSON.parse(${JSON.stringify(JSON.stringify(JSON.parse(text)))})`
  if (/\b__(dir|file)name\b/.test(text)) throw new Error(`${path}: __dirname and __filename cannot be packed`)
  return withItsPlace(text, path)
}

/** `endpoints` are addresses. Returns every file that went into the pack as it was before it was read. */
export const bundle = async (root: string, endpoints: readonly string[], out: string): Promise<readonly Stamp[]> => {
  const contents = contentsOf(root, endpoints)
  const made = new Map([
    [entry, contents.entry],
    [http, httpCode()],
  ])
  const read = new Map(contents.packages.map((path) => [path, stampOf(path)]))
  const sources: Plugin = {
    name: 'sources',
    resolveId: (id, importer = '', { kind }) => {
      if (made.has(id)) return id
      if (/^(node:)?http$/.test(id) && kind === 'import-statement') return http
      if (!isApart(id, importer)) return null
      // From the pack a name has to lead to the same package.
      if (!isBuiltin(id) && findPackageJSON(id, importer) !== findPackageJSON(id, join(out, entryFile)))
        throw new Error(`${importer}: '${id}' is another package from there`)
      return { id, external: true }
    },
    load: (id) => {
      const code = made.get(id)
      if (code !== undefined) return { code, moduleType: 'js' }
      if (id.startsWith('\0')) return null
      read.set(id, stampOf(id))
      if (id === contents.heldPath) return { code: contents.held, moduleType: 'js' }
      return { code: codeOf(id), moduleType: /\.[cm]?ts$/.test(id) ? 'ts' : 'js' }
    },
  }
  const packed = await rolldown({
    input: { pack: entry },
    cwd: root,
    platform: 'node',
    tsconfig: false,
    treeshake: false,
    transform: { target: 'esnext', typescript: { onlyRemoveTypeImports: true } },
    plugins: [sources],
    onLog: (level, { code, message }) => {
      // A package of koa's makes functions from text; it does so in the pack as it does outside.
      if (level === 'warn' && code !== 'EVAL') throw new Error(message)
    },
  })
  try {
    await packed.write({
      dir: out,
      format: 'esm',
      entryFileNames: entryFile,
      chunkFileNames: '[name]-[hash].mjs',
      // A start takes as long to read it as it is long. Functions keep their names, for stack traces.
      comments: false,
      minify: { compress: false, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
      sourcemap: true,
      codeSplitting: { groups: [{ name: 'start', tags: ['$initial'] }] },
    })
  } finally {
    await packed.close()
  }
  return [...read.values()]
}
