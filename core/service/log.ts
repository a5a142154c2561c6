/** Structured logs: JSON lines with request ids. They must never contain API keys or subjects of lookups. */
import { writeSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Logger } from 'pino'
import { logged } from '../http/request-context.ts'

type Line = (...entry: readonly [message: string] | readonly [details: object, message: string]) => void
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

/** Removes possible credentials, at the top and one level below. Nothing should log one: this is the last defence. */
const withoutSecrets = (details: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  if (isPlain(details)) return details
  return Object.fromEntries(
    Object.entries(cleaned(details)).map(([name, value]) => [
      name,
      isObject(value) && !Array.isArray(value) && holdsSecret(value) ? cleaned(value) : value,
    ]),
  )
}

/** Characters and milliseconds to buffer: a write for each line would cost more than the rest of logging. */
const bufferSize = 8192,
  flushInterval = 100
/** Characters that wait for a slow reader; more are dropped. */
const longestBacklog = 1_000_000

/** What could not be written yet, because the reader is slow. Throws for any other reason. */
const unwritten = (bytes: Buffer, write: (bytes: Buffer) => number): Buffer => {
  try {
    while (bytes.length > 0) bytes = bytes.subarray(write(bytes))
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== 'EAGAIN' || bytes.length > longestBacklog) throw fault
  }
  return bytes
}

/**
 * For a service that must go on where its log cannot be written (a full disk, a reader that is gone): lines are dropped
 * then, and the next that is written says how many. A line may be cut, so that this one begins with its end.
 */
export const logOutput = (write: (bytes: Buffer) => number): Sink & { flush(): void } => {
  let lines: string[] = [],
    size = 0,
    rest = Buffer.alloc(0),
    dropped = 0
  const flush = (): void => {
    if (size === 0 && rest.length === 0) return
    const notice = dropped === 0 ? '' : `\n{"level":"warn","lines":${dropped},"msg":"log lines were dropped"}\n`
    const batch = lines,
      bytes = Buffer.concat([rest, Buffer.from(notice + batch.join(''))])
    ;[lines, size, rest] = [[], 0, Buffer.alloc(0)]
    try {
      rest = Buffer.from(unwritten(bytes, write))
      dropped = 0
    } catch {
      dropped += batch.length
    }
  }
  return {
    write: (line) => {
      lines.push(line)
      size += line.length
      if (size >= bufferSize) flush()
    },
    flush,
  }
}

const standardOutput = (): Sink => {
  const to = logOutput((bytes) => writeSync(1, bytes))
  setInterval(to.flush, flushInterval).unref()
  process.on('exit', to.flush)
  return to
}

/** The time member of a line. Lines of the same millisecond share its text. */
const timeOf = (): (() => string) => {
  let at = 0,
    text = ''
  return () => {
    const now = Date.now()
    if (now !== at) text = `,"time":"${new Date((at = now)).toISOString()}"`
    return text
  }
}

const openLog = (level: string, to: Sink): Logger => {
  const { pino } = require('pino') as typeof import('pino')
  return pino(
    {
      level,
      base: null,
      timestamp: timeOf(),
      mixin: logged,
      formatters: { level: (label) => ({ level: label }), log: withoutSecrets },
    },
    to,
  )
}

/** The first line loads pino, not the start. */
export const createLog = (level: string, to?: Sink): Log => {
  let log: Logger | undefined
  const line =
    (at: Level): Line =>
    (...entry) =>
      (log ??= openLog(level, to ?? standardOutput()))[at](...(entry as [object, string]))
  return { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') }
}
