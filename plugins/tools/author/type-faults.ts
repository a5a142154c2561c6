/** The faults that the compiler finds in packages. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve, sep } from 'node:path'
import { text } from 'node:stream/consumers'
import { manifestIn, packageFolder } from '@domesday/core/tool'
import type { PluginFault } from '@domesday/tool-testing/faults'

/** Packages that one run of the compiler checks. */
interface Program {
  readonly folders: readonly string[]
  /** Its entry; null if none is installed. */
  readonly compiler: string | null
  /** `tsconfig.json` of the only package, or of the project that all are part of. */
  readonly settings: string | null
  readonly isOwn: boolean
}

/** By folder; null if no compiler is installed. */
export const typeFaults = async (
  folders: readonly string[],
): Promise<ReadonlyMap<string, readonly PluginFault[] | null>> => {
  const found: (readonly [string, readonly PluginFault[] | null])[] = []
  for (const program of programsOf(folders)) {
    const faults = await faultsOf(program)
    const isOf = (folder: string, { file }: PluginFault): boolean => file.startsWith(folder + sep)
    for (const folder of program.folders) {
      const of = faults?.filter((fault) => isOf(folder, fault) || !program.folders.some((one) => isOf(one, fault)))
      found.push([folder, of ?? null])
    }
  }
  return new Map(found)
}

/** Packages without a `tsconfig.json` of their own share a program: most of the work is to read what they import. */
const programsOf = (folders: readonly string[]): readonly Program[] => {
  const programOf = (folder: string): Program => {
    const own = join(folder, 'tsconfig.json')
    const isOwn = existsSync(own)
    return { folders: [folder], compiler: compilerOf(folder), settings: isOwn ? own : configAbove(folder), isOwn }
  }
  const alike = Map.groupBy(folders.map(programOf), ({ compiler, settings }) => JSON.stringify([compiler, settings]))
  return [...alike.values()].map((group) => ({ ...group[0]!, folders: group.flatMap((one) => one.folders) }))
}

const compilerOf = (folder: string): string | null => {
  const installed = packageFolder('typescript', folder) ?? packageFolder('typescript', import.meta.dirname)
  const { bin } = (installed && (manifestIn(installed) as { readonly bin?: { readonly tsc?: string } })) || {}
  return bin?.tsc === undefined ? null : join(installed!, bin.tsc)
}

const faultsOf = async ({ folders, compiler, settings, isOwn }: Program): Promise<readonly PluginFault[] | null> => {
  if (compiler === null) return null
  const draft = isOwn ? null : draftOf(folders, settings)
  const [cwd] = folders
  try {
    const child = spawn(process.execPath, [compiler, '--noEmit', '--pretty', 'false', '-p', draft ?? settings!], {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    return faultsIn(await text(child.stdout), cwd!)
  } finally {
    if (draft !== null) rmSync(dirname(draft), { recursive: true, force: true })
  }
}

/** The options of the project that the packages are part of, for their modules alone. */
const draftOf = (folders: readonly string[], above: string | null): string => {
  const file = join(mkdtempSync(join(tmpdir(), 'domesday-types-')), 'tsconfig.json')
  const types = packageFolder('@types/node', folders[0]!)
  writeFileSync(
    file,
    JSON.stringify({
      ...(above !== null && { extends: above }),
      compilerOptions: {
        ...(above === null && { module: 'nodenext', target: 'es2024', lib: ['es2024', 'esnext'], strict: true }),
        ...(types !== null && { types: ['node'], typeRoots: [dirname(types)] }),
        allowImportingTsExtensions: true,
        skipLibCheck: true,
      },
      include: folders.map((folder) => `${folder}/**/*.ts`),
      exclude: folders.map((folder) => `${folder}/**/node_modules`),
    }),
  )
  return file
}

const configAbove = (folder: string): string | null => {
  const above = dirname(folder)
  if (above === folder) return null
  const file = join(above, 'tsconfig.json')
  return existsSync(file) ? file : configAbove(above)
}

const faultsIn = (output: string, folder: string): readonly PluginFault[] => {
  const faults: PluginFault[] = []
  for (const line of output.split('\n')) {
    const [, file, at, column, message] = /^(\S[^(]*)\((\d+),(\d+)\): error TS\d+: (.*)$/.exec(line) ?? []
    const [, general] = /^error TS\d+: (.*)$/.exec(line) ?? []
    const last = faults.at(-1)
    if (file !== undefined)
      faults.push({ file: resolve(folder, file), line: Number(at), column: Number(column), message: message! })
    else if (general !== undefined) faults.push({ file: join(folder, 'tsconfig.json'), message: general })
    // The compiler goes on with its reasons, indented.
    else if (line.startsWith('  ') && last)
      faults[faults.length - 1] = { ...last, message: `${last.message}\n${line.trim()}` }
  }
  return faults.map((fault) => ({ ...fault, message: inOneLine(fault.message.split('\n')) }))
}

/** The first and the last where all are too many: the point stands at the end. */
export const inOneLine = (reasons: readonly string[]): string => {
  const whole = reasons.join(' ')
  if (whole.length <= 400) return whole
  const ends = reasons.length === 1 ? reasons : [reasons[0]!, '…', reasons.at(-1)!]
  return ends.map((line) => (line.length <= 300 ? line : `${line.slice(0, 150)} … ${line.slice(-150)}`)).join(' ')
}
