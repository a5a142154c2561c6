/** Hands what a look-up was made from to the package that keeps evidence. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OpenEvidence } from '../contract/evidence.ts'
import { questionsIn } from '../contract/node-kinds.ts'
import { onceFor } from '../contract/once.ts'
import type { Scored } from '../contract/score.ts'
import { parametersIn } from '../registry/check.ts'
import { nodesOf } from '../registry/graph.ts'
import type { AnySource, LoadedEndpoint } from '../registry/load.ts'
import type { Gathered } from './gather.ts'
import type { Plan } from './plan.ts'
import type { Recording } from './recording.ts'

const versionIn = (home: string): string | undefined => {
  try {
    return (JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { readonly version?: string }).version
  } catch {
    // A module that is named by its path has no manifest.
    return undefined
  }
}

/** Of each package whose code takes part, read once for each endpoint: they do not change while the process lives. */
const versionsOf = onceFor(({ declared, scores }: LoadedEndpoint): Readonly<Record<string, string>> => {
  const sources = questionsIn(nodesOf(declared)).map(({ operation }) => operation.source as AnySource)
  return Object.fromEntries(
    [declared, ...scores, ...sources].flatMap(({ id, home }) => {
      const version = home === undefined ? undefined : versionIn(home)
      return version === undefined ? [] : [[id, version] as const]
    }),
  )
})

/** The path of the question below `/api/v1`. */
export const questionPath = ({ endpoint, asked }: Plan): string =>
  parametersIn(endpoint.declared.path).reduce(
    (path, name) => path.replace(`{${name}}`, encodeURIComponent(String(asked[name]))),
    endpoint.declared.path,
  )

export interface Made {
  readonly gathered: Gathered
  readonly recording: Recording
  /** By the id of the score. */
  readonly scores: ReadonlyMap<string, Scored>
  readonly now: Date
}

/** The id of the pack; null where it is not kept. */
export const keepEvidence = (
  evidence: OpenEvidence,
  { release, isOfThen }: { readonly release: string; readonly isOfThen?: true },
  plan: Plan,
  { gathered: { data, missing, verdict }, recording, scores, now }: Made,
): string | null => {
  const { endpoint, settings, asked, depth, include, lookupHash } = plan
  const scored = endpoint.scores.map(({ id }) => scores.get(id)).find((one) => one !== undefined)
  return evidence.keep({
    endpoint: endpoint.declared.id,
    versions: { service: release, ...versionsOf(endpoint) },
    asked,
    depth,
    include,
    now: now.toISOString(),
    settings: settings.inForce,
    settingsHash: settings.hash,
    asks: recording.asks,
    timings: recording.timings,
    ...(isOfThen && { madeAt: now.getTime() }),
    answer: { data, missing, verdict },
    path: questionPath(plan),
    lookup: lookupHash,
    score: { score: scored?.score ?? null, rating: scored?.rating ?? null },
  })
}
