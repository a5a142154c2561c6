/** Errors of the test kit that tell an author where the fault is. */
import type { Failure, PluginError } from '@domesday/core/tool'
import { UpstreamFault } from '@domesday/core/client'
import { distinctFaults, faultLines, type PluginFault } from './plugin-fault.ts'

const said = (error: unknown): string => (error instanceof Error ? `${error.name}: ${error.message}` : String(error))

/** The frames of an error's stack. */
const framesOf = (error: unknown): string =>
  error instanceof Error
    ? (error.stack ?? '')
        .split('\n')
        .filter((line) => /^\s+at /.test(line))
        .join('\n')
    : ''

/** Has the error of the plugin as its `cause`, and its frames as the stack: a test then shows the plugin's line. */
export const pluginFailure = (
  path: string,
  errors: readonly PluginError[],
  cause: unknown,
  warnings: readonly string[],
): Error => {
  const first = errors[0]?.error ?? cause
  const lines = errors.map(({ where, at, error }) => `  ${where}: ${said(error)}\n    at ${at}`)
  const told = lines.length > 0 ? lines : [cause === undefined ? warnings.join('\n') : `  ${said(cause)}`]
  const error = new Error(`${path}: the plugin's code failed\n${[...new Set(told)].join('\n')}`, { cause: first })
  error.stack = `${error.name}: ${error.message}\n${framesOf(first)}`
  return error
}

/** Whether a lookup has no answer because a required call had no sample. */
export const lacksSample = (error: Failure | undefined): boolean =>
  error?.cause instanceof UpstreamFault && error.cause.reason === 'no_sample'

/** `rows`: ready to paste. */
export const missingSamples = (path: string, rows: readonly string[]): Error =>
  new Error(
    `${path}: calls have no sample. Add to samples/exchanges.yaml of the source, with the upstream's reply:\n${rows.join('\n')}`,
  )

/** `faults`: each with its place, and what to do. */
export const unreadSamples = (path: string, faults: readonly PluginFault[]): Error => {
  const lines = distinctFaults(faults).flatMap((fault) => faultLines(fault, process.cwd()))
  const error = new Error(`${path}: a source could not read its sample\n${lines.join('\n')}`)
  const [first] = faults
  const place = first?.line === undefined ? '' : `\n    at ${first.file}:${first.line}:${first.column ?? 1}`
  error.stack = `${error.name}: ${error.message}${place}`
  return error
}
