/** Loads a package and finds what it declares. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Endpoint } from '@domesday/core'
import { manifestIn, packageFolder, type AnySource } from '@domesday/core/tool'
import { circleIn, entryOf } from './package-faults.ts'
import { placeIn, type PluginFault } from '@domesday/tool-testing/faults'

export interface LoadedPlugin {
  /** Absolute path of the module that declares it. */
  readonly entry: string
  readonly endpoints: readonly Endpoint[]
  readonly sources: readonly AnySource[]
}

export type Loaded = { readonly plugin: LoadedPlugin } | { readonly fault: PluginFault }

const has = (value: unknown, ...keys: readonly string[]): boolean =>
  typeof value === 'object' && value !== null && keys.every((key) => key in value)

export const loadPlugin = async (folder: string): Promise<Loaded> => {
  const manifest = manifestIn(folder) ?? {}
  const entry = entryOf(folder, manifest)
  if (!existsSync(entry)) return { fault: { file: entry, message: 'there is no such file' } }
  const copy = otherCore(folder)
  if (copy !== null) return { fault: { file: join(folder, 'package.json'), ...copy } }
  try {
    const values = Object.values((await import(pathToFileURL(entry).href)) as object)
    const endpoints = values.filter((value): value is Endpoint => has(value, 'sections', 'asked', 'path'))
    const sources = values.filter((value): value is AnySource => has(value, 'operations', 'home', 'licence'))
    if (endpoints.length > 1)
      return { fault: { file: entry, message: `it exports ${endpoints.length} endpoints, not one` } }
    if (endpoints.length + sources.length === 0)
      return {
        fault: {
          file: entry,
          message: 'it exports no endpoint and no source',
          mend: 'export const … = endpoint({ … })',
        },
      }
    return { plugin: { entry, endpoints, sources } }
  } catch (error) {
    return { fault: faultOfError(error, folder, entry) }
  }
}

/** Two copies of the core in one process do not know each other's values. */
const otherCore = (folder: string): Pick<PluginFault, 'message' | 'mend'> | null => {
  const theirs = packageFolder('@domesday/core', folder)
  const ours = packageFolder('@domesday/core', import.meta.dirname)
  if (theirs === null || ours === null || theirs === ours) return null
  return {
    message: `it imports another copy of the core, ${theirs}, than this command, ${ours}`,
    mend: 'run the domesday of its own project, or npm install',
  }
}

/** The place of an error within a package: its first stack frame there. */
export const faultOfError = (error: unknown, folder: string, otherwise: string): PluginFault => {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error))
  return { ...placeIn(stack, folder, otherwise), message: message.split('\n')[0]!, ...mendOf(message, folder) }
}

const mendOf = (message: string, folder: string): Pick<PluginFault, 'mend'> => {
  const circle = message.endsWith('before initialization') ? circleIn(folder) : null
  if (circle !== null) return { mend: `its modules import one another in a circle: ${circle.join(' → ')}` }
  const [, name] = /Cannot find package '([^']+)'/.exec(message) ?? []
  return name === undefined ? {} : { mend: `name ${name} in package.json and run npm install in ${folder}` }
}
