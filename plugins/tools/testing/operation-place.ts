/** Finds the line on which a source declares something. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { AnySource } from '@domesday/core/tool'
import type { PluginFault } from './plugin-fault.ts'

const isModule = (name: string): boolean =>
  /\.[cm]?[jt]s$/.test(name) &&
  !/\.(test|fixture|d)\.[cm]?[jt]s$/.test(name) &&
  !name.split(sep).some((part) => part === 'node_modules' || part === 'samples')

const declaration = /\.(?:get|run|ask|declare)(?:<[^(]*>)?\(\s*(['"`])(.+?)\1/g

type Place = Pick<PluginFault, 'file' | 'line'>

/** Of the first of its modules, without those for tests, in which `find` finds an index. */
const placeWhere = ({ home }: Pick<AnySource, 'home'>, find: (text: string) => number | undefined): Place | null => {
  for (const name of readdirSync(home, { recursive: true, encoding: 'utf8' }).filter(isModule).sort()) {
    const file = join(home, name)
    const text = readFileSync(file, 'utf8')
    const at = find(text) ?? -1
    if (at >= 0) return { file, line: text.slice(0, at).split('\n').length }
  }
  return null
}

/** The source's folder where nobody can tell, as for one that a template made. */
export const placeOfOperation = (source: Pick<AnySource, 'home'>, operation: string): Place =>
  placeWhere(source, (text) => [...text.matchAll(declaration)].find(([, , id]) => id === operation)?.index) ?? {
    file: source.home,
  }

/** Where a text stands in quotes; null if it does not. */
export const placeOfText = (source: Pick<AnySource, 'home'>, text: string): Place | null =>
  placeWhere(source, (module) =>
    [...["'", '"', '`'].map((quote) => `${quote}${text}${quote}`), ` ${text}:`]
      .map((written) => module.indexOf(written))
      .find((index) => index >= 0),
  )
