/** `jobs list|run`: the scheduled work of a service, on whatever node it is done. */
import { setTimeout as sleep } from 'node:timers/promises'
import { inColumns, openReading, openScheduled, tokens, type JobStatus, type OpenJobs } from '@domesday/core/tool'
import { onlyArgument, UsageFault, type Command, type Invocation } from './command.ts'

const silent = { write: () => {} }
const json = { type: 'boolean' } as const

/** Milliseconds between two looks at a job that is waited for, and after which a node should have taken it. */
const lookEvery = 1_000
const longestWait = 30_000

/** `isFleet`: jobs of the scope `node` are done at each, and their schedule is in its data folder. */
type Use = (jobs: OpenJobs, isFleet: boolean) => Promise<number>

const withJobs = async ({ service }: Invocation, use: Use): Promise<number> => {
  const { container, close } = await openReading({ ...service, logTo: silent })
  try {
    const scheduled = await openScheduled(container, false)
    if (scheduled === null)
      throw new UsageFault(
        service.mode === 'live'
          ? "has nothing to show: 'jobs: none' in service.yaml turns scheduled work off"
          : 'has nothing to show: the sandbox has no scheduled work. --live shows that of a live service',
      )
    return await use(scheduled, container.get(tokens.configured).packages.store.isShared === true).finally(() =>
      scheduled.close(),
    )
  } finally {
    await close()
  }
}

const list: Command = {
  words: 'jobs list',
  summary: 'lists scheduled work: when it was last done, how long it took, what came of it, and when it is next',
  options: { json },
  run: (invocation) =>
    withJobs(invocation, async (scheduled, isFleet) => {
      const all = await scheduled.list()
      const own = isFleet ? all.filter(({ scope }) => scope === 'node') : [],
        isHere = scheduled.hasService?.() ?? true
      const { flags, print, remark, service } = invocation
      if (own.length > 0) remark(ownNote(own, { isHere, folder: service.dataDir }))
      const shown = isHere ? all : all.filter((job) => !own.includes(job))
      if (flags['json']) print(JSON.stringify(shown))
      else if (shown.length > 0 || own.length === 0) print(tableOf(shown, Date.now()))
      return 0
    }),
}

const run: Command = {
  words: 'jobs run',
  takes: '<id>',
  summary: 'has a node do a job now, whatever its hours, and waits until it is done',
  options: { json },
  run: async (invocation) => {
    const id = onlyArgument(invocation, 'id of a job')
    return withJobs(invocation, (scheduled) => runOne(scheduled, id, invocation))
  },
}

const ownNote = (
  own: readonly JobStatus[],
  { isHere, folder }: { readonly isHere: boolean; readonly folder: string },
): string => {
  const named = own.map(({ id }) => id).join(', ')
  return isHere
    ? `Each node does these by itself, shown is what the one on the data folder ${folder} does: ${named}`
    : `Each node does these by itself, and none runs on the data folder ${folder}: ${named}. On its machine, with its DOMESDAY_DATA_DIR, jobs list shows them`
}

const runOne = async (scheduled: OpenJobs, id: string, { flags, print, remark }: Invocation): Promise<number> => {
  const statusOf = async (): Promise<JobStatus | undefined> => (await scheduled.list()).find((job) => job.id === id)
  const before = (await statusOf())?.last?.began
  try {
    await scheduled.runNow(id)
  } catch (fault) {
    if (fault instanceof RangeError) throw new UsageFault(`cannot do it: ${fault.message}`)
    throw fault
  }
  const asked = performance.now()
  let said = ''
  for (;;) {
    await sleep(lookEvery)
    const job = (await statusOf())!
    if (job.last !== null && job.last.began !== before) {
      const { outcome, detail, node } = job.last
      print(
        flags['json'] ? JSON.stringify(job) : `${id}: ${outcome} on ${node} in ${seconds(job.last.took_ms)}: ${detail}`,
      )
      return outcome === 'done' ? 0 : 1
    }
    const now = job.running === null ? '' : `${job.running.node}: ${job.running.progress || 'begins'}`
    if (now !== said && now !== '') remark(now)
    said = now
    if (job.running === null && performance.now() - asked > longestWait) {
      remark(`${id}: no node has taken it yet. It stays due: a live service does it once it has a place free`)
      return 1
    }
  }
}

const tableOf = (all: readonly JobStatus[], now: number): string =>
  all.length === 0
    ? 'there is no scheduled work'
    : inColumns([
        ['id', 'last', 'took', 'outcome', 'node', 'next', ''],
        ...all.map(({ id, last, succeeded, failures, running, blocked, next }) => [
          id,
          last === null
            ? succeeded === null
              ? 'never'
              : `${ago(now - succeeded)}, not by a job`
            : ago(now - last.began),
          last === null ? '–' : seconds(last.took_ms),
          last === null ? '–' : failures > 1 ? `${last.outcome}, ${failures} times` : last.outcome,
          running?.node ?? last?.node ?? '–',
          running !== null ? 'runs now' : next === null ? 'off' : next - now < 1_000 ? 'now' : `in ${span(next - now)}`,
          running !== null ? running.progress : (blocked ?? (last?.outcome === 'done' ? '' : (last?.detail ?? ''))),
        ]),
      ])

const seconds = (ms: number): string => (ms < 60_000 ? `${(ms / 1_000).toFixed(1)} s` : span(ms))
const ago = (ms: number): string => `${span(Math.max(0, ms))} ago`

/** The two largest units are more than anybody reads. */
const span = (ms: number): string => {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 1) return `${Math.round(ms / 1_000)} s`
  if (minutes < 120) return `${minutes} min`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} d`
}

export const jobCommands: readonly Command[] = [list, run]
