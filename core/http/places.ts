/** Places of requests in flight: whoever holds many gets no more while few are free, so that newcomers find one. */

/** Whom a place counts for. */
export interface Holder {
  /** As the request has it, known or not; null without one. */
  readonly key: string | null
  readonly address: string
  readonly surface: string
}

/** The part of all places that each may hold while nobody else does, above 0 and up to 1. */
export type Shares = Readonly<Record<keyof Holder, number>>

/** What has no place left: all together, or one holder. */
export type Full = 'in_flight' | keyof Holder

export interface Places {
  readonly taken: number
  /** What prevents another place; null if nothing. Without a holder only the total counts. */
  full(holder?: Holder): Full | null
  /** How many the key holds, or without one the address. */
  heldBy(holder: Holder): number
  take(holder?: Holder): void
  leave(holder?: Holder): void
}

const kinds = ['key', 'address', 'surface'] as const

export const createPlaces = (total: () => number, shares: () => Shares): Places => {
  const held = {
    key: new Map<string, number>(),
    address: new Map<string, number>(),
    surface: new Map<string, number>(),
  }
  let taken = 0
  const add = (holder: Holder, step: 1 | -1): void => {
    for (const kind of kinds) {
      const name = holder[kind]
      if (name === null) continue
      const count = (held[kind].get(name) ?? 0) + step
      if (count === 0) held[kind].delete(name)
      else held[kind].set(name, count)
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
      for (const kind of kinds) {
        const name = holder[kind],
          own = name === null ? 0 : (held[kind].get(name) ?? 0)
        // Alone a holder gets its share of all places. Several get fewer each, and together never all of them.
        if (own > 0 && own * (1 - parts[kind]) >= parts[kind] * free) return kind
      }
      return null
    },
    heldBy: ({ key, address }) => (key === null ? held.address.get(address) : held.key.get(key)) ?? 0,
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
