/**
 * What the pages of a harvest lack, and what they have that nobody has named. It is counted over all pulls, and kept in
 * the file: a pull has a process of its own.
 */
import { createWireWatch, fieldsSent, type Learnt, type Tally } from '@domesday/client-formats'
import type { Harvest } from '@domesday/core'
import type { FileMeta } from './sqlite-layout.ts'

export interface SentMembers {
  /** Members that nobody reads or names. */
  readonly unnamed: readonly string[]
  /** Members that less than half as many rows have as used to. */
  readonly fallen: readonly string[]
}
interface KeptMembers extends SentMembers {
  /** The unnamed ones that no whole pull has told of. */
  readonly untold: readonly string[]
  readonly learnt: Learnt
}

const mostNames = 50

export const readMembers = ({ members }: Partial<FileMeta>): KeptMembers =>
  members ? (JSON.parse(members) as KeptMembers) : { unnamed: [], untold: [], fallen: [], learnt: {} }

type Counts = Record<string, number>
const add = (sum: Counts, counts: Readonly<Counts>): void => {
  for (const [path, count] of Object.entries(counts)) sum[path] = (sum[path] ?? 0) + count
}

export const membersOf = (id: string, { wire }: Harvest, meta: Partial<FileMeta>) => {
  const before = readMembers(meta)
  const watch = createWireWatch(() => {}, before.learnt)
  const named = new Set(wire ? fieldsSent(wire).map(({ path }) => path) : [])
  // A release may have named some since.
  const still = (paths: readonly string[]): Set<string> => new Set(paths.filter((path) => !named.has(path)))
  const unnamed = still(before.unnamed),
    untold = still(before.untold)
  const sum: Record<'seen' | 'lacks' | 'odd', Counts> = { seen: {}, lacks: {}, odd: {} }
  let { fallen } = before,
    last: Tally | null = null
  return {
    note: (tally: Tally): void => {
      last = tally
      for (const which of ['seen', 'lacks', 'odd'] as const) add(sum[which], tally[which])
      for (const path of Object.keys(tally.unnamed))
        if (!unnamed.has(path) && unnamed.size < mostNames) {
          unnamed.add(path)
          untold.add(path)
        }
    },
    /**
     * After a whole pull: a page is of one month or one kind of row, and what it lacks says nothing alone. Gives what
     * no earlier pull has told of.
     */
    learn: (): readonly string[] => {
      if (last === null) return []
      watch.note(id, 'page', { ...last, ...sum })
      const share = (path: string): number =>
        1 - ((sum.lacks[path] ?? 0) + (sum.odd[path] ?? 0)) / (sum.seen[path] ?? 1)
      fallen = watch
        .seen()
        .flatMap((seen) => seen.fallen)
        // Of thousands of rows a small change is no chance either.
        .flatMap(({ member, was }) => (2 * share(member) < was ? [member] : []))
      const fresh = [...untold],
        fewer = fallen.filter((one) => !before.fallen.includes(one))
      untold.clear()
      return [
        ...(fresh.length > 0 ? [`it sends members that nobody reads or names: ${fresh.join(', ')}`] : []),
        ...(fewer.length > 0 ? [`far fewer rows than used to have ${fewer.join(', ')}`] : []),
      ]
    },
    /** As the file stores them. */
    written: (): string | undefined =>
      last === null
        ? meta.members
        : JSON.stringify({ unnamed: [...unnamed], untold: [...untold], fallen, learnt: watch.learnt() }),
  }
}
