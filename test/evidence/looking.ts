/** Looks ahead and searches for paths, which take long, while another key asks for an answer of the cache. */
import { setTimeout } from 'node:timers/promises'
import type { RunningService } from '@domesday/tool-testing'

const question = '/api/v1/entity/99000025?depth=full'

export interface Served {
  /** Milliseconds of each answer to the other key. */
  readonly took: readonly number[]
  readonly looks: number
}

/** One key makes all the looks that it is granted, three at a time. */
export const servedMeanwhile = async (service: Pick<RunningService, 'key' | 'send'>): Promise<Served> => {
  const [key, other] = [await service.key(1_000), await service.key(1_000_000)]
  const id = (await service.send(question, { key })).body._meta.evidence as string
  await service.send(question, { key: other })
  const long = [`/evidence/${id}/ahead?days=400`, `/evidence/${id}/paths?to=LOW_RISK`]
  // Loads what looks need.
  for (const path of long) await service.send(path, { key: await service.key(1_000) })

  const statuses: number[] = []
  let isLooking = true
  const looking = async (): Promise<void> => {
    for (let n = 0; !statuses.includes(429); n++)
      statuses.push((await service.send(long[n % long.length]!, { key })).status)
  }
  const allLooks = Promise.all([looking(), looking(), looking()]).finally(() => (isLooking = false))
  const took: number[] = []
  while (isLooking) {
    const began = performance.now()
    const { status } = await service.send(question, { key: other })
    took.push(performance.now() - began)
    if (status !== 200) throw new Error(`the other key was answered ${status}`)
    await setTimeout(5)
  }
  await allLooks
  return { took, looks: statuses.filter((status) => status === 200).length }
}
