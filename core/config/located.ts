import type { Place } from './problems.ts'

/** Steps from the top of a document to a value in it. */
export type Path = readonly (string | number)[]
export type Plain = string | number | boolean | null

/** A settings tree that remembers where each value is written, so that any later check can point at it. */
export type Located = LocatedMap | LocatedList | LocatedScalar

export interface LocatedMap {
  readonly kind: 'map'
  readonly place: Place
  readonly entries: ReadonlyMap<string, LocatedEntry>
}

export interface LocatedEntry {
  readonly key: Place
  readonly value: Located
}

export interface LocatedList {
  readonly kind: 'list'
  readonly place: Place
  readonly items: readonly Located[]
}

export interface LocatedScalar {
  readonly kind: 'scalar'
  readonly place: Place
  readonly value: Plain
  /** Written without quotes and tag, so that YAML decides what it is. */
  readonly bare: boolean
  /**
   * The variables that went into the value; what they hold is never repeated in a fault, because it may be a secret.
   */
  readonly variables?: readonly string[]
  /**
   * Where the whole scalar is one `${…}`: its other reading (text for a number, a number for text), taken if only
   * that is legal.
   */
  readonly otherwise?: Plain
}

/** The plain value, frozen to the bottom. */
export function plain(located: Located): unknown {
  if (located.kind === 'scalar') return located.value
  if (located.kind === 'list') return Object.freeze(located.items.map(plain))
  return Object.freeze(Object.fromEntries([...located.entries].map(([key, { value }]) => [key, plain(value)])))
}

/** The value at a path, or undefined. */
export function find(located: Located, path: Path): Located | undefined {
  let here: Located | undefined = located
  for (const step of path) here = here && child(here, step)
  return here
}

/**
 * Where to point for a path: a scalar or a list item by itself, a map or a list by the key it stands under
 * (`weights:`, not its first line), what is not there by the nearest thing around it that is.
 */
export function placeOf(root: Located, path: Path): Place {
  let here = root
  let place = root.place
  for (const step of path) {
    const next = child(here, step)
    if (!next) return place
    place = here.kind === 'map' && next.kind !== 'scalar' ? here.entries.get(String(step))!.key : next.place
    here = next
  }
  return place
}

/** Where the key at the end of a path is written. */
export function keyPlaceOf(root: Located, path: Path): Place {
  const parent = find(root, path.slice(0, -1))
  return (parent?.kind === 'map' && parent.entries.get(String(path.at(-1)))?.key) || placeOf(root, path)
}

/** The same tree with another value for one scalar. */
export function replace(located: Located, path: Path, value: Plain): Located {
  const [step, ...rest] = path
  if (step === undefined) return located.kind === 'scalar' ? { ...located, value } : located
  if (located.kind === 'list')
    return { ...located, items: located.items.map((item, i) => (i === step ? replace(item, rest, value) : item)) }
  if (located.kind === 'scalar') return located
  const entries = [...located.entries].map(
    ([key, entry]) => [key, key === step ? { ...entry, value: replace(entry.value, rest, value) } : entry] as const,
  )
  return { ...located, entries: new Map(entries) }
}

/** Every scalar through `change`. */
export function mapScalars(located: Located, change: (scalar: LocatedScalar) => LocatedScalar): Located {
  if (located.kind === 'scalar') return change(located)
  if (located.kind === 'list') return { ...located, items: located.items.map((item) => mapScalars(item, change)) }
  const entries = [...located.entries].map(
    ([key, entry]) => [key, { ...entry, value: mapScalars(entry.value, change) }] as const,
  )
  return { ...located, entries: new Map(entries) }
}

function child(located: Located, step: string | number): Located | undefined {
  if (located.kind === 'map') return located.entries.get(String(step))?.value
  return located.kind === 'list' ? located.items[Number(step)] : undefined
}
