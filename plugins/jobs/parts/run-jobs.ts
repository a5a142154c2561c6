/** Works on the jobs of a board: plans them, takes those that are due, and records how they ended. */
import { setTimeout as sleep } from 'node:timers/promises'
import { JobPaused, type Job, type JobsParts, type JobStatus, type LastRun, type OpenJobs } from '@domesday/core/jobs'
import type { Board, Claim, Entry } from './board.ts'
import { jobGauges } from './gauges.ts'
import { dueAt, isOneTime, newRecord, succeededAt, type JobRecord } from './schedule.ts'

const askTries = 5

export const runJobs = (
  board: Board,
  { jobs, timing, node, command, log, now = Date.now }: Omit<JobsParts, 'dataDir' | 'env'>,
): OpenJobs => {
  const byId = new Map(jobs.map((job) => [job.id, job]))
  const working = new Map<Promise<void>, AbortController>()
  let closing = false
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | null = null
  let isAway = false
  let latest: readonly JobStatus[] = []

  const statuses = (entries: readonly Entry[]): readonly JobStatus[] => {
    const found = new Map(entries.map((entry) => [entry.id, entry]))
    return jobs.map((job) => {
      const { record = newRecord, running = null } = found.get(job.id) ?? {}
      const blocked = job.blocked?.() ?? null
      return {
        id: job.id,
        title: job.title,
        scope: job.scope,
        every_ms: job.every(),
        blocked,
        last: record.last,
        succeeded: succeededAt(job, record),
        failures: record.failures,
        running,
        next: running !== null || blocked !== null ? null : dueAt(job, record, timing(), now()),
      }
    })
  }

  const plan = async (): Promise<void> => {
    const entries = await board.entries()
    const found = new Map(entries.map((entry) => [entry.id, entry]))
    for (const job of jobs) {
      if (job.blocked?.() != null) continue
      const entry = found.get(job.id),
        at = now()
      const due = dueAt(job, entry?.record ?? newRecord, timing(), at)
      if (entry === undefined) await board.add(job.id, due)
      else if (entry.running === null && !isOneTime(entry.due, due, at)) await board.move(entry, due)
    }
    latest = statuses(entries)
  }

  const look = async (): Promise<void> => {
    try {
      await plan()
      const ids = jobs.filter((job) => job.blocked?.() == null).map(({ id }) => id)
      while (!closing && working.size < timing().at_once) {
        const claim = await board.claim(ids)
        if (claim === null) break
        take(claim)
      }
      if (isAway) log.info({}, 'scheduled work goes on')
      isAway = false
    } catch (fault) {
      if (!isAway && !closing) log.warn({ error: String(fault) }, 'cannot read the job schedule; retrying')
      isAway = true
    }
  }

  const next = (): void => {
    if (closing) return
    looking = look().finally(() => {
      looking = null
      if (!closing) timer = setTimeout(next, timing().look).unref()
    })
  }

  const take = (claim: Claim): void => {
    const control = new AbortController()
    const work = workOn(claim, control).finally(() => {
      working.delete(work)
      // Another job that is due can take the free place.
      if (looking === null && !closing) {
        clearTimeout(timer)
        next()
      }
    })
    working.set(work, control)
  }

  const workOn = async (claim: Claim, control: AbortController): Promise<void> => {
    const job = byId.get(claim.id),
      began = now()
    const isOff = job === undefined || job.blocked?.() != null
    const due = isOff ? began + timing().retry.after : dueAt(job, claim.record, timing(), began)
    // It was done in another way meanwhile, or this node does not do it: another release, or other settings.
    if (isOff || due > began) return settle(claim, claim.record, due)
    const heartbeats = startHeartbeats(claim, control)
    const outcome = await run(job, control.signal, heartbeats.say)
    heartbeats.stop()
    if (heartbeats.lost()) return log.warn({ job: job.id }, 'a job was lost to another node')
    if (control.signal.aborted) return settle(claim, claim.record, now())
    const last: LastRun = { ...outcome, began, took_ms: now() - began, node }
    const record: JobRecord = recordAfter(claim.record, last)
    const facts = { job: job.id, took_ms: last.took_ms, detail: last.detail }
    if (last.outcome === 'failed') log.warn({ ...facts, failures: record.failures }, 'a job failed')
    // A job without a detail found nothing to do, perhaps every minute: no line.
    else if (last.detail !== '') log.info(facts, last.outcome === 'done' ? 'a job is done' : 'a job paused')
    await settle(claim, record, dueAt(job, record, timing(), now()))
  }

  const run = async (job: Job, signal: AbortSignal, progress: (said: string) => void) => {
    try {
      const detail = await job.run({ signal, progress, command: (words, onLine) => command(words, onLine, signal) })
      return { outcome: 'done', detail } as const
    } catch (fault) {
      const detail = fault instanceof Error ? fault.message : String(fault)
      return { outcome: fault instanceof JobPaused ? 'paused' : 'failed', detail } as const
    }
  }

  const startHeartbeats = (claim: Claim, control: AbortController) => {
    let said = '',
      isLost = false,
      heard = performance.now()
    const heartbeat = async (): Promise<void> => {
      const mine = await claim.heartbeat(said).catch(() => null)
      if (mine === true) heard = performance.now()
      // After this silence the others count it as dead, and may have taken the job.
      else if (mine === false || performance.now() - heard > timing().silence) {
        isLost = true
        control.abort(new Error('this node has lost the job'))
      }
    }
    const ticking = setInterval(() => void heartbeat(), Math.min(timing().look, timing().silence / 3)).unref()
    return {
      say: (text: string): void => void (said = text),
      stop: () => clearInterval(ticking),
      lost: () => isLost,
    }
  }

  /** Tries as long as no other node takes this one for dead: then the job runs again. */
  const settle = async (claim: Claim, record: JobRecord, due: number): Promise<void> => {
    const ended = performance.now()
    for (;;) {
      try {
        return await claim.settle(record, due)
      } catch (fault) {
        if (performance.now() - ended > timing().silence || closing)
          return log.warn(
            { job: claim.id, error: String(fault) },
            'failed to record the end of a job: it will run again',
          )
      }
      await sleep(timing().look)
    }
  }

  const list = async (): Promise<readonly JobStatus[]> => statuses(await board.entries())

  return {
    start: () => {
      log.info({ jobs: jobs.length, at_once: timing().at_once, node }, 'scheduled work begins')
      next()
    },
    list,
    runNow: async (id) => {
      const job = byId.get(id)
      if (job === undefined) throw new RangeError(`there is no job '${id}'`)
      const reason = job.blocked?.()
      if (reason != null) throw new RangeError(`${id} ${reason}`)
      await board.add(id, dueAt(job, newRecord, timing(), now()))
      for (let tries = 1; ; tries++) {
        const entry = (await board.entries()).find((one) => one.id === id)
        if (entry?.running === null && (await board.ask(entry, now()))) return
        // A node may have changed it meanwhile.
        if (entry?.running != null || tries === askTries) throw new RangeError(`${id} runs already`)
      }
    },
    gauges: jobGauges(() => latest, now),
    close: async () => {
      closing = true
      clearTimeout(timer)
      await looking
      for (const control of working.values()) control.abort(new Error('this node stops'))
      await Promise.all(working.keys())
      await board.close()
    },
  }
}

const recordAfter = (before: JobRecord, last: LastRun): JobRecord => ({
  last,
  succeeded: last.outcome === 'done' ? last.began : before.succeeded,
  failures: last.outcome === 'done' ? 0 : before.failures + (last.outcome === 'failed' ? 1 : 0),
  asked: false,
})
