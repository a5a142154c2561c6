/**
 * Numbers of packs: 1,024 for each millisecond, over all nodes, so that they sort by time and a time converts to a
 * number. They stay below 2^53 for two centuries.
 */
export const perMillisecond = 1024

/** An unlimited time has no beginning: take 1970. */
export const firstAt = (at: number): number => Math.max(0, at) * perMillisecond
export const timeOf = (seq: number): number => Math.floor(seq / perMillisecond)
