/**
 * What the answers of each operation lack, and what they have that nobody has named, over many answers. One body proves
 * nothing about a member that may be absent; a share that falls far below what it was does.
 */
import type { Tally } from './check-wire.ts'

/** By operation and member: how many rows could have it, and in how many it is there. */
export type Learnt = Readonly<
  Record<string, Readonly<Record<string, { readonly rows: number; readonly there: number }>>>
>

export interface Seen {
  readonly source: string
  readonly operation: string
  readonly answers: number
  readonly unread: number
  /** Members that nobody reads or names, with how often each came. */
  readonly unnamed: Readonly<Record<string, number>>
  /** Members that many fewer rows have than used to. */
  readonly fallen: readonly { readonly member: string; readonly was: number; readonly is: number }[]
}
export interface WireWatch {
  /** Of all rows but the newest. */
  learnt(): Learnt
  note(source: string, operation: string, tally: Tally): void
  seen(): readonly Seen[]
}

/** Rows from which a share is learnt, and the newest rows that are held against it. */
const leastLearnt = 200,
  newest = 60
/** A member that is declared as nearly always there counts as learnt from the first: so many rows at this share. */
const unlikely = 1e-6
const mostNames = 50
/** Of rarer members nothing can be told. */
const rarest = 0.001

interface Member {
  /** Rows that could have it, and that have it: of all, and of the newest. */
  rows: number
  there: number
  lateRows: number
  lateThere: number
  told: boolean
}
interface Watched {
  answers: number
  unread: number
  readonly unnamed: Map<string, number>
  readonly members: Map<string, Member>
}

const newMember = (): Member => ({ rows: 0, there: 0, lateRows: 0, lateThere: 0, told: false })
const nothingYet = (): Watched => ({ answers: 0, unread: 0, unnamed: new Map(), members: new Map() })

/** How likely at most `there` of `rows` have what a share `p` has: exact for none, else by the normal curve. */
const likelihood = (p: number, rows: number, there: number): number => {
  if (there === 0) return (1 - p) ** rows
  const mean = rows * p,
    deviation = Math.sqrt(Math.max(rows * p * (1 - p), 0.25))
  const z = (there + 0.5 - mean) / deviation
  return z >= 0 ? 1 : Math.exp((-z * z) / 2) / 2
}

export const createWireWatch = (
  tell: (details: { source: string; operation: string; members: readonly string[] }, message: string) => void,
  before: Learnt = {},
): WireWatch => {
  const operations = new Map<string, Watched>(
    Object.entries(before).map(([key, members]) => [
      key,
      {
        ...nothingYet(),
        members: new Map(Object.entries(members).map(([path, learnt]) => [path, { ...newMember(), ...learnt }])),
      },
    ]),
  )
  const watchedOf = (key: string): Watched => {
    const known = operations.get(key) ?? nothingYet()
    operations.set(key, known)
    return known
  }
  /** The newest rows become part of what is learnt once they are enough and not fewer than expected. */
  const noteMember = (member: Member, rows: number, there: number): boolean => {
    member.lateRows += rows
    member.lateThere += there
    const p = member.rows === 0 ? 1 : member.there / member.rows
    // Of what few rows have, many have to be seen before none says anything.
    if (member.lateRows < Math.max(newest, -Math.log(unlikely) / Math.max(p, rarest))) return false
    const hasFallen = member.rows >= leastLearnt && likelihood(p, member.lateRows, member.lateThere) < unlikely
    if (!hasFallen) {
      member.rows += member.lateRows
      member.there += member.lateThere
    }
    if (!hasFallen || member.lateRows > 10 * newest) {
      member.lateRows = 0
      member.lateThere = 0
    }
    return hasFallen
  }
  return {
    note: (source, operation, { seen, lacks, odd, unnamed, unread }) => {
      const watched = watchedOf(`${source} ${operation}`)
      watched.answers += 1
      watched.unread += unread
      const fresh: string[] = []
      for (const [name, times] of Object.entries(unnamed)) {
        const before = watched.unnamed.get(name)
        if (before === undefined && watched.unnamed.size >= mostNames) continue
        watched.unnamed.set(name, (before ?? 0) + times)
        if (before === undefined) fresh.push(name)
      }
      if (fresh.length > 0)
        tell({ source, operation, members: fresh }, 'upstream sends members that nobody reads or names')
      for (const [path, rows] of Object.entries(seen)) {
        const member = watched.members.get(path) ?? newMember()
        watched.members.set(path, member)
        const fallen = noteMember(member, rows, rows - (lacks[path] ?? 0) - (odd[path] ?? 0))
        if (fallen && !member.told) {
          member.told = true
          tell({ source, operation, members: [path] }, 'far fewer upstream rows have a member than used to')
        } else if (!fallen && member.lateRows === 0) member.told = false
      }
    },
    learnt: () =>
      Object.fromEntries(
        [...operations].map(([key, { members }]) => [
          key,
          Object.fromEntries([...members].map(([path, { rows, there }]) => [path, { rows, there }])),
        ]),
      ),
    seen: () =>
      [...operations].map(([key, { answers, unread, unnamed, members }]) => {
        const [source = '', operation = ''] = key.split(' ')
        return {
          source,
          operation,
          answers,
          unread,
          unnamed: Object.fromEntries(unnamed),
          fallen: [...members].flatMap(([member, { told, rows, there, lateRows, lateThere }]) =>
            told ? [{ member, was: there / rows, is: lateRows === 0 ? 0 : lateThere / lateRows }] : [],
          ),
        }
      }),
  }
}
