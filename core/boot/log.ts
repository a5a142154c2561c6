/** Structured logs: one JSON line each, with request ids; neither keys nor subjects of look-ups are ever in them. */
import { pino, type Logger } from 'pino'

export const createLog = (level: string, to?: { write(line: string): void }): Logger => pino({
  level,
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label) => ({ level: label }) },
  redact: { paths: ['authorization', 'key', 'headers', '*.authorization', '*.key', '*.headers'], remove: true },
}, to ?? pino.destination({ dest: 1, sync: false, minLength: 0 }))
