/** What re-scored answers add up to. */
export interface Rescored {
  readonly id: string
  readonly endpoint: string
  readonly path: string
  readonly nation: string | null
  readonly before: { readonly score: number | null; readonly rating: string | null }
  readonly after: { readonly score: number | null; readonly rating: string | null }
}

export interface Sums {
  readonly answers: number
  /** Answers whose score or rating differs. */
  readonly moved: number
  /** How many answers went from one rating to another, by endpoint; those that stayed too. */
  readonly moves: readonly {
    readonly endpoint: string
    readonly from: string | null
    readonly to: string | null
    readonly answers: number
  }[]
  readonly nations: readonly { readonly nation: string | null; readonly answers: number; readonly moved: number }[]
  /** The largest changes of a score, the largest first. */
  readonly largest: readonly Rescored[]
}

const mostLargest = 20

const by = ({ before, after }: Rescored): number =>
  before.score === null || after.score === null
    ? before.score === after.score
      ? 0
      : 100
    : Math.abs(after.score - before.score)

export const createSums = () => {
  const moves = new Map<string, Sums['moves'][number]>(),
    nations = new Map<string | null, { answers: number; moved: number }>()
  let answers = 0,
    moved = 0,
    largest: Rescored[] = []
  return {
    add: (one: Rescored): void => {
      const { endpoint, nation, before, after } = one
      const hasMoved = before.score !== after.score || before.rating !== after.rating
      answers += 1
      moved += Number(hasMoved)
      const key = JSON.stringify([endpoint, before.rating, after.rating])
      moves.set(key, { endpoint, from: before.rating, to: after.rating, answers: (moves.get(key)?.answers ?? 0) + 1 })
      const at = nations.get(nation) ?? { answers: 0, moved: 0 }
      nations.set(nation, { answers: at.answers + 1, moved: at.moved + Number(hasMoved) })
      if (hasMoved && (largest.length < mostLargest || by(one) > by(largest.at(-1)!)))
        largest = [...largest, one].toSorted((a, b) => by(b) - by(a)).slice(0, mostLargest)
    },
    sums: (): Sums => ({
      answers,
      moved,
      moves: [...moves.values()].toSorted(
        (a, b) => a.endpoint.localeCompare(b.endpoint, 'en') || b.answers - a.answers,
      ),
      nations: [...nations].map(([nation, counts]) => ({ nation, ...counts })),
      largest,
    }),
  }
}
