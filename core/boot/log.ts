/** Structured logs: one JSON line each, with request ids; neither keys nor subjects of look-ups are ever in them. */
import { createRequire } from 'node:module'
import type { Logger } from 'pino'

type Line = (...said: readonly [message: string] | readonly [details: object, message: string]) => void
type Level = 'debug' | 'info' | 'warn' | 'error'
export interface Log extends Readonly<Record<Level, Line>> {
  /** A log whose lines all have these details, which are spelt once. */
  with(details: Readonly<Record<string, unknown>>): Log
}

interface Sink { write(text: string): void }

const require = createRequire(import.meta.url)

const secrets: ReadonlySet<string> = new Set(['authorization', 'key', 'headers'])
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null
const holdsSecret = (details: Readonly<Record<string, unknown>>): boolean => {
  for (const name in details) if (secrets.has(name)) return true
  return false
}
const isPlain = (details: Readonly<Record<string, unknown>>): boolean => {
  for (const name in details) if (secrets.has(name) || isObject(details[name])) return false
  return true
}
const cleaned = (details: Readonly<Record<string, unknown>>): Record<string, unknown> => Object.fromEntries(Object.entries(details).filter(([name]) => !secrets.has(name)))

/** Without what may be a credential, at the top and one level below. Nothing should ever log one; here it ends where something does. */
const withoutSecrets = (details: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  if (isPlain(details)) return details
  return Object.fromEntries(Object.entries(cleaned(details)).map(([name, value]) => [name, isObject(value) && !Array.isArray(value) && holdsSecret(value) ? cleaned(value) : value]))
}

/** The lines of one turn of the event loop go out together: under load a write for each would cost more than all else about a line. */
const inTurns = (to: Sink): Sink => {
  let lines = ''
  const flush = (): void => {
    if (lines !== '') to.write(lines)
    lines = ''
  }
  // Before the destination writes out the last that it has.
  process.prependListener('exit', flush)
  return {
    write: (line) => {
      if (lines === '') setImmediate(flush)
      lines += line
    },
  }
}

let spelt = 0, time = ''
/** Spelt once a millisecond: to spell a time costs as much as half a line. */
const timestamp = (): string => {
  const now = Date.now()
  if (now !== spelt) {
    spelt = now
    time = `,"time":"${new Date(now).toISOString()}"`
  }
  return time
}

const openLog = (level: string, to?: Sink): Logger => {
  const { pino } = require('pino') as typeof import('pino')
  return pino({
    level,
    base: null,
    timestamp,
    formatters: { level: (label) => ({ level: label }), log: withoutSecrets },
  }, to ?? inTurns(pino.destination({ dest: 1, sync: true })))
}

const linesTo = (open: () => Logger): Log => {
  let opened: Logger | undefined
  const line = (at: Level): Line => (...said) => {
    opened ??= open()
    opened[at](...said as [object, string])
  }
  return {
    debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error'),
    with: (details) => linesTo(() => (opened ??= open()).child(withoutSecrets(details))),
  }
}

/** The package is loaded by the first line, not by the start. */
export const createLog = (level: string, to?: Sink): Log => linesTo(() => openLog(level, to))
