/** A settings tree that remembers where each value is written, so that any later check can point at it. */
import type { FilePlace } from './faults.ts'

/** Steps from the top of a document to a value in it. */
export type TreePath = readonly (string | number)[]
export type ScalarValue = string | number | boolean | null

export type SettingsTree = TreeMap | TreeList | TreeScalar

export interface TreeMap {
  readonly kind: 'map'
  readonly place: FilePlace
  readonly entries: ReadonlyMap<string, TreeEntry>
}

export interface TreeEntry {
  readonly key: FilePlace
  readonly value: SettingsTree
}

export interface TreeList {
  readonly kind: 'list'
  readonly place: FilePlace
  readonly items: readonly SettingsTree[]
}

export interface TreeScalar {
  readonly kind: 'scalar'
  readonly place: FilePlace
  readonly value: ScalarValue
  /** Written without quotes and tag, so that YAML decides its type. */
  readonly bare: boolean
  /** The environment variables in the value. A fault never repeats their contents, which may be a secret. */
  readonly variables?: readonly string[]
  /**
   * Where the whole scalar is one `${…}`: the same text as the other type (text for a number, a number for text). It
   * is taken if only that is valid.
   */
  readonly otherwise?: ScalarValue
}

/** The value without positions, frozen at every level. */
export const plainValue = (tree: SettingsTree): unknown => {
  if (tree.kind === 'scalar') return tree.value
  if (tree.kind === 'list') return Object.freeze(tree.items.map(plainValue))
  return Object.freeze(Object.fromEntries([...tree.entries].map(([key, { value }]) => [key, plainValue(value)])))
}

/** The value at a path, or undefined. */
export const subtreeAt = (tree: SettingsTree, path: TreePath): SettingsTree | undefined =>
  path.reduce<SettingsTree | undefined>((here, step) => here && child(here, step), tree)

/**
 * Where to point for a path: a scalar or a list item by itself, a map or a list by its key (`weights:`, not its first
 * line), an absent value by the nearest value around it.
 */
export const placeAt = (root: SettingsTree, path: TreePath): FilePlace => {
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
export const keyPlaceAt = (root: SettingsTree, path: TreePath): FilePlace => {
  const parent = subtreeAt(root, path.slice(0, -1))
  return (parent?.kind === 'map' && parent.entries.get(String(path.at(-1)))?.key) || placeAt(root, path)
}

/** The same tree with another value for one scalar. */
export const replaceScalar = (tree: SettingsTree, path: TreePath, value: ScalarValue): SettingsTree => {
  const [step, ...rest] = path
  if (step === undefined) return tree.kind === 'scalar' ? { ...tree, value } : tree
  return mapChildren(tree, (inner, key) => (key === step ? replaceScalar(inner, rest, value) : inner))
}

/** The same tree with every scalar passed through `change`. */
export const mapScalars = (tree: SettingsTree, change: (scalar: TreeScalar) => TreeScalar): SettingsTree =>
  tree.kind === 'scalar' ? change(tree) : mapChildren(tree, (inner) => mapScalars(inner, change))

/**
 * Merges two trees: maps key by key, scalars and lists of the upper one replace. What is in both points at the upper
 * one.
 */
export const overlay = (under: SettingsTree, over: SettingsTree): SettingsTree => {
  if (under.kind !== 'map' || over.kind !== 'map') return over
  const entries = new Map(under.entries)
  for (const [key, entry] of over.entries) {
    const below = under.entries.get(key)
    entries.set(key, below ? { key: entry.key, value: overlay(below.value, entry.value) } : entry)
  }
  return { kind: 'map', place: over.place, entries }
}

const child = (tree: SettingsTree, step: string | number): SettingsTree | undefined => {
  if (tree.kind === 'map') return tree.entries.get(String(step))?.value
  return tree.kind === 'list' ? tree.items[Number(step)] : undefined
}

const mapChildren = (
  tree: SettingsTree,
  change: (inner: SettingsTree, key: string | number) => SettingsTree,
): SettingsTree => {
  if (tree.kind === 'scalar') return tree
  if (tree.kind === 'list') return { ...tree, items: tree.items.map(change) }
  const entries = [...tree.entries].map(([key, entry]) => [key, { ...entry, value: change(entry.value, key) }] as const)
  return { ...tree, entries: new Map(entries) }
}
