/**
 * The modules that run from the pack: endpoints, and what others may import, by the address of their source. There
 * are none where the service runs from source; in a pack this file is what `pack/contents.ts` writes.
 */
export type Module = Readonly<Record<string, unknown>>
export type Held = ReadonlyMap<string, () => Module | Promise<Module>>

export const held: Held = new Map()

/** Where a module that stays outside the pack can import `held` from. */
export const heldAt: string | null = null
