/** Structured logs: one JSON line each, with request ids; neither keys nor subjects of look-ups are ever in them. */
import { createRequire } from 'node:module'
import type { Logger } from 'pino'

type Line = (...said: readonly [message: string] | readonly [details: object, message: string]) => void
type Level = 'debug' | 'info' | 'warn' | 'error'
export interface Log extends Readonly<Record<Level, Line>> {
  /**
   * For lines that are written all the time: all that they have in common is spelt once. `details` and what each line
   * adds are plain values that are no secrets.
   */
  often(level: Level, details: Plain, message: string): (more: Plain) => void
}

type Plain = Readonly<Record<string, string | number | boolean | null>>

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
 * Without what may be a credential, at the top and one level below. Nothing should ever log one; here it ends where
 * something does.
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

/**
 * The lines of one turn of the event loop go out together: under load a write for each would cost more than all else
 * about a line.
 */
const inTurns = (): Sink => {
  const { destination } = require('pino') as typeof import('pino')
  // Bytes, where the destination would measure a text several times.
  const to = destination({ dest: 1, sync: true, contentMode: 'buffer' }) as unknown as { write(bytes: Buffer): void }
  let lines = ''
  const flush = (): void => {
    if (lines !== '') to.write(Buffer.from(lines))
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

let spelt = 0,
  time = ''
/** Spelt once a millisecond: to spell a time costs as much as half a line. */
const timestamp = (): string => {
  const now = Date.now()
  if (now !== spelt) {
    spelt = now
    time = `,"time":"${new Date(now).toISOString()}"`
  }
  return time
}

const openLog = (level: string, to: Sink): Logger => {
  const { pino } = require('pino') as typeof import('pino')
  return pino(
    {
      level,
      base: null,
      timestamp,
      formatters: { level: (label) => ({ level: label }), log: withoutSecrets },
    },
    to,
  )
}

/** The package is loaded by the first line, not by the start. */
export const createLog = (level: string, to?: Sink): Log => {
  let opened: { readonly log: Logger; readonly sink: Sink } | undefined
  const open = () => {
    if (opened) return opened
    const sink = to ?? inTurns()
    return (opened = { sink, log: openLog(level, sink) })
  }
  const line =
    (at: Level): Line =>
    (...said) =>
      open().log[at](...(said as [object, string]))
  return {
    debug: line('debug'),
    info: line('info'),
    warn: line('warn'),
    error: line('error'),
    often: (at, details, message) => {
      const { log, sink } = open()
      if (!log.isLevelEnabled(at)) return () => {}
      const inside = (of: Plain): string => JSON.stringify(of).slice(1, -1)
      const head = `{"level":"${at}"`,
        tail = `,${inside({ ...details, msg: message })}}\n`
      return (more) => {
        const own = inside(more)
        sink.write(own === '' ? `${head}${timestamp()}${tail}` : `${head}${timestamp()},${own}${tail}`)
      }
    },
  }
}
