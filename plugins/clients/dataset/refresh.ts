/** A pull by a command or a job: under the lock of its dataset, and with what the nodes of a fleet share. */
import type { Dataset } from '@domesday/core'
import { whileLocked } from './pull-lock.ts'
import { pullDataset } from './pull.ts'
import type { Pulled, PullOptions } from './pull-options.ts'
import type { SharedFiles } from './shared-files.ts'

export const refreshDataset = async (
  dataset: Dataset,
  { shared, ...options }: PullOptions & { readonly shared: SharedFiles | null },
): Promise<Pulled> => {
  const pulled = await whileLocked(options.dir, dataset.id, async () => {
    await shared?.adopt(dataset)
    try {
      const result = await pullDataset(dataset, options)
      await shared?.publish(dataset)
      return result
    } catch (fault) {
      await shared?.publishPartial(dataset)
      throw fault
    }
  })
  if (pulled === null) throw new Error('is being pulled by another process')
  return pulled
}
