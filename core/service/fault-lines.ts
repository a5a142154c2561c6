/** Faults of a start and of commands in words: what is wrong, and what to do. */
import { BillingError } from '../credits/billing-error.ts'
import { Failure } from '../contract/failure.ts'
import type { Env } from '../registry/credentials.ts'
import { BootFault } from './configure.ts'

interface SystemFault extends Error {
  readonly code?: string
  readonly path?: string
  readonly port?: number
  readonly address?: string
}

const inWords = ({ code = '', message, path, port, address }: SystemFault): string | null => {
  const where = path === undefined ? '' : ` ${path}`
  if (code === 'EADDRINUSE') return `port ${port} is taken; PORT=0 takes any free one`
  if (code === 'EADDRNOTAVAIL') return `this machine has no address ${address}: HOST names one of its own`
  if (code === 'EACCES' && port !== undefined) return `this user may not listen on port ${port}: PORT names another`
  if (code === 'ENOSPC' || code === 'EDQUOT') return `there is no space left to write${where}: make room on its disk`
  if (code === 'EROFS') return `the file system of${where} is read-only`
  if (code === 'EACCES' || code === 'EPERM') return `this user may not use${where} (${code}): check its owner and mode`
  if (code === 'EMFILE' || code === 'ENFILE')
    return `too many files are open (${code}): raise the limit of this process`
  return code.startsWith('ERR_PARSE_ARGS') ? message : null
}

/** Without a stack: `DOMESDAY_DEBUG=1` adds it. An unexpected fault keeps its own message. */
export const linesForOperator = (fault: unknown, env: Env): readonly string[] => {
  const error = fault instanceof Error ? fault : new Error(String(fault))
  const stack = env['DOMESDAY_DEBUG'] ? stackOf(error) : []
  if (error instanceof BootFault) return [...error.lines, ...stack]
  const foreseen = error instanceof BillingError || error instanceof Failure || error instanceof RangeError
  const words = foreseen ? error.message : inWords(error)
  return [
    words ?? `an unexpected fault: ${error.message}${stack.length === 0 ? '; DOMESDAY_DEBUG=1 shows where' : ''}`,
    ...stack,
  ].map((line, n) => (n === 0 ? line.replaceAll('\n', ' ') : line))
}

/** What could not be done, and below it why. */
export const failed = (what: string, fault: unknown, env: Env): string =>
  [`${what}:`, ...linesForOperator(fault, env).map((line) => `  ${line}`)].join('\n')

const stackOf = (error: Error): readonly string[] => [
  ...(error.stack ?? error.message).split('\n'),
  ...(error.cause instanceof Error ? ['caused by', ...stackOf(error.cause)] : []),
]
