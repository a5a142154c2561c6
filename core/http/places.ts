/** Places of requests in flight: whoever holds many gets no more while few are free, so that newcomers find one. */

/**
 * Whom a place counts for: the surface, and the principal, who is counted wherever callers are: a key that was ever
 * paid for, or else the network of the address, because anybody may have many free keys.
 */
export interface Holder {
  readonly kind: 'key' | 'address'
  readonly principal: string
  readonly surface: string
}

/** The part of all places that each may hold while nobody else does, above 0 and up to 1. */
export type Shares = Readonly<Record<Holder['kind'] | 'surface', number>>

/** What has no place left: all together, or one holder. */
export type Full = 'in_flight' | keyof Shares

export interface Places {
  readonly taken: number
  /** What prevents another place; null if nothing. Without a holder only the total counts. */
  full(holder?: Holder): Full | null
  /** How many the principal holds. */
  heldBy(holder: Holder): number
  take(holder?: Holder): void
  leave(holder?: Holder): void
}

const nameIn = (holder: Holder, kind: keyof Shares): string =>
  `${kind} ${kind === 'surface' ? holder.surface : holder.principal}`

export const createPlaces = (total: () => number, shares: () => Shares): Places => {
  const held = new Map<string, number>()
  let taken = 0
  const add = (holder: Holder, step: 1 | -1): void => {
    for (const kind of [holder.kind, 'surface'] as const) {
      const name = nameIn(holder, kind),
        count = (held.get(name) ?? 0) + step
      if (count === 0) held.delete(name)
      else held.set(name, count)
    }
  }
  return {
    get taken() {
      return taken
    },
    full: (holder) => {
      const free = total() - taken
      if (free <= 0) return 'in_flight'
      if (holder === undefined) return null
      const parts = shares()
      for (const kind of [holder.kind, 'surface'] as const) {
        const own = held.get(nameIn(holder, kind)) ?? 0
        // Alone a holder gets its share of all places. Several get fewer each, and together never all of them.
        if (own > 0 && own * (1 - parts[kind]) >= parts[kind] * free) return kind
      }
      return null
    },
    heldBy: (holder) => held.get(nameIn(holder, holder.kind)) ?? 0,
    take: (holder) => {
      taken += 1
      if (holder) add(holder, 1)
    },
    leave: (holder) => {
      taken -= 1
      if (holder) add(holder, -1)
    },
  }
}
