/** The pages that a harvest skips: one that always fails must not block those after it. */
import type { Harvest, Path } from '@domesday/core'
import type { UpstreamFault } from '@domesday/core/client'
import { readSkipped, type FileMeta, type Skipped } from './sqlite-layout.ts'

/** So many failures in a row mean that the service is down: the pull ends, and the next one continues after them. */
const mostInARow = 10

export interface SkippedPages {
  /** A page was read. */
  succeeded(path: Path): void
  /** A page failed. True where the service is down: too many in a row, or none succeeded up to the last. */
  failed(path: Path, fault: UpstreamFault, isLast: boolean): boolean
  /** Pages that earlier pulls skipped and this one has not asked for. They end once the service is down. */
  left(asked: ReadonlySet<string>): Iterable<Path>
  /** One of these failed again. */
  failedAgain(path: Path, fault: UpstreamFault): void
  all(): readonly Skipped[]
  /** As the file stores them; undefined where there are none. */
  written(): string | undefined
}

/** A page that was skipped for as many days as the first pull goes back is given up. */
export const skippedPages = (meta: Partial<FileMeta>, { days }: Harvest, day: Date): SkippedPages => {
  const oldest = new Date(day.getTime() - days * 86_400_000).toISOString()
  const skipped = new Map(
    readSkipped(meta)
      .filter(({ since }) => since >= oldest)
      .map((one) => [JSON.stringify(one.path), one]),
  )
  let some = false
  let inARow = 0
  const note = (path: Path, { message: why }: UpstreamFault): void => {
    const name = JSON.stringify(path)
    skipped.set(name, { path, since: skipped.get(name)?.since ?? day.toISOString(), why })
    inARow++
  }
  const succeeded = (path: Path): void => {
    some = true
    inARow = 0
    skipped.delete(JSON.stringify(path))
  }
  return {
    succeeded,
    failed(path, fault, isLast) {
      note(path, fault)
      return inARow >= mostInARow || (isLast && !some)
    },
    *left(asked) {
      inARow = 0
      for (const [name, { path }] of skipped) {
        if (asked.has(name)) continue
        if (inARow >= mostInARow) return
        yield path
      }
    },
    failedAgain: note,
    all: () => [...skipped.values()],
    written: () => (skipped.size > 0 ? JSON.stringify([...skipped.values()]) : undefined),
  }
}
