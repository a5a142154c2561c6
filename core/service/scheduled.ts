/** Scheduled work of a service: the jobs of its clients, each with the runner of its scope. */
import { hostname } from 'node:os'
import type { Gauge } from '../contract/gauge.ts'
import type { Job, JobsParts, Jobs, JobStatus, OpenJobs } from '../contract/jobs.ts'
import { childCommand } from './child-command.ts'
import type { Container } from './container.ts'
import { tokens } from './tokens.ts'

/** Opens the runners; resolves to null where nothing is scheduled, as in the sandbox. */
export const openScheduled = async (container: Container, mayCreate: boolean): Promise<OpenJobs | null> => {
  const { packages, current } = container.get(tokens.configured)
  if (packages.jobs === null) return null
  const { dataDir, env, now } = container.get(tokens.options),
    log = container.get(tokens.log)
  const common: Omit<JobsParts, 'jobs'> = {
    dataDir,
    env,
    timing: () => current().service.schedule,
    mayCreate,
    node: `${hostname()}:${process.pid}`,
    command: childCommand(container.get(tokens.options)),
    log,
    ...(now && { now }),
  }
  const shared = packages.store.isShared ? packages.sharedJobs : null
  const all = await container.get(tokens.clients).jobs(shared !== null)
  const isOwn = ({ scope }: Job): boolean => shared === null || scope === 'node'
  const opened: OpenJobs[] = []
  const open = async (runner: Jobs, jobs: readonly Job[]): Promise<void> =>
    void opened.push(await runner.open({ ...common, jobs }))
  try {
    await open(packages.jobs, all.filter(isOwn))
    if (shared !== null)
      await open(
        shared,
        all.filter((job) => !isOwn(job)),
      )
  } catch (fault) {
    await Promise.all(opened.map((one) => one.close()))
    throw fault
  }
  const list = async (): Promise<readonly JobStatus[]> => (await Promise.all(opened.map((one) => one.list()))).flat()
  return {
    start: () => opened.forEach((one) => one.start()),
    list,
    hasService: () => opened.every((one) => one.hasService?.() ?? true),
    runNow: async (id) => {
      for (const one of opened) if ((await one.list()).some((job) => job.id === id)) return one.runNow(id)
      throw new RangeError(`there is no job '${id}'`)
    },
    gauges: joined(opened.map(({ gauges }) => gauges)),
    close: async () => void (await Promise.all(opened.map((one) => one.close()))),
  }
}

/** Both runners have the same metrics, of different jobs. */
const joined = (all: readonly (readonly Gauge[])[]): readonly Gauge[] =>
  [...Map.groupBy(all.flat(), ({ name }) => name).values()].map((same) => ({
    ...same[0]!,
    read: async () => {
      const readings = await Promise.all(same.map(async (gauge) => gauge.read()))
      return readings.flatMap((reading) => (typeof reading === 'number' ? [{ labels: {}, value: reading }] : reading))
    },
  }))
