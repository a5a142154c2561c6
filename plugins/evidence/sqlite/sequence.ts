/**
 * Numbers of packs: sixteen for each millisecond, so that they sort by time and a time converts to a number. They stay
 * below 2^47 for two centuries, which SQLite keeps in six bytes.
 */
const perMillisecond = 16

export const firstAt = (at: number): number => at * perMillisecond
export const timeOf = (seq: number): number => Math.floor(seq / perMillisecond)
