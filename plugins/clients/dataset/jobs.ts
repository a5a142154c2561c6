/** The scheduled work on datasets: each is pulled as often as its `refresh` says, in a process of its own. */
import type { Dataset } from '@domesday/core'
import { datasetsIn, JobPaused, missingEnv, type ClientParts, type Job, type JobRun } from '@domesday/core/client'
import type { DatasetStatus } from './open-datasets.ts'
import { progressInWords } from './progress-line.ts'
import { whileLocked } from './pull-lock.ts'
import type { Progress, Pulled } from './pull-options.ts'
import { closedNow, opensAt } from './reading-hours.ts'
import type { DatasetSettings } from './settings.ts'
import type { SharedFiles } from './shared-files.ts'

export interface DatasetJobsParts extends Pick<
  ClientParts<DatasetSettings>,
  'sources' | 'settings' | 'sourceSettings' | 'egress' | 'refusal' | 'now'
> {
  readonly dir: string
  readonly statusOf: (id: string) => Pick<DatasetStatus, 'as_of' | 'ready'>
  readonly fleet: boolean
  /** What the nodes of a fleet share; null where they share no files. */
  readonly shared: SharedFiles | null
}

/** Milliseconds between two looks at what was published. */
const fetchEvery = 60_000

export const datasetJobs = (parts: DatasetJobsParts): readonly Job[] => {
  const { sources, dir, shared } = parts
  const all = [...datasetsIn(sources).values()]
  const pulls = all.map((dataset) => pullJob(dataset, parts))
  if (shared === null) return pulls
  const fetching: Job = {
    id: 'datasets.fetch',
    title: 'fetches the files of datasets that other nodes have pulled',
    scope: 'node',
    every: () => fetchEvery,
    run: async ({ signal }) => {
      const fetched: string[] = []
      for (const dataset of all) {
        const isNew = await whileLocked(dir, dataset.id, () => shared.fetch(dataset, signal))
        if (isNew === true) fetched.push(dataset.id)
      }
      return fetched.join(', ')
    },
  }
  return [fetching, ...pulls]
}

const pullJob = (
  dataset: Dataset,
  { sources, settings, sourceSettings, egress, refusal, statusOf, dir, fleet, shared, now }: DatasetJobsParts,
): Job => {
  const { id } = dataset
  const isStore = sources.get(id)!.kind !== 'dataset'
  const hours = (): string | undefined => sourceSettings(id).pull?.hours
  return {
    id: `datasets.${id}`,
    title: `pulls ${dataset.title}`,
    scope: shared === null ? 'node' : 'fleet',
    every: () => sourceSettings(id).refresh!,
    opens: (at) => {
      const open = hours()
      return open === undefined ? at : opensAt(open, at)
    },
    doneAt: () => {
      const { as_of: asOf } = statusOf(id)
      return asOf === null ? null : Date.parse(asOf)
    },
    isMissing: () => !statusOf(id).ready && shared?.has(dataset) !== true,
    blocked: () => {
      const terms = refusal?.(id) ?? null
      if (terms !== null) return terms
      if (settings().by_command.includes(id)) return 'is pulled by command only: see by_command in its settings'
      if (fleet && isStore && shared === null)
        return 'is read only where nodes share files: set shared_files in config/clients/dataset.yaml'
      const unset = dataset.keyless === true ? [] : missingEnv(dataset, egress.env)
      return unset.length === 0 ? null : `needs ${unset.join(' and ')}`
    },
    run: (run) =>
      pull(dataset, run).catch(async (fault: unknown) => {
        if ((await whileLocked(dir, id, async () => true)) === null) throw new JobPaused('another process pulls it')
        if (closedNow(sourceSettings(id), egress, { now }) !== null)
          throw new JobPaused(`is read on from ${hours()!} UK time`)
        throw fault
      }),
  }
}

interface Line extends Partial<Pulled> {
  readonly progress?: Progress
}

const pull = async ({ id }: Dataset, { command, progress }: JobRun): Promise<string> => {
  let pulled: Line = {}
  await command(['datasets', 'pull', id, '--json', '--attended'], (line) => {
    const said = JSON.parse(line) as Line
    if (said.progress === undefined) pulled = said
    else progress(progressInWords(said.progress))
  })
  const { rows = 0, missing = [], unreadable = 0, remarks = [] } = pulled
  return [
    `${rows.toLocaleString('en-GB')} rows`,
    ...(unreadable > 0 ? [`${unreadable.toLocaleString('en-GB')} could not be read`] : []),
    ...missing.map(({ part, why, kept }) => `${part} ${kept ? 'kept as it was' : 'is missing'}: ${why}`),
    ...remarks,
  ].join('; ')
}
