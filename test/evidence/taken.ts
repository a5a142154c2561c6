/** Takes answers of the sample data with all that they were made from. */
import type { RunningService } from '@domesday/tool-testing'
import type { Depth } from '../../core/contract/node.ts'
import { gather } from '../../core/engine/gather.ts'
import { planOf, type Plan } from '../../core/engine/plan.ts'
import { createRecording } from '../../core/engine/recording.ts'
import type { Replayable } from '../../plugins/surfaces/parts/replay.ts'
import { weigh } from '../../core/engine/weigh.ts'
import { rawOf } from '../../core/http/raw.ts'
import { tokens } from '../../core/service/tokens.ts'
import type { LoadedEndpoint } from '../../core/registry/load.ts'

export interface Taken {
  readonly endpoint: LoadedEndpoint
  readonly kept: Replayable
  /** Its data, missing and verdict. */
  readonly answer: string
}

const planFor = (
  service: Pick<RunningService, 'container'>,
  endpoint: LoadedEndpoint,
  path: string,
  depth: Depth,
): Plan => {
  const settings = service.container.get(tokens.configured).current()
  const { depth: _, ...raw } = rawOf(endpoint, path, '')
  return planOf(endpoint, settings.endpoint(endpoint.declared.id), { ...raw, ...(!endpoint.flat && { depth }) })
}

/** What is kept goes through JSON, as it does on a disk. */
export const throughJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

export const take = async (
  service: Pick<RunningService, 'container'>,
  endpoint: LoadedEndpoint,
  path: string,
  depth: Depth,
): Promise<Taken> => {
  const plan = planFor(service, endpoint, path, depth)
  const upstream = service.container.get(tokens.clients)
  const now = new Date(service.container.get(tokens.configured).current().service.sandbox.date)
  const recording = createRecording(endpoint.declared, (at) => at)
  const { data, missing, verdict } = await gather({
    endpoint: endpoint.declared,
    asked: plan.asked,
    depth: plan.depth,
    include: plan.include,
    settings: plan.settings.own,
    now,
    deadline: 60_000,
    ask: upstream.ask,
    record: recording.record,
    weigh: (score, evidence) => weigh(score, plan.settings.scoreOf(score), evidence),
    settingsOf: plan.settings.scoreOf,
    onPluginError: () => {},
  })
  const { asked, include } = plan
  const kept = { asked, include, depth: plan.depth, now: now.toISOString(), settings: plan.settings.inForce }
  return {
    endpoint,
    kept: throughJson({ ...kept, asks: recording.asks }),
    answer: JSON.stringify([data, missing, verdict]),
  }
}
