/** Structured logs: one JSON line each, with request ids; neither keys nor subjects of look-ups are ever in them. */
import { createRequire } from 'node:module'
import type { Logger } from 'pino'

type Line = (...said: readonly [message: string] | readonly [details: object, message: string]) => void
type Level = 'debug' | 'info' | 'warn' | 'error'
export type Log = Readonly<Record<Level, Line>>

const require = createRequire(import.meta.url)

const openLog = (level: string, to?: { write(line: string): void }): Logger => {
  const { pino } = require('pino') as typeof import('pino')
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: ['authorization', 'key', 'headers', '*.authorization', '*.key', '*.headers'], remove: true },
  }, to ?? pino.destination({ dest: 1, sync: false, minLength: 0 }))
}

/** The package is loaded by the first line, not by the start. */
export const createLog = (level: string, to?: { write(line: string): void }): Log => {
  let opened: Logger | undefined
  const line = (at: Level): Line => (...said) => {
    opened ??= openLog(level, to)
    opened[at](...said as [object, string])
  }
  return { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') }
}
