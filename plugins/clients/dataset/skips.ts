/** The pages that a harvest steps over, so that one that always fails does not keep all that follows away. */
import type { Harvest, Path } from '@domesday/core'
import type { UpstreamFault } from '@domesday/core/client'
import { readSkipped, type Meta, type Skipped } from './layout.ts'

/** So many in a row mean that the service is down: the pull ends, and the next one goes on after them. */
const mostInARow = 10

export interface Skips {
  /** A page was had. */
  had(path: Path): void
  /**
   * A page could not be had. Tells whether the service is down: too many in a row, or at the end nothing was had at
   * all.
   */
  add(path: Path, fault: UpstreamFault, isLast: boolean): boolean
  /** Those of earlier pulls, but for what this pull has asked already. They end once the service is down. */
  left(asked: ReadonlySet<string>): Iterable<Path>
  /** One of these failed once more: no rows. */
  again(path: Path, fault: UpstreamFault): readonly unknown[]
  all(): readonly Skipped[]
  /** As the file keeps them; undefined where there are none. */
  written(): string | undefined
}

/** What was stepped over for as many days as the first pull goes back is given up. */
export const skipsOf = (meta: Partial<Meta>, { days }: Harvest, day: Date): Skips => {
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
  const had = (path: Path): void => {
    some = true
    inARow = 0
    skipped.delete(JSON.stringify(path))
  }
  return {
    had,
    add(path, fault, isLast) {
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
    again(path, fault) {
      note(path, fault)
      return []
    },
    all: () => [...skipped.values()],
    written: () => (skipped.size > 0 ? JSON.stringify([...skipped.values()]) : undefined),
  }
}
