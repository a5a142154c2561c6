/**
 * The port of scheduled work. Clients declare jobs; a runner does each when it is due, on exactly one node. One runner
 * keeps its schedule on this machine, another in what the nodes of a fleet share.
 */
import type { Gauge } from './gauge.ts'

/** How a run ended. `paused`: it stopped where it may go on later, as at the end of a feed's hours. */
export type JobOutcome = 'done' | 'failed' | 'paused'

export interface JobRun {
  /** Aborted when this node stops, or has lost the job to another: end soon, in a state that another can take up. */
  readonly signal: AbortSignal
  /** Says how far it is. */
  progress(said: string): void
  /** Runs a command of this service in a process of its own. Rejects where it fails, with the last line it wrote. */
  command(words: readonly string[], onLine: (line: string) => void): Promise<void>
}

/** Thrown by a job that cannot go on now, without a fault. It is due again when it next `opens`. */
export class JobPaused extends Error {}

export interface Job {
  /** Unique in a service, such as `datasets.gias`. */
  readonly id: string
  readonly title: string
  /** `fleet`: one node does it for all. `node`: each does it for itself. */
  readonly scope: 'fleet' | 'node'
  /** Milliseconds from the begin of a run that succeeded to the next; read each time. */
  every(): number
  /** The first time from this one on at which it may run, Unix milliseconds. Without it: any. */
  opens?(at: number): number
  /** When its work was last done in another way, as by a command, Unix milliseconds; null for never. */
  doneAt?(): number | null
  /** Whether what it makes is not there: it is due then, whenever it was last done. */
  isMissing?(): boolean
  /** Why it is not done at all for now, such as a licence that is not held; null where it is. */
  blocked?(): string | null
  /** Resolves to what came of it, in words. */
  run(run: JobRun): Promise<string>
}

export interface LastRun {
  readonly outcome: JobOutcome
  /** Unix milliseconds. */
  readonly began: number
  readonly took_ms: number
  readonly node: string
  /** What came of it, or why it failed. */
  readonly detail: string
}

export interface JobStatus extends Pick<Job, 'id' | 'title' | 'scope'> {
  readonly every_ms: number
  readonly blocked: string | null
  readonly last: LastRun | null
  /** When the last run began that succeeded, or its work was done in another way, Unix milliseconds. */
  readonly succeeded: number | null
  /** Runs that failed since. */
  readonly failures: number
  readonly running: { readonly node: string; readonly since: number; readonly progress: string } | null
  /** When it is due, Unix milliseconds; null where it is blocked or runs. */
  readonly next: number | null
}

export interface OpenJobs {
  /** Takes part in the work from now on. Until then it only lists. */
  start(): void
  list(): Promise<readonly JobStatus[]>
  /** Of the runner of one machine: whether a service works on the jobs of its data folder. */
  hasService?(): boolean
  /**
   * Makes a job due at once, whatever its hours. Rejects with a `RangeError` where it is unknown, blocked or runs, or
   * where no service does it.
   */
  runNow(id: string): Promise<void>
  readonly gauges: readonly Gauge[]
  /** Hands back what this node works on. */
  close(): Promise<void>
}

/** Milliseconds. */
export interface JobTiming {
  /** Jobs that a node works on at once. */
  readonly at_once: number
  /** How often it looks for work. */
  readonly look: number
  /** A node that says nothing for so long has lost its job to another. */
  readonly silence: number
  /** The pause after a failure, which doubles with each. */
  readonly retry: { readonly after: number; readonly most: number }
}

export interface JobsParts {
  readonly jobs: readonly Job[]
  /** The existing data folder. */
  readonly dataDir: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** The current settings. */
  readonly timing: () => JobTiming
  /** True for a node: it may create its tables. Only `migrate` migrates them. */
  readonly mayCreate: boolean
  /** Names this process among the nodes. */
  readonly node: string
  /** Runs a command of this service, which a signal ends. */
  readonly command: (words: readonly string[], onLine: (line: string) => void, signal: AbortSignal) => Promise<void>
  readonly log: Readonly<Record<'info' | 'warn', (details: object, message: string) => void>>
  /** The wall clock, Unix milliseconds. */
  readonly now?: () => number
}

export interface Jobs {
  readonly port: 'jobs'
  readonly id: string
  /** The package's own folder, `import.meta.dirname`. */
  readonly home: string
  /** Throws a `RangeError` if the schema is older than this release. */
  open(parts: JobsParts): OpenJobs | Promise<OpenJobs>
  /** For the operator's command. Resolves to null where there is nothing yet. */
  migrate?(parts: Pick<JobsParts, 'env' | 'log'>): Promise<{ readonly from: number; readonly to: number } | null>
}

export const jobs = (declared: Omit<Jobs, 'port'>): Jobs => ({ port: 'jobs', ...declared })
