/** Finds the line on which a source declares an operation. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { AnySource } from '@domesday/core/tool'
import type { PluginFault } from './plugin-fault.ts'

const isModule = (name: string): boolean =>
  /\.[cm]?[jt]s$/.test(name) &&
  !/\.(test|fixture|d)\.[cm]?[jt]s$/.test(name) &&
  !name.split(sep).some((part) => part === 'node_modules' || part === 'samples')

const declaration = /\.(?:get|run|ask|declare)(?:<[^(]*>)?\(\s*(['"`])(.+?)\1/g

/** The source's folder where nobody can tell, as for one that a template made. */
export const placeOfOperation = (
  { home }: Pick<AnySource, 'home'>,
  operation: string,
): Pick<PluginFault, 'file' | 'line'> => {
  for (const name of readdirSync(home, { recursive: true, encoding: 'utf8' }).filter(isModule).sort()) {
    const file = join(home, name)
    const text = readFileSync(file, 'utf8')
    const found = [...text.matchAll(declaration)].find(([, , id]) => id === operation)
    if (found) return { file, line: text.slice(0, found.index).split('\n').length }
  }
  return { file: home }
}
