/** What posts in companies have in common: officers who serve the same company, companies of the same officer. */

interface InCommon<P> {
  /** What the posts of a group share, such as the officer. */
  readonly by: (post: P) => string
  /** What is counted in a group, each once, such as the company. */
  readonly counted: (post: P) => string
  /** The order of two groups that have as many. */
  readonly tied: (a: readonly P[], b: readonly P[]) => number
}

/** Posts in groups, those with most in common first. No group is empty. */
export const mostInCommon = <P>(posts: readonly P[], { by, counted, tied }: InCommon<P>): readonly (readonly P[])[] => {
  const count = (group: readonly P[]): number => new Set(group.map(counted)).size
  return [...Map.groupBy(posts, by).values()].toSorted((a, b) => count(b) - count(a) || tied(a, b))
}
