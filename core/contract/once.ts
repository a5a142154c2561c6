/** Values that are worked out late, and once. What they are must not depend on when: so code that uses them is pure. */

/** A value for each of what it is made of; that of an object is kept for as long as the object lives. */
export const onceFor = <K, T>(make: (of: K) => T): ((of: K) => T) => {
  const ofObjects = new WeakMap<object, T>(),
    ofOthers = new Map<unknown, T>()
  return (of) => {
    const made: Pick<Map<unknown, T>, 'get' | 'has' | 'set'> = Object(of) === of ? (ofObjects as never) : ofOthers
    if (!made.has(of)) made.set(of, make(of))
    return made.get(of)!
  }
}

/** A constant, made at its first use. */
export const once = <T>(make: () => T): (() => T) => {
  const made = onceFor(make)
  return () => made(undefined)
}
