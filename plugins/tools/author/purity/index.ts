/**
 * Code that gathers is pure: its outcome comes from what it is called with. Checked are the modules that the entry of a
 * package reaches; tests and samples are not among them.
 */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { PluginFault } from '@domesday/tool-testing/faults'
import { covers, exceptionsIn, type Exception } from './exceptions.ts'
import { importsOf, refusedImports } from './imports.ts'
import { moduleStateIn } from './module-state.ts'
import { parsed, type Parsed, type Syntax } from './syntax.ts'
import { usesIn } from './uses.ts'

export interface Purity {
  /** By file and place. */
  readonly faults: readonly PluginFault[]
  /** What is excused, each as `file:line  why`; files are absolute. */
  readonly excused: readonly string[]
  /** The modules that were checked. */
  readonly modules: readonly string[]
}

type Place = Pick<PluginFault, 'file' | 'line' | 'column'>

const placeOf = (file: string, text: string, { range: [start] }: Pick<Syntax, 'range'>): Place => {
  const before = text.slice(0, start).split('\n')
  return { file, line: before.length, column: before.at(-1)!.length + 1 }
}

interface Checked extends Omit<Purity, 'modules'> {
  /** Modules of the package that it imports. */
  readonly next: readonly string[]
}

const faultOfException = (exception: Exception, isUsed: boolean): Pick<PluginFault, 'message' | 'mend'> | null => {
  if (exception.why.split(/\s+/).length < 4)
    return { message: 'an exception without its reason', mend: '// outside gathering: <why it may, in a sentence>' }
  return isUsed ? null : { message: 'an exception that excuses nothing', mend: 'remove it' }
}

const checkModule = (file: string): Checked => {
  const text = readFileSync(file, 'utf8')
  let module: Parsed
  try {
    module = parsed(file, text)
  } catch (error) {
    return { faults: [{ file, message: `cannot be read: ${(error as Error).message}` }], excused: [], next: [] }
  }
  const imports = importsOf(module)
  const found = [...refusedImports(imports), ...usesIn(module), ...moduleStateIn(module)]
  const exceptions = exceptionsIn(module)
  const used = new Set(found.flatMap(({ at }) => exceptions.filter((one) => covers(one, at))))
  return {
    faults: [
      ...found
        .filter(({ at }) => !exceptions.some((one) => covers(one, at)))
        .map(({ at, what, refusal: { does, mend } }) => ({
          ...placeOf(file, text, at),
          message: `${what} ${does}: code that gathers must not`,
          mend,
        })),
      ...exceptions.flatMap((one) => {
        const fault = faultOfException(one, used.has(one))
        return fault ? [{ ...placeOf(file, text, one.at), ...fault }] : []
      }),
    ].toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0)),
    excused: [...used].map((one) => `${file}:${placeOf(file, text, one.at).line}  ${one.why.trim()}`),
    next: imports
      .filter(({ specifier }) => specifier.startsWith('.') && /\.[cm]?[jt]s$/.test(specifier))
      .map(({ specifier }) => join(dirname(file), specifier)),
  }
}

/** `entry`: the file that an import of the package loads. */
export const purityOf = (entry: string): Purity => {
  const checked = new Map<string, Checked>()
  const check = (file: string): void => {
    if (checked.has(file) || !existsSync(file)) return
    const module = checkModule(file)
    checked.set(file, module)
    module.next.forEach(check)
  }
  check(entry)
  const all = [...checked.values()]
  return {
    faults: all.flatMap(({ faults }) => faults),
    excused: all.flatMap(({ excused }) => excused),
    modules: [...checked.keys()],
  }
}
