/** How long this node waits for the engine, and how often it speaks to it, milliseconds. */
export const usual = {
  /** The longest that a start waits for the engine. */
  start: 2_000,
  /** The longest that a command may take. */
  command: 250,
  /** How long nothing is sent after a command failed; then the next one tries again. */
  rest: 1_000,
  /** After so long without a byte that is due, the connection is made anew. */
  silence: 10_000,
  /** The longest that callers wait for what another node may have cached. */
  cached: 40,
  /** After several reads in a row that took longer none is sent for so long. */
  cacheRest: 5_000,
  /** Between heartbeats. */
  heartbeat: 2_000,
  /** How long a node counts after its last heartbeat. */
  counted: 6_000,
}

export type Times = Readonly<typeof usual>
