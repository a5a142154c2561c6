/** The words that a new plugin is made of, from its id. */
import { isKebab } from '@domesday/core/tool'

export type PluginKind = 'endpoint' | 'source'

/** What a template refers to as `{{id}}`. */
export interface PluginWords {
  readonly id: string
  /** Its export: `foodNearby` of `food-nearby`. */
  readonly name: string
  readonly snake: string
  readonly title: string
  /** The name of its package. */
  readonly package: string
  readonly version: string
}

/** Why an id cannot be one; null if it can. */
export const faultOfId = (id: string): string | null =>
  isKebab(id) ? null : `'${id}' is no id: it needs lower-case words with hyphens, such as food-nearby`

/** `taken`: texts in which the export's name must not mean something else. */
export const nameOf = (id: string, kind: PluginKind, taken: string): string => {
  const camel = id.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  const isTaken = isReserved(camel) || new RegExp(`\\b${camel}\\b`).test(taken)
  return isTaken ? `${camel}${kind === 'endpoint' ? 'Endpoint' : 'Source'}` : camel
}

const isReserved = (name: string): boolean => {
  try {
    return typeof new Function(`'use strict'; let ${name}`) !== 'function' || name === 'await'
  } catch {
    return true
  }
}

export const titleOf = (id: string): string => {
  const words = id.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const filled = (template: string, words: PluginWords): string =>
  template.replace(/\{\{(\w+)\}\}/g, (whole, key: string) => (words as unknown as Record<string, string>)[key] ?? whole)
