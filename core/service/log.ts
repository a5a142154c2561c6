/** Structured logs: JSON lines with request ids. They must never contain API keys or subjects of lookups. */
import { writeSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Logger } from 'pino'
import { shownPlain } from '../contract/foreign-text.ts'
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
/** Bytes that wait for a slow reader; more are dropped. */
const longestBacklog = 1_000_000

interface Batch {
  readonly bytes: Buffer
  readonly lines: number
}

/**
 * For a service that must go on where its log cannot be written (a full disk, a reader that is gone): lines are dropped
 * then, and the next that is written says how many. A line may be cut, so that this one begins with its end.
 */
export const logOutput = (write: (bytes: Buffer) => number): Sink & { flush(): void } => {
  let lines: string[] = [],
    size = 0,
    dropped = 0
  // Batches are not joined: to copy what waits for a slow reader with each of them would take most of the processor.
  let waiting: Batch[] = [],
    backlog = 0

  const take = (): void => {
    if (size === 0) return
    const notice = dropped === 0 ? '' : `\n{"level":"warn","lines":${dropped},"msg":"log lines were dropped"}\n`
    const bytes = Buffer.from(notice + lines.join(''))
    if (backlog + bytes.length > longestBacklog) dropped += lines.length
    else {
      // The notice goes with them, and is counted again where they are lost.
      waiting.push({ bytes, lines: lines.length + dropped })
      backlog += bytes.length
      dropped = 0
    }
    ;[lines, size] = [[], 0]
  }
  const flush = (): void => {
    take()
    try {
      for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
        const written = write(next.bytes)
        backlog -= written
        if (written === next.bytes.length) waiting.shift()
        else waiting[0] = { ...next, bytes: next.bytes.subarray(written) }
      }
    } catch (fault) {
      // The reader is slow: the next flush goes on.
      if ((fault as NodeJS.ErrnoException).code === 'EAGAIN') return
      dropped += waiting.reduce((sum, batch) => sum + batch.lines, 0)
      ;[waiting, backlog] = [[], 0]
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

/** A log is read on terminals. What steers them is no part of JSON's own escapes. */
const shown = (to: Sink): Sink => ({
  write: (line) => to.write(line.endsWith('\n') ? `${shownPlain(line.slice(0, -1))}\n` : shownPlain(line)),
})

/** The first line loads pino, not the start. */
export const createLog = (level: string, to?: Sink): Log => {
  let log: Logger | undefined
  const line =
    (at: Level): Line =>
    (...entry) =>
      (log ??= openLog(level, shown(to ?? standardOutput())))[at](...(entry as [object, string]))
  return { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') }
}
