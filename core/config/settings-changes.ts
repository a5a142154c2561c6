/** What changed in the settings, key by key, without secrets. */
import { join } from 'node:path'
import { textsOf } from './document-texts.ts'
import { documentKey, type SettingsDocument } from './documents.ts'
import { fileFrom } from './faults.ts'
import { parseSettings } from './parse-yaml.ts'
import type { ReadOptions } from './read-settings.ts'
import { subtreeAt, type SettingsTree } from './tree.ts'

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

const flat = (value: unknown, at = ''): readonly (readonly [key: string, value: unknown])[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).flatMap(([name, member]) => flat(member, at === '' ? name : `${at}.${name}`))
    : [[at, isSecret(at) && typeof value === 'string' ? 'secret' : value]]

/** Keys whose value has a reference in it, each with the text as written: the variable may hold a secret. */
const referencesIn = (tree: SettingsTree | null, at = ''): readonly (readonly [key: string, written: string])[] => {
  if (tree === null) return []
  if (tree.kind === 'map')
    return [...tree.entries].flatMap(([name, { value }]) => referencesIn(value, at === '' ? name : `${at}.${name}`))
  if (tree.kind === 'list') return tree.items.flatMap((item) => referencesIn(item, at))
  return typeof tree.value === 'string' && tree.value.includes('${') ? [[at, tree.value]] : []
}

/** `settings`: as `readSettings` gives them. */
export const stateOf = (
  documents: readonly SettingsDocument[],
  settings: ReadonlyMap<string, unknown>,
  { configDir }: Pick<ReadOptions, 'configDir'>,
): SettingsState =>
  Object.fromEntries(
    documents.map((document) => {
      const { over } = textsOf(document, configDir)
      const written = over.text?.includes('${') ? referencesIn(parseSettings(over.file, over.text).root) : []
      return [
        documentKey(document),
        Object.fromEntries([...flat(settings.get(documentKey(document)) ?? {}), ...written]),
      ]
    }),
  )

export interface ChangePlaces extends Pick<ReadOptions, 'configDir'> {
  readonly documents: readonly SettingsDocument[]
  /** Paths are written as seen from here. */
  readonly cwd: string
  /** Whether the release is another: then what the settings do not set is changed by its defaults. */
  readonly isNewRelease: boolean
}

/** What leads from one state to the other. */
export const changesBetween = (before: SettingsState, after: SettingsState, places: ChangePlaces) => {
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
