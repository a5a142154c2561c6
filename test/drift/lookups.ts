/** Looks the examples up at full depth, over any upstreams. */
import type { RunningService } from '@domesday/tool-testing'
import { gather } from '../../core/engine/gather.ts'
import { RequiredGap } from '../../core/engine/gap.ts'
import { planOf } from '../../core/engine/plan.ts'
import { weigh } from '../../core/engine/weigh.ts'
import { rawOf } from '../../core/http/raw.ts'
import { tokens } from '../../core/service/tokens.ts'
import type { LoadedEndpoint } from '../../core/registry/load.ts'
import type { Operation } from '../../core/contract/operation.ts'
import type { Scored } from '../../core/contract/score.ts'
import { UpstreamFault, type Answered } from '../../core/contract/upstream.ts'
import type { Outcome } from './compare.ts'

export interface Example {
  readonly endpoint: LoadedEndpoint
  readonly path: string
}

export const examplesOf = ({ container }: RunningService): readonly Example[] => {
  const { plugins, current } = container.get(tokens.configured)
  return [...plugins.endpoints.values()].flatMap((endpoint) =>
    Object.keys(current().endpoint(endpoint.declared.id).examples).map((path) => ({ endpoint, path })),
  )
}

export const look = async (
  { container }: RunningService,
  { endpoint, path }: Example,
  ask: (operation: Operation<any, any>, input: unknown) => Promise<Answered>,
): Promise<Outcome> => {
  const settings = container.get(tokens.configured).current()
  const { depth: _, ...raw } = rawOf(endpoint, path.replaceAll(' ', '%20'), '')
  const plan = planOf(endpoint, settings.endpoint(endpoint.declared.id), { ...raw, depth: 'full' })
  const scored: Scored[] = []
  try {
    const { data, missing } = await gather({
      endpoint: endpoint.declared,
      asked: plan.asked,
      depth: plan.depth,
      include: null,
      settings: plan.settings.own,
      now: new Date(settings.service.sandbox.date),
      deadline: 60_000,
      ask,
      settingsOf: plan.settings.scoreOf,
      weigh: (score, evidence) => {
        const one = weigh(score, plan.settings.scoreOf(score), evidence)
        scored.push(one)
        return one
      },
      onPluginError: () => {},
    })
    return { data: JSON.parse(JSON.stringify(data)) as Record<string, unknown>, missing, scored, refused: null }
  } catch (error) {
    if (error instanceof RequiredGap) return { data: null, missing: [], scored: [], refused: error.gap.reason }
    if (error instanceof UpstreamFault) return { data: null, missing: [], scored: [], refused: error.reason }
    throw error
  }
}
