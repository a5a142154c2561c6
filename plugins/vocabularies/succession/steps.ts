/** Steps from one subject to the one that succeeded it. */
/**
 * `continued`: the same body under another number. `merged`: one of several that became one, or was taken in.
 * `split`: gave a part, and may go on. `replaced`: closed, and another was founded in its place.
 */
export const kinds = ['continued', 'merged', 'split', 'replaced'] as const
export type Kind = (typeof kinds)[number]

/** That one succeeded another. Both are told by the numbers or codes of their register. */
export interface Step {
  readonly predecessor: string
  readonly successor: string
  readonly kind: Kind
  /** The day from which the successor stands; null if it is not stated. */
  readonly on: string | null
}

/**
 * All that led to a subject: nearest first, each predecessor once. Registers hold circles, which end where they close.
 * `into`: the steps whose successor a subject is.
 */
export const before = <S extends Step>(subject: string, into: (successor: string) => Iterable<S>): readonly S[] => {
  const seen = new Set([subject])
  const found: S[] = []
  for (let next = [subject]; next.length > 0;) {
    const steps = next.flatMap((successor) => [...into(successor)])
    next = []
    for (const step of steps) {
      if (seen.has(step.predecessor)) continue
      seen.add(step.predecessor)
      found.push(step)
      next.push(step.predecessor)
    }
  }
  return found
}
