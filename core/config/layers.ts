import type { Located, LocatedEntry } from './located.ts'

/**
 * Lays one tree over another: maps merge key by key, scalars and lists replace. What is in both points at the upper
 * one.
 */
export function overlay<L extends Located>(under: L, over: L): L
export function overlay(under: Located, over: Located): Located {
  if (under.kind !== 'map' || over.kind !== 'map') return over
  const entries = new Map<string, LocatedEntry>(under.entries)
  for (const [key, entry] of over.entries) {
    const below = under.entries.get(key)
    entries.set(key, below ? { key: entry.key, value: overlay(below.value, entry.value) } : entry)
  }
  return { kind: 'map', place: over.place, entries }
}
