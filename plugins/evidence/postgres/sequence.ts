/**
 * Numbers of packs: 1,024 for each millisecond, of all nodes together, so that their order is that of time, and a time
 * is a bound of numbers. They stay below 2^53 for two centuries.
 */
export const perMillisecond = 1024

/** Nothing was made before 1970: an unlimited time begins there. */
export const firstAt = (at: number): number => Math.max(0, at) * perMillisecond
export const timeOf = (seq: number): number => Math.floor(seq / perMillisecond)
