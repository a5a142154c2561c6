/** What changed in the settings, key by key, without secrets. */
import { join } from 'node:path'
import { textsOf } from './document-texts.ts'
import { documentKey, type SettingsDocument } from './documents.ts'
import { fileFrom } from './faults.ts'
import { parseSettings } from './parse-yaml.ts'
import type { ReadOptions } from './read-settings.ts'
import { plainValue, subtreeAt, type SettingsTree } from './tree.ts'

/** Values by their dotted keys (`credits.summary`), by document. Lists are values. */
export type SettingsState = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** A key that is absent on one side has no value there. */
export interface SettingsChange {
  readonly file: string
  readonly key: string
  readonly from?: unknown
  readonly to?: unknown
}

const isSecret = (key: string): boolean => /(^|[._])(secret|password|token|api_key|private_key)s?$/.test(key)

const isGroup = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const flat = (value: unknown, at = ''): readonly (readonly [key: string, value: unknown])[] =>
  isGroup(value)
    ? Object.entries(value).flatMap(([name, member]) => flat(member, at === '' ? name : `${at}.${name}`))
    : [[at, value]]

/** The same with other values: `as` has the dotted key of each and its value. */
const mapped = (value: unknown, as: (key: string, value: unknown) => unknown, at = ''): unknown =>
  isGroup(value)
    ? Object.fromEntries(
        Object.entries(value).map(([name, member]) => [name, mapped(member, as, at === '' ? name : `${at}.${name}`)]),
      )
    : as(at, value)

const withoutSecrets = (key: string, value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((item) => mapped(item, withoutSecrets, key))
  return isSecret(key) && typeof value === 'string' ? 'secret' : value
}

/** Keys whose value has a reference in it, each with the value as written: the variable may hold a secret. */
const referencesIn = (tree: SettingsTree | null, at = ''): readonly (readonly [key: string, written: unknown])[] => {
  if (tree === null) return []
  if (tree.kind === 'map')
    return [...tree.entries].flatMap(([name, { value }]) => referencesIn(value, at === '' ? name : `${at}.${name}`))
  if (tree.kind === 'list')
    return tree.items.some((item) => referencesIn(item).length > 0) ? [[at, withoutSecrets(at, plainValue(tree))]] : []
  return typeof tree.value === 'string' && tree.value.includes('${') ? [[at, tree.value]] : []
}

/** Settings by document, without secrets and with references as they are written. `settings`: of `readSettings`. */
export const documentsLogged = (
  documents: readonly SettingsDocument[],
  settings: ReadonlyMap<string, unknown>,
  { configDir }: Pick<ReadOptions, 'configDir'>,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    documents.map((document) => {
      const { over } = textsOf(document, configDir)
      const written = new Map(over.text?.includes('${') ? referencesIn(parseSettings(over.file, over.text).root) : [])
      const logged = (key: string, value: unknown): unknown => written.get(key) ?? withoutSecrets(key, value)
      return [documentKey(document), mapped(settings.get(documentKey(document)) ?? {}, logged)]
    }),
  )

export const flatState = (documents: Readonly<Record<string, unknown>>): SettingsState =>
  Object.fromEntries(Object.entries(documents).map(([name, value]) => [name, Object.fromEntries(flat(value ?? {}))]))

/** What an endpoint's answers are made with, each value as its document logs it. */
export const asLogged = (endpoint: string, inForce: unknown, state: SettingsState): unknown =>
  mapped(inForce, (key, value) => {
    const [, score, rest] = /^scores\.([^.]+)\.(.+)$/.exec(key) ?? []
    const own = state[`endpoint:${endpoint}`]?.[score === undefined ? key : `score.${rest}`]
    return state[`score:${score}`]?.[rest!] ?? own ?? value
  })

export interface ChangePlaces extends Pick<ReadOptions, 'configDir'> {
  readonly documents: readonly SettingsDocument[]
  /** Paths are written as seen from here. */
  readonly cwd: string
  /** Whether the release is another: then what the settings do not set is changed by its defaults. */
  readonly isNewRelease: boolean
}

/** What leads from one state to the other. */
export const settingsChanges = (before: SettingsState, after: SettingsState, places: ChangePlaces) => {
  const fileOf = (name: string, key: string): string => {
    const document = places.documents.find((one) => documentKey(one) === name)
    if (document === undefined) return name
    const { over } = textsOf(document, places.configDir)
    const root = over.text === null ? null : parseSettings(over.file, over.text).root
    const isSet = root !== null && subtreeAt(root, key.split('.')) !== undefined
    return isSet || !places.isNewRelease
      ? fileFrom(places.cwd, join(places.configDir, document.override))
      : fileFrom(places.cwd, document.defaults)
  }
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name): readonly SettingsChange[] => {
    const [old = {}, now = {}] = [before[name], after[name]]
    return [...new Set([...Object.keys(old), ...Object.keys(now)])]
      .filter((key) => JSON.stringify(old[key]) !== JSON.stringify(now[key]))
      .map((key) => ({
        file: fileOf(name, key),
        key,
        ...(key in old && { from: old[key] }),
        ...(key in now && { to: now[key] }),
      }))
  })
}
