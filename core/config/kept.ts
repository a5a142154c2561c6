/**
 * Settings that were found without a fault before, so that they need not be parsed and checked again: reading seventy
 * files with the position of every value takes longer than the rest of a start. Faults are never kept, so they are
 * found anew each time.
 */
import { hash } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeOwnFolder, ownFile } from '../service/data-folder.ts'
import type { Environment } from './environment.ts'
import type { Document, Texts } from './settings.ts'

export interface Kept {
  /** What was found under this key, frozen; undefined where nothing was. */
  get(key: string): unknown
  keep(key: string, settings: unknown): void
}

export interface KeptFile extends Kept {
  /** Puts what has been asked for or kept since the file was opened in place of what it held, if that differs. */
  save(): void
}

/**
 * All that the settings of one document rest on: what was written, in which environment, and what it was checked
 * against.
 */
export const keyOf = ({ kind, id, schema, check }: Document, { under, over }: Texts, env: Environment): string => {
  const variables = [...(over.text ?? '').matchAll(/\$\{([A-Za-z_][A-Za-z0-9_]*)/g)].map(([, name]) => [
    name,
    env[name!] ?? null,
  ])
  return hash(
    'sha256',
    JSON.stringify([kind, id, schema, String(check), under.text, under.fault, over.text, over.fault, variables]),
  )
}

/** Names the rules: the code that reads and checks, with the exact versions of the packages that it uses. */
const rules = (): string => {
  const sources = readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
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

/**
 * Opens a file of kept settings. One that is not there, cannot be read or was written under other rules holds
 * nothing.
 */
export const openKept = (file: string): KeptFile => {
  const now = rules()
  const read = (): ReadonlyMap<string, unknown> => {
    try {
      const held = JSON.parse(readFileSync(file, 'utf8')) as {
        readonly rules: string
        readonly settings: Readonly<Record<string, unknown>>
      }
      return new Map(held.rules === now ? Object.entries(held.settings) : [])
    } catch {
      return new Map()
    }
  }
  const before = read()
  const used = new Map<string, unknown>()
  return {
    get: (key) => {
      const settings = used.get(key) ?? frozen(before.get(key))
      if (settings !== undefined) used.set(key, settings)
      return settings
    },
    keep: (key, settings) => {
      used.set(key, settings)
    },
    save: () => {
      if (used.size === before.size && [...used.keys()].every((key) => before.has(key))) return
      try {
        makeOwnFolder(dirname(file))
        // Not for other users' eyes: what variables held has gone into it.
        writeFileSync(`${file}.new`, JSON.stringify({ rules: now, settings: Object.fromEntries(used) }), {
          mode: ownFile,
        })
        renameSync(`${file}.new`, file)
      } catch {
        // The next start takes its time, no more.
      }
    },
  }
}
