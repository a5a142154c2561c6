/** What a runner of scheduled work must do, whatever it keeps its board in. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { JobPaused, type Job, type JobsParts, type JobRun, type OpenJobs } from '../../../core/contract/jobs.ts'
import type { TestClock } from '../../../plugins/tools/testing/clock.ts'
import { partsAt, timing, type Place } from './parts.ts'

const hour = 3_600_000

interface Noting extends Job {
  readonly runs: JobRun[]
  /** How often a node, or a list, has asked for it. */
  looks(): number
}

/** A job that notes its runs. */
const noting = (id: string, { every = () => hour, ...other }: Partial<Job> = {}): Noting => {
  const runs: JobRun[] = []
  let looks = 0
  return {
    id,
    title: `The job ${id}`,
    scope: 'fleet',
    ...other,
    every: () => {
      looks += 1
      return every()
    },
    runs,
    looks: () => looks,
    run: async (run) => {
      runs.push(run)
      return (await other.run?.(run)) ?? 'all of it'
    },
  }
}

/** Runs until it is told to end. */
const endless = (run: JobRun): Promise<string> =>
  new Promise((_, reject) => run.signal.addEventListener('abort', () => reject(new Error('told to end'))))

/** Resolves once the nodes of these jobs have looked for work a few times more, and could have begun them. */
const looked = async (...jobs: readonly Noting[]): Promise<void> => {
  const before = jobs.map(({ looks }) => looks())
  await expect.poll(() => jobs.every(({ looks }, i) => looks() >= before[i]! + 6)).toBe(true)
}

export interface Runner {
  open(parts: JobsParts): OpenJobs | Promise<OpenJobs>
  /** Where a fleet of its own keeps its board. */
  newPlace(): Place | Promise<Place>
  /** The place is used no more. */
  ended?(place: Place): void
}

const fleets = ({ open, newPlace, ended }: Runner) => {
  let opened: OpenJobs[] = []
  let place: Place
  beforeEach(async () => {
    place = await newPlace()
  })
  afterEach(async () => {
    await Promise.all(opened.map((one) => one.close()))
    opened = []
    ended?.(place)
  })
  const node = async (name: string, jobs: readonly Job[], more: Partial<JobsParts> = {}): Promise<OpenJobs> => {
    const one = await open({ ...partsAt(place, name, jobs), ...more })
    opened.push(one)
    return one
  }
  const close = async (one: OpenJobs): Promise<void> => {
    opened = opened.filter((other) => other !== one)
    await one.close()
  }
  return { node, close, place: () => place }
}

const statusOf = async (one: OpenJobs, id: string) => (await one.list()).find((job) => job.id === id)!

export const jobsConformance = (runner: Runner): void => {
  const { node, close } = fleets(runner)

  it('does a job that was never done, lists what came of it, and when it is next', async () => {
    const job = noting('first')
    const one = await node('one', [job])
    expect(await statusOf(one, 'first')).toMatchObject({ last: null, succeeded: null, running: null })
    const before = Date.now()
    one.start()
    await expect.poll(() => job.runs.length).toBe(1)
    await expect
      .poll(async () => (await statusOf(one, 'first')).last)
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
    await looked(job)
    expect(job.runs).toHaveLength(1)
  })

  it('is looked at by a command that makes nothing, before a node has begun and after', async () => {
    const looking = () => node('command', [noting('first')], { mayCreate: false })
    expect(await statusOf(await looking(), 'first')).toMatchObject({ last: null, running: null })
    const one = await node('one', [noting('first')])
    one.start()
    await expect.poll(async () => (await statusOf(await looking(), 'first')).last?.node).toBe('one')
  })

  it('does each of many jobs once, over two nodes', async () => {
    const ids = Array.from({ length: 12 }, (_, i) => `job-${i}`)
    const ran: string[] = []
    const [atOne, atOther] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    // A node is at work on two jobs at most until the other has begun one.
    const jobsAt = (here: PromiseWithResolvers<void>, there: PromiseWithResolvers<void>): readonly Noting[] =>
      ids.map((id) =>
        noting(id, {
          run: async () => {
            ran.push(id)
            here.resolve()
            await there.promise
            return 'done'
          },
        }),
      )
    const [ofOne, ofOther] = [jobsAt(atOne, atOther), jobsAt(atOther, atOne)]
    const [one, other] = [await node('one', ofOne), await node('other', ofOther)]
    one.start()
    other.start()
    await expect.poll(async () => (await one.list()).filter(({ last }) => last !== null).length).toBe(12)
    await looked(ofOne[0]!, ofOther[0]!)
    expect(ran.sort()).toEqual(ids.toSorted())
    expect(new Set((await one.list()).map(({ last }) => last!.node))).toEqual(new Set(['one', 'other']))
  })

  it('is done again as often as is set, also where that is changed', async () => {
    let every = hour
    const job = noting('often', { every: () => every })
    const one = await node('one', [job])
    one.start()
    await expect.poll(() => job.runs.length).toBe(1)
    every = 50
    await expect.poll(() => job.runs.length).toBeGreaterThan(2)
  })

  it('tries a job that failed again later, and shows how often it has failed', async () => {
    const pauses: number[] = []
    let ended = NaN
    const seen = Promise.withResolvers<void>()
    const job = noting('shaky', {
      run: async () => {
        pauses.push(Date.now() - ended)
        if (pauses.length === 2) await seen.promise
        ended = Date.now()
        if (pauses.length < 3) throw new Error('the source is away')
        return 'there'
      },
    })
    const one = await node('one', [job])
    one.start()
    await expect.poll(async () => (await statusOf(one, 'shaky')).failures).toBe(1)
    expect(await statusOf(one, 'shaky')).toMatchObject({
      last: { outcome: 'failed', detail: 'the source is away' },
      succeeded: null,
    })
    seen.resolve()
    await expect.poll(async () => (await statusOf(one, 'shaky')).last?.outcome).toBe('done')
    expect((await statusOf(one, 'shaky')).failures).toBe(0)
    expect(pauses).toHaveLength(3)
    expect(pauses[1]).toBeGreaterThanOrEqual(timing.retry.after)
    expect(pauses[2]).toBeGreaterThanOrEqual(timing.retry.most)
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
    await looked(job)
    expect(job.runs).toHaveLength(0)
    expect((await statusOf(one, 'nightly')).next).toBeGreaterThan(Date.now() + hour / 2)
    isOpen = true
    await expect.poll(async () => (await statusOf(one, 'nightly')).last?.outcome).toBe('paused')
    expect(await statusOf(one, 'nightly')).toMatchObject({ failures: 0, succeeded: null })
    expect((await statusOf(one, 'nightly')).next).toBeGreaterThan(Date.now() + hour / 2)
  })

  it('does a job now where somebody asks, from any process and whatever its hours, and once', async () => {
    const opens = (at: number): number => at + hour
    const job = noting('asked', { opens })
    const [one, command] = [await node('one', [job]), await node('command', [noting('asked', { opens })])]
    one.start()
    await command.runNow('asked')
    await expect.poll(() => job.runs.length).toBe(1)
    await looked(job)
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
      .poll(async () => (await statusOf(command, 'long')).running)
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
    await expect.poll(() => begun.runs.length).toBe(1)
    const job = noting('handed')
    const other = await node('other', [job])
    other.start()
    await looked(job)
    expect(job.runs).toHaveLength(0)
    await close(one)
    expect(begun.runs[0]!.signal.aborted).toBe(true)
    await expect.poll(() => job.runs.length).toBe(1)
    await expect.poll(async () => (await statusOf(other, 'handed')).last).toMatchObject({ node: 'other' })
  })

  it('leaves a job that is blocked, and says why', async () => {
    let reason: string | null = 'needs a licence'
    const job = noting('blocked', { blocked: () => reason })
    const one = await node('one', [job])
    one.start()
    await looked(job)
    expect(await statusOf(one, 'blocked')).toMatchObject({ blocked: 'needs a licence', next: null, last: null })
    await expect(one.runNow('blocked')).rejects.toThrow('blocked needs a licence')
    reason = null
    await expect.poll(() => job.runs.length).toBe(1)
  })

  it('counts work that was done in another way', async () => {
    let at: number | null = Date.now() - hour / 2
    const job = noting('pulled', { doneAt: () => at })
    const one = await node('one', [job])
    one.start()
    await looked(job)
    expect(job.runs).toHaveLength(0)
    expect(await statusOf(one, 'pulled')).toMatchObject({ succeeded: at, next: at + hour })
    at = Date.now() - 2 * hour
    await expect.poll(() => job.runs.length).toBe(1)
  })

  it('has metrics: age of the last success, failures, and what runs', async () => {
    const one = await node('one', [
      noting('good'),
      noting('bad', { run: () => Promise.reject(new Error('no')) }),
      noting('off', { blocked: () => 'is off' }),
    ])
    one.start()
    await expect.poll(async () => (await statusOf(one, 'bad')).failures).toBeGreaterThan(0)
    const read = (name: string) => one.gauges.find((gauge) => gauge.name === name)!.read()
    await expect
      .poll(() => read('domesday_jobs_last_success_age_seconds'))
      .toEqual([{ labels: { job: 'good' }, value: expect.closeTo(1, -1) }])
    expect(read('domesday_jobs_failures')).toContainEqual({ labels: { job: 'good' }, value: 0 })
    expect(read('domesday_jobs_running')).toContainEqual({ labels: { job: 'off' }, value: 0 })
  })
}

/** `clock`: of the node that takes over; without it the silence of the dead one is waited for. */
export const deathConformance = (
  runner: Runner,
  /** The module and the export of the runner, for another process. */
  program: { readonly module: string; readonly name: string },
  clock?: TestClock,
): void => {
  const { node, place } = fleets(runner)

  it('does a job again whose node has died, once', async () => {
    const child = fork(join(import.meta.dirname, 'crash-child.ts'), [], { stdio: 'ignore' })
    const exit = once(child, 'exit')
    child.send({ place: place(), runner: program })
    await once(child, 'message')
    const job = noting('doomed')
    const other = await node('other', [job], clock && { now: clock.now })
    other.start()
    await expect.poll(async () => (await statusOf(other, 'doomed')).running).toMatchObject({ node: 'dying' })
    child.kill('SIGKILL')
    await exit
    expect(job.runs).toHaveLength(0)
    clock?.pass(timing.silence)
    await expect.poll(() => job.runs.length).toBe(1)
    await expect
      .poll(async () => (await statusOf(other, 'doomed')).last)
      .toMatchObject({ outcome: 'done', node: 'other' })
    expect(job.runs).toHaveLength(1)
  })
}
