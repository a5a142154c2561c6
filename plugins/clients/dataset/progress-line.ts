/** The progress of a pull: one line that is written over on a terminal, else one line at the end. */
import type { Progress, Pulled } from './pull-options.ts'

export interface ProgressLine {
  readonly onProgress: (progress: Progress) => void
  /** Ends the line with the result. */
  readonly done: (pulled: Pulled) => void
  /** Ends the line where the pull failed. */
  readonly end: () => void
}

export interface ProgressStream {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

/** Milliseconds between two states of the line; more often it would flicker. */
const every = 100

export const progressLine = (
  id: string,
  stream: ProgressStream = process.stderr,
  now: () => number = () => performance.now(),
): ProgressLine => {
  const begun = now()
  let shown = -Infinity
  let shownStage = ''
  let stageBegun = { at: begun, rows: 0 }
  const clear = stream.isTTY ? '\r\u001b[K' : ''
  return {
    onProgress(progress) {
      if (!stream.isTTY) return
      const stage = `${progress.part} ${progress.stage}`
      if (stage !== shownStage) stageBegun = { at: now(), rows: progress.rows }
      else if (now() - shown < every) return
      shown = now()
      shownStage = stage
      stream.write(
        clear +
          lineOf(id, progress, progress.rows - stageBegun.rows, (now() - stageBegun.at) / 1000).slice(
            0,
            (stream.columns ?? 80) - 1,
          ),
      )
    },
    done({ rows, parts, missing, unreadable, remarks = [] }) {
      const seconds = (now() - begun) / 1000
      const counts =
        parts.length > 1 ? ` (${parts.map((part) => `${part.part} ${grouped(part.rows)}`).join(', ')})` : ''
      stream.write(
        `${clear}${id}: ${grouped(rows)} rows${counts} in ${seconds.toFixed(1)} s${unreadable > 0 ? `, ${grouped(unreadable)} could not be read` : ''}\n`,
      )
      for (const { part, why, kept } of missing)
        stream.write(`${id}: ${part} ${kept ? 'kept as it was' : 'is missing'}: ${why}\n`)
      for (const remark of remarks) stream.write(`${id}: ${remark}\n`)
    },
    end: () => {
      stream.write(clear)
    },
  }
}

/** `fresh` rows came in the `seconds` of this stage. */
const lineOf = (id: string, { part, stage, bytes, total, rows }: Progress, fresh: number, seconds: number): string => {
  const name = part ? `${id} ${part}` : id
  if (stage === 'index') return `${name}  ${amountIn({ stage, bytes, total, rows })}`
  if (stage === 'import')
    return `${name}  ${grouped(rows)} rows${seconds > 0.5 ? `, ${grouped(Math.round(fresh / seconds))} rows/s` : ''}`
  const rate = seconds > 0.5 ? bytes / seconds : 0
  if (total === null) return `${name}  ${megabytes(bytes)} MB${rate ? `, ${megabytes(rate)} MB/s` : ''}`
  const left = rate ? `, ${Math.ceil((total - bytes) / rate)} s left` : ''
  return `${name}  ${bar(bytes / total)} ${megabytes(bytes)} of ${megabytes(total)} MB${left}`
}

/** Without its rate, for whoever looks now and then. */
export const progressInWords = ({ part, ...rest }: Progress): string =>
  part ? `${part}: ${amountIn(rest)}` : amountIn(rest)

const amountIn = ({ stage, bytes, total, rows }: Omit<Progress, 'part'>): string => {
  if (stage === 'index') return `${grouped(rows)} rows, building indexes`
  if (stage === 'import') return `${grouped(rows)} rows`
  return total === null ? `${megabytes(bytes)} MB` : `${megabytes(bytes)} of ${megabytes(total)} MB`
}

const width = 24
const bar = (share: number): string => {
  const full = Math.round(Math.min(1, Math.max(0, share)) * width)
  return `[${'#'.repeat(full)}${'.'.repeat(width - full)}]`
}
const grouped = (n: number): string => n.toLocaleString('en-GB')
const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1)
