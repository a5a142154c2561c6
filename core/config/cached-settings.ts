/**
 * Settings that were read without a fault before, cached in a file, so that they need not be parsed and checked again:
 * reading seventy files with the position of every value takes longer than the rest of a start. Faults are never
 * cached.
 */
import { hash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DocumentTexts } from './document-texts.ts'
import type { SettingsDocument } from './documents.ts'
import type { Environment } from './environment.ts'

export interface SettingsCache {
  /** The frozen settings under this key, or undefined. */
  get(key: string): unknown
  set(key: string, settings: unknown): void
}

export interface SettingsCacheFile extends SettingsCache {
  /** Writes the entries that were read or set since the file was opened, if they differ from those in the file. */
  save(): void
}

/** Names what the settings of one document depend on, but for its check: texts, environment and schema. */
export const cacheKeyOf = (
  { kind, id, schema }: SettingsDocument,
  { under, over }: DocumentTexts,
  env: Environment,
): string => {
  const variables = [...(over.text ?? '').matchAll(/\$\{([A-Za-z_][A-Za-z0-9_]*)/g)].map(([, name]) => [
    name,
    env[name!] ?? null,
  ])
  return hash('sha256', JSON.stringify([kind, id, schema, under.text, under.fault, over.text, over.fault, variables]))
}

/** Names the rules: the code that reads and checks, with the exact versions of the packages that it uses. */
const rules = (): string => {
  const sources = readdirSync(import.meta.dirname)
    .filter((name) => /\.(ts|js)$/.test(name) && !name.endsWith('.test.ts'))
    .sort()
    .map((name) => join(import.meta.dirname, name))
  return hash(
    'sha256',
    [
      process.version,
      ...[...sources, join(import.meta.dirname, '../package.json')].map((file) => readFileSync(file, 'utf8')),
    ].join('\n'),
  )
}

const frozen = <T>(value: T): T => {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.values(value).forEach(frozen)
  return Object.freeze(value)
}

/** The entries of a file that was written under these rules; none if it is absent, damaged or of other rules. */
const entriesIn = (file: string, now: string): ReadonlyMap<string, unknown> => {
  try {
    const stored = JSON.parse(readFileSync(file, 'utf8')) as {
      readonly rules: string
      readonly settings: Readonly<Record<string, unknown>>
    }
    return new Map(stored.rules === now ? Object.entries(stored.settings) : [])
  } catch {
    return new Map()
  }
}

export const openSettingsCache = (file: string): SettingsCacheFile => {
  const now = rules()
  const before = entriesIn(file, now)
  const used = new Map<string, unknown>()
  return {
    get: (key) => {
      const settings = used.get(key) ?? frozen(before.get(key))
      if (settings !== undefined) used.set(key, settings)
      return settings
    },
    set: (key, settings) => {
      used.set(key, settings)
    },
    save: () => {
      if (used.size === before.size && [...used.keys()].every((key) => before.has(key))) return
      try {
        // For this user only: the settings hold the values of environment variables.
        mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
        writeFileSync(`${file}.new`, JSON.stringify({ rules: now, settings: Object.fromEntries(used) }), {
          mode: 0o600,
        })
        renameSync(`${file}.new`, file)
      } catch {
        // The next start reads all files again, no more.
      }
    },
  }
}
