/**
 * The settings log: one line of JSON for each state of the settings that a service served with, so that the hash in an
 * old answer can be looked up. The first line holds the whole state, each other what is new in it.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { hashOf } from './hash.ts'
import {
  changesBetween,
  stateOf,
  type ChangePlaces,
  type SettingsChange,
  type SettingsState,
} from './settings-changes.ts'

/** In the data folder. */
export const settingsLogFile = 'settings-log.jsonl'

export interface LoggedSettings {
  /** ISO 8601. */
  readonly at: string
  readonly release: string
  /** Of all settings. */
  readonly hash: string
  /** The hashes that answers carry, by endpoint: those that are new. */
  readonly endpoints: Readonly<Record<string, string>>
  readonly changes: readonly SettingsChange[]
  /** The documents that are new or changed; null where one is gone. */
  readonly state: Readonly<Record<string, SettingsState[string] | null>>
}

/** A line that was cut by a crash or a full disk is passed over. */
export const loggedSettings = (file: string): readonly LoggedSettings[] =>
  !existsSync(file)
    ? []
    : readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line) => {
          try {
            return [JSON.parse(line) as LoggedSettings]
          } catch {
            return []
          }
        })

export interface SettingsThen {
  readonly state: SettingsState
  readonly endpoints: Readonly<Record<string, string>>
}

/** The settings after the last of these lines. */
export const settingsAfter = (lines: readonly LoggedSettings[]): SettingsThen => {
  const state: Record<string, SettingsState[string]> = {},
    endpoints: Record<string, string> = {}
  for (const line of lines) {
    Object.assign(endpoints, line.endpoints)
    for (const [name, values] of Object.entries(line.state))
      if (values === null) delete state[name]
      else state[name] = values
  }
  return { state, endpoints }
}

/** The members of `now` that differ from `before`. */
const newIn = <T>(before: Readonly<Record<string, T>>, now: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
  Object.fromEntries(
    Object.entries(now).filter(([name, value]) => JSON.stringify(before[name]) !== JSON.stringify(value)),
  )

/** A line of its own, also behind one that was cut. Readable by this user only. */
const append = (file: string, line: LoggedSettings): void => {
  const isCut = existsSync(file) && !/(^|\n)$/.test(readFileSync(file, 'utf8').slice(-1))
  appendFileSync(file, `${isCut ? '\n' : ''}${JSON.stringify(line)}\n`, { mode: 0o600 })
}

export interface SettingsNow extends Omit<ChangePlaces, 'isNewRelease'> {
  readonly release: string
  /** As `readSettings` gives them. */
  readonly settings: ReadonlyMap<string, unknown>
  readonly endpoints: Readonly<Record<string, string>>
}

/** Adds a line if anything is new since the last one. Throws if the file cannot be read or written. */
export const noteSettings = (
  file: string,
  { release, settings, endpoints: all, ...places }: SettingsNow,
): Pick<LoggedSettings, 'hash' | 'endpoints' | 'changes'> => {
  const state = stateOf(places.documents, settings, places),
    hash = hashOf(state)
  const lines = loggedSettings(file),
    last = lines.at(-1),
    before = settingsAfter(lines)
  const isNewRelease = last?.release !== release
  const changes = last === undefined ? [] : changesBetween(before.state, state, { ...places, isNewRelease })
  const endpoints = newIn(before.endpoints, all)
  if (last === undefined || changes.length + Object.keys(endpoints).length > 0) {
    const gone = Object.keys(before.state).filter((name) => !(name in state))
    const news = { ...newIn(before.state, state), ...Object.fromEntries(gone.map((name) => [name, null])) }
    append(file, { at: new Date().toISOString(), release, hash, endpoints, changes, state: news })
  }
  return { hash, endpoints, changes }
}
