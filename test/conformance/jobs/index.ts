/** What a runner of scheduled work must do, whatever it keeps its board in. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { JobPaused, type Job, type JobsParts, type JobRun, type OpenJobs } from '../../../core/contract/jobs.ts'
import { partsAt, type Place } from './parts.ts'

const soon = { timeout: 5_000, interval: 20 }
const hour = 3_600_000

/** A job that notes its runs. */
const noting = (id: string, other: Partial<Job> = {}): Job & { readonly runs: JobRun[] } => {
  const runs: JobRun[] = []
  return {
    id,
    title: `The job ${id}`,
    scope: 'fleet',
    every: () => hour,
    ...other,
    runs,
    run: async (run) => {
      runs.push(run)
      return (await other.run?.(run)) ?? 'all of it'
    },
  }
}

/** Runs until it is told to end. */
const endless = (run: JobRun): Promise<string> =>
  new Promise((_, reject) => run.signal.addEventListener('abort', () => reject(new Error('told to end'))))

export const jobsConformance = (
  open: (parts: JobsParts) => OpenJobs | Promise<OpenJobs>,
  /** Where a fleet of its own keeps its board. */
  newPlace: () => Place | Promise<Place>,
  /** The module and the export of the runner, for another process. */
  runner: { readonly module: string; readonly name: string },
): void => {
  let opened: OpenJobs[] = []
  let place: Place
  beforeEach(async () => {
    place = await newPlace()
  })
  afterEach(async () => {
    await Promise.all(opened.map((one) => one.close()))
    opened = []
  })
  const node = async (name: string, jobs: readonly Job[]): Promise<OpenJobs> => {
    const one = await open(partsAt(place, name, jobs))
    opened.push(one)
    return one
  }
  const close = async (one: OpenJobs): Promise<void> => {
    opened = opened.filter((other) => other !== one)
    await one.close()
  }
  const statusOf = async (one: OpenJobs, id: string) => (await one.list()).find((job) => job.id === id)!

  it('does a job that was never done, lists what came of it, and when it is next', async () => {
    const job = noting('first')
    const one = await node('one', [job])
    expect(await statusOf(one, 'first')).toMatchObject({ last: null, succeeded: null, running: null })
    const before = Date.now()
    one.start()
    await expect.poll(() => job.runs.length, soon).toBe(1)
    await expect
      .poll(async () => (await statusOf(one, 'first')).last, soon)
      .toMatchObject({
        outcome: 'done',
        node: 'one',
        detail: 'all of it',
      })
    const { last, next, succeeded, failures } = await statusOf(one, 'first')
    expect(succeeded).toBe(last!.began)
    expect(last!.began).toBeGreaterThanOrEqual(before)
    expect(next).toBe(last!.began + hour)
    expect(failures).toBe(0)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(job.runs).toHaveLength(1)
  })

  it('is looked at by a command that makes nothing, before a node has begun and after', async () => {
    const looking = async (): Promise<OpenJobs> => {
      const one = await open({ ...partsAt(place, 'command', [noting('first')]), mayCreate: false })
      opened.push(one)
      return one
    }
    expect(await statusOf(await looking(), 'first')).toMatchObject({ last: null, running: null })
    const one = await node('one', [noting('first')])
    one.start()
    await expect.poll(async () => (await statusOf(await looking(), 'first')).last?.node, soon).toBe('one')
  })

  it('does each of many jobs once, over two nodes', async () => {
    const ids = Array.from({ length: 12 }, (_, i) => `job-${i}`)
    const ran: string[] = []
    const slow = (id: string) =>
      noting(id, {
        run: async () => {
          ran.push(id)
          await new Promise((resolve) => setTimeout(resolve, 60))
          return 'done'
        },
      })
    const [one, other] = [await node('one', ids.map(slow)), await node('other', ids.map(slow))]
    one.start()
    other.start()
    await expect
      .poll(async () => (await one.list()).filter(({ last }) => last !== null).length, { ...soon, timeout: 15_000 })
      .toBe(12)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(ran.sort()).toEqual(ids.toSorted())
    expect(new Set((await one.list()).map(({ last }) => last!.node))).toEqual(new Set(['one', 'other']))
  })

  it('is done again as often as is set, also where that is changed', async () => {
    let every = hour
    const job = noting('often', { every: () => every })
    const one = await node('one', [job])
    one.start()
    await expect.poll(() => job.runs.length, soon).toBe(1)
    every = 200
    await expect.poll(() => job.runs.length, soon).toBeGreaterThan(2)
  })

  it('tries a job that failed again later, and shows how often it has failed', async () => {
    let faults = 2
    const job = noting('shaky', {
      run: async () => {
        if (faults-- > 0) throw new Error('the source is away')
        return 'there'
      },
    })
    const one = await node('one', [job])
    const times: number[] = []
    const { run } = job
    Object.assign(job, { run: (now: JobRun) => (times.push(Date.now()), run(now)) })
    one.start()
    await expect.poll(async () => (await statusOf(one, 'shaky')).failures, soon).toBe(1)
    expect(await statusOf(one, 'shaky')).toMatchObject({
      last: { outcome: 'failed', detail: 'the source is away' },
      succeeded: null,
    })
    await expect.poll(async () => (await statusOf(one, 'shaky')).last?.outcome, soon).toBe('done')
    expect((await statusOf(one, 'shaky')).failures).toBe(0)
    expect(times).toHaveLength(3)
    expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(290)
    expect(times[2]! - times[1]!).toBeGreaterThanOrEqual(490)
  })

  it('waits until a job opens, and after a pause again', async () => {
    let isOpen = false
    const job = noting('nightly', {
      opens: (at) => (isOpen ? at : at + hour),
      run: async () => {
        isOpen = false
        throw new JobPaused('goes on tomorrow')
      },
    })
    const one = await node('one', [job])
    one.start()
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(job.runs).toHaveLength(0)
    expect((await statusOf(one, 'nightly')).next).toBeGreaterThan(Date.now() + hour / 2)
    isOpen = true
    await expect.poll(async () => (await statusOf(one, 'nightly')).last?.outcome, soon).toBe('paused')
    expect(await statusOf(one, 'nightly')).toMatchObject({ failures: 0, succeeded: null })
    expect((await statusOf(one, 'nightly')).next).toBeGreaterThan(Date.now() + hour / 2)
  })

  it('does a job now where somebody asks, from any process and whatever its hours, and once', async () => {
    const opens = (at: number): number => at + hour
    const job = noting('asked', { opens })
    const [one, command] = [await node('one', [job]), await node('command', [noting('asked', { opens })])]
    one.start()
    await command.runNow('asked')
    await expect.poll(() => job.runs.length, soon).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(job.runs).toHaveLength(1)
    await expect(command.runNow('unknown')).rejects.toThrow("there is no job 'unknown'")
  })

  it('says that a job runs already, where and how far it is', async () => {
    const job = noting('long', {
      run: (run) => {
        run.progress('a third of it')
        return endless(run)
      },
    })
    const [one, command] = [await node('one', [job]), await node('command', [noting('long')])]
    one.start()
    await expect
      .poll(async () => (await statusOf(command, 'long')).running, soon)
      .toMatchObject({
        node: 'one',
        progress: 'a third of it',
      })
    expect((await statusOf(command, 'long')).next).toBeNull()
    await expect(command.runNow('long')).rejects.toThrow('long runs already')
  })

  it('hands a job back when it stops, and another node does it at once', async () => {
    const begun = noting('handed', { run: endless })
    const one = await node('one', [begun])
    one.start()
    await expect.poll(() => begun.runs.length, soon).toBe(1)
    const job = noting('handed')
    const other = await node('other', [job])
    other.start()
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(job.runs).toHaveLength(0)
    await close(one)
    expect(begun.runs[0]!.signal.aborted).toBe(true)
    await expect.poll(() => job.runs.length, soon).toBe(1)
    await expect.poll(async () => (await statusOf(other, 'handed')).last, soon).toMatchObject({ node: 'other' })
  })

  it('leaves a job that is blocked, and says why', async () => {
    let reason: string | null = 'needs a licence'
    const job = noting('blocked', { blocked: () => reason })
    const one = await node('one', [job])
    one.start()
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(await statusOf(one, 'blocked')).toMatchObject({ blocked: 'needs a licence', next: null, last: null })
    await expect(one.runNow('blocked')).rejects.toThrow('blocked needs a licence')
    reason = null
    await expect.poll(() => job.runs.length, soon).toBe(1)
  })

  it('counts work that was done in another way', async () => {
    let at: number | null = Date.now() - hour / 2
    const job = noting('pulled', { doneAt: () => at })
    const one = await node('one', [job])
    one.start()
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(job.runs).toHaveLength(0)
    expect(await statusOf(one, 'pulled')).toMatchObject({ succeeded: at, next: at + hour })
    at = Date.now() - 2 * hour
    await expect.poll(() => job.runs.length, soon).toBe(1)
  })

  it('has metrics: age of the last success, failures, and what runs', async () => {
    const one = await node('one', [
      noting('good'),
      noting('bad', { run: () => Promise.reject(new Error('no')) }),
      noting('off', { blocked: () => 'is off' }),
    ])
    one.start()
    await expect.poll(async () => (await statusOf(one, 'bad')).failures, soon).toBeGreaterThan(0)
    const read = (name: string) => one.gauges.find((gauge) => gauge.name === name)!.read()
    await expect
      .poll(() => read('domesday_jobs_last_success_age_seconds'), soon)
      .toEqual([{ labels: { job: 'good' }, value: expect.closeTo(1, -1) }])
    expect(read('domesday_jobs_failures')).toContainEqual({ labels: { job: 'good' }, value: 0 })
    expect(read('domesday_jobs_running')).toContainEqual({ labels: { job: 'off' }, value: 0 })
  })

  describe('after the death of the node that works', () => {
    it('is done by another, once', async () => {
      const child = fork(join(import.meta.dirname, 'crash-child.ts'), [], { stdio: 'ignore' })
      const exit = once(child, 'exit')
      child.send({ place, runner })
      await once(child, 'message')
      const job = noting('doomed')
      const other = await node('other', [job])
      other.start()
      await expect.poll(async () => (await statusOf(other, 'doomed')).running, soon).toMatchObject({ node: 'dying' })
      child.kill('SIGKILL')
      await exit
      expect(job.runs).toHaveLength(0)
      await expect.poll(() => job.runs.length, { timeout: 25_000, interval: 100 }).toBe(1)
      await expect
        .poll(async () => (await statusOf(other, 'doomed')).last, soon)
        .toMatchObject({
          outcome: 'done',
          node: 'other',
        })
      expect(job.runs).toHaveLength(1)
    }, 40_000)
  })
}
