/** Structured logs: one JSON line each, with request ids; neither keys nor subjects of look-ups are ever in them. */
import { createRequire } from 'node:module'
import type { Logger } from 'pino'

type Line = (...said: readonly [message: string] | readonly [details: object, message: string]) => void
type Level = 'debug' | 'info' | 'warn' | 'error'
export type Log = Readonly<Record<Level, Line>>

interface Sink {
  write(text: string): void
}

const require = createRequire(import.meta.url)

const secrets: ReadonlySet<string> = new Set(['authorization', 'key', 'headers'])
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
const holdsSecret = (details: Readonly<Record<string, unknown>>): boolean => {
  for (const name in details) if (secrets.has(name)) return true
  return false
}
const isPlain = (details: Readonly<Record<string, unknown>>): boolean => {
  for (const name in details) if (secrets.has(name) || isObject(details[name])) return false
  return true
}
const cleaned = (details: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(details).filter(([name]) => !secrets.has(name)))

/**
 * Without what may be a credential, at the top and one level below. Nothing should ever log one: this is the last
 * defence.
 */
const withoutSecrets = (details: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  if (isPlain(details)) return details
  return Object.fromEntries(
    Object.entries(cleaned(details)).map(([name, value]) => [
      name,
      isObject(value) && !Array.isArray(value) && holdsSecret(value) ? cleaned(value) : value,
    ]),
  )
}

/** Lines gather for so many bytes or milliseconds: a write for each would cost more than all else about a line. */
const most = 8192,
  longest = 100

const standardOutput = (): Sink => {
  const { destination } = require('pino') as typeof import('pino')
  const to = destination({ dest: 1, sync: true, minLength: most })
  setInterval(() => to.flush(), longest).unref()
  process.on('exit', () => to.flushSync())
  return to
}

const openLog = (level: string, to: Sink): Logger => {
  const { pino, stdTimeFunctions } = require('pino') as typeof import('pino')
  return pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: withoutSecrets },
    },
    to,
  )
}

/** The package is loaded by the first line, not by the start. */
export const createLog = (level: string, to?: Sink): Log => {
  let log: Logger | undefined
  const line =
    (at: Level): Line =>
    (...said) =>
      (log ??= openLog(level, to ?? standardOutput()))[at](...(said as [object, string]))
  return { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') }
}
