/**
 * The settings log: one line of JSON for each state of the settings that a service served with, so that the hash in an
 * old answer can be explained. A line names what was in force by its content, and holds the contents that no line
 * before it has: each is written in full, and once.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { hashOf } from './hash.ts'
import { refuseLink } from './refuse-link.ts'
import {
  asLogged,
  settingsChanges,
  documentsLogged,
  flatState,
  type ChangePlaces,
  type SettingsChange,
} from './settings-changes.ts'

/** In the data folder. */
export const settingsLogFile = 'settings-log.jsonl'

/** One state of the settings. Hashes are names of contents. */
export interface LoggedSettings {
  /** ISO 8601. */
  readonly at: string
  readonly release: string
  /** Of all settings. */
  readonly hash: string
  /** The hashes that answers carry, by endpoint. */
  readonly endpoints: Readonly<Record<string, string>>
  /** What is new since the state before. */
  readonly changes: readonly SettingsChange[]
  /** Every document of the settings, by `kind:id`. */
  readonly documents: Readonly<Record<string, string>>
}

export interface SettingsLog {
  readonly states: readonly LoggedSettings[]
  /** By hash. Lines of earlier releases have none of endpoints. */
  readonly contents: ReadonlyMap<string, unknown>
  /** How many lines cannot be read: they were cut by a crash or a full disk. */
  readonly damaged: number
  /** Whether it ends within a line. */
  readonly isCut: boolean
  readonly bytes: number
}

interface Line extends LoggedSettings {
  readonly contents: Readonly<Record<string, unknown>>
}
/** Of earlier releases: the endpoints and documents that were new, and null for a document that was gone. */
interface EarlierLine extends Omit<LoggedSettings, 'documents'> {
  readonly state: Readonly<Record<string, Readonly<Record<string, unknown>> | null>>
}

const inFull = (before: LoggedSettings | undefined, { state, ...line }: EarlierLine): Line => {
  const kept = Object.entries(state).filter(([, values]) => values !== null)
  const named = kept.map(([name, values]) => [name, hashOf(values)] as const)
  const documents = { ...before?.documents, ...Object.fromEntries(named) }
  for (const [name, values] of Object.entries(state)) if (values === null) delete documents[name]
  const contents = Object.fromEntries(kept.map(([, values]) => [hashOf(values), values]))
  return { ...line, endpoints: { ...before?.endpoints, ...line.endpoints }, documents, contents }
}

const lineOf = (text: string): Line | EarlierLine | null => {
  try {
    return JSON.parse(text) as Line | EarlierLine
  } catch {
    return null
  }
}

/** No file: no states. */
export const readSettingsLog = (file: string): SettingsLog => {
  refuseLink(file)
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const states: LoggedSettings[] = [],
    contents = new Map<string, unknown>()
  const lines = text.split('\n').filter((line) => line !== '')
  for (const line of lines.map(lineOf)) {
    if (line === null) continue
    const { contents: own, ...logged } = 'state' in line ? inFull(states.at(-1), line) : line
    states.push(logged)
    for (const [hash, value] of Object.entries(own)) contents.set(hash, value)
  }
  const isCut = text !== '' && !text.endsWith('\n')
  return { states, contents, damaged: lines.length - states.length, isCut, bytes: Buffer.byteLength(text) }
}

/** The documents of a state by name. Null where the line that had its content is damaged. */
export const settingsIn = (
  { contents }: { readonly contents: ReadonlyMap<string | undefined, unknown> },
  { documents }: LoggedSettings,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(documents).map(([name, hash]) => [name, contents.get(hash) ?? null]))

/** A line of its own, also behind one that was cut. Readable by this user only. */
const append = (file: string, line: Line, isCut: boolean): void => {
  refuseLink(file)
  appendFileSync(file, `${isCut ? '\n' : ''}${JSON.stringify(line)}\n`, { mode: 0o600 })
}

export interface SettingsNow extends Omit<ChangePlaces, 'isNewRelease'> {
  readonly release: string
  /** As `readSettings` gives them. */
  readonly settings: ReadonlyMap<string, unknown>
  /** What answers of each endpoint are made with, and its hash. */
  readonly endpoints: Readonly<Record<string, { readonly hash: string; readonly inForce: unknown }>>
}

/** Adds a line if anything is new since the last one. Throws if the file cannot be read or written. */
export const noteSettings = (
  file: string,
  { release, settings, endpoints: all, ...places }: SettingsNow,
): Pick<LoggedSettings, 'hash' | 'endpoints' | 'changes'> & Pick<SettingsLog, 'damaged'> => {
  const inForce = documentsLogged(places.documents, settings, places)
  const state = flatState(inForce),
    hash = hashOf(state)
  const { states, contents, damaged, isCut } = readSettingsLog(file),
    last = states.at(-1)
  const isNewRelease = last?.release !== release
  const endpoints = Object.fromEntries(Object.entries(all).map(([id, one]) => [id, one.hash]))
  const documents = Object.fromEntries(Object.entries(inForce).map(([name, value]) => [name, hashOf(value)]))
  // What a damaged line held is known all the same where it is still in force.
  const known = new Map([
    ...Object.entries(inForce).map(([name, value]) => [documents[name], value] as const),
    ...contents,
  ])
  const before = last === undefined ? {} : flatState(settingsIn({ contents: known }, last))
  const changes = last === undefined ? [] : settingsChanges(before, state, { ...places, isNewRelease })
  const named = [
    ...Object.entries(inForce).map(([name, value]) => [documents[name]!, value] as const),
    ...Object.entries(all).map(([id, one]) => [one.hash, asLogged(id, one.inForce, state)] as const),
  ].filter(([name]) => !contents.has(name))
  const news = Object.entries(endpoints).filter(([id, one]) => last?.endpoints[id] !== one)
  if (isNewRelease || changes.length + news.length + named.length > 0)
    append(
      file,
      {
        at: new Date().toISOString(),
        release,
        hash,
        endpoints,
        changes,
        documents,
        contents: Object.fromEntries(named),
      },
      isCut,
    )
  return { hash, endpoints: Object.fromEntries(news), changes, damaged }
}
