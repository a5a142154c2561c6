/** The faults that the compiler finds in a package. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { manifestIn, packageFolder } from '@domesday/core/tool'
import type { PluginFault } from '@domesday/tool-testing/faults'

/** Null if no compiler is installed. */
export const typeFaults = async (folder: string): Promise<readonly PluginFault[] | null> => {
  const compiler = packageFolder('typescript', folder) ?? packageFolder('typescript', import.meta.dirname)
  const bin = compiler && (manifestIn(compiler) as { readonly bin?: { readonly tsc?: string } }).bin?.tsc
  if (!bin) return null
  const own = join(folder, 'tsconfig.json')
  const draft = existsSync(own) ? null : draftOf(folder)
  try {
    const child = spawn(process.execPath, [join(compiler, bin), '--noEmit', '--pretty', 'false', '-p', draft ?? own], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    return faultsIn(await text(child.stdout), folder)
  } finally {
    if (draft !== null) rmSync(dirname(draft), { recursive: true, force: true })
  }
}

/** The options of the project that the package is part of, for its modules alone. */
const draftOf = (folder: string): string => {
  const file = join(mkdtempSync(join(tmpdir(), 'domesday-types-')), 'tsconfig.json')
  const above = configAbove(folder)
  const types = packageFolder('@types/node', folder)
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
      include: [`${folder}/**/*.ts`],
      exclude: [`${folder}/**/node_modules`],
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
