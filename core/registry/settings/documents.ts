/**
 * The settings documents of what is loaded: one for the service, one for each endpoint, source and shared score, and
 * one for each surface, store and client that has settings.
 */
import { join } from 'node:path'
import { scoreCheck, sourceCheck } from './checks.ts'
import { endpointShape, sourceShape } from './plugin-settings.ts'
import { scoreShape } from './score-shape.ts'
import { serviceDocument } from './service-settings.ts'
import type { SettingsCheck, SettingsDocument } from '../../config/documents.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { termsOf } from '../../contract/licences.ts'
import { object, type Shapes } from '../../contract/shape.ts'
import type { ScoreNode } from '../../contract/score.ts'
import type { PackageKind } from '../address.ts'
import { nodesOf } from '../graph.ts'
import { reservedIn } from '../licences.ts'
import type { AnySource, LoadedEndpoint, Plugins } from '../load.ts'
import { settingsFileOf } from '../named-packages.ts'

const defaultsIn = (home: string): string => join(home, 'defaults.yaml')

/** The shapes of an endpoint's own settings: what its `settings(…)` nodes declare together. */
export const ownSettings = (endpoint: Endpoint): Shapes =>
  Object.assign(
    {},
    ...[...nodesOf(endpoint)].flatMap((node) =>
      node.kind === 'settings' && 'shapes' in node ? [node.shapes as Shapes] : [],
    ),
  )

const endpointDocument = (endpoint: LoadedEndpoint): SettingsDocument => {
  const { id, home, tool } = endpoint.declared
  const own = endpoint.scores.find((score) => score.home === undefined)
  const factors = own ? Object.keys(own.factors) : null
  return {
    kind: 'endpoint',
    id,
    defaults: defaultsIn(home),
    override: `endpoints/${id}.yaml`,
    schema: endpointShape({
      flat: endpoint.flat,
      hasUsd: tool !== undefined,
      factors,
      gates: Object.keys(own?.gates?.gates ?? {}),
      settings: ownSettings(endpoint.declared),
    }).schema,
    ...(factors && { check: scoreCheck(factors) }),
  }
}

const scoreDocument = ({ id, home, factors, gates }: ScoreNode): SettingsDocument => ({
  kind: 'score',
  id,
  defaults: defaultsIn(home!),
  override: `scores/${id}.yaml`,
  schema: scoreShape(Object.keys(factors), Object.keys(gates?.gates ?? {})).schema,
  check: scoreCheck(Object.keys(factors), []),
})

export const sourceDocument = (source: AnySource): SettingsDocument => {
  const { mayKeep } = termsOf(source)
  return {
    kind: 'source',
    id: source.id,
    defaults: defaultsIn(source.home),
    override: `sources/${source.id}.yaml`,
    schema: sourceShape({
      operations: [...source.operations.keys()],
      dataset: source.kind === 'dataset',
      store: source.kind === 'http' && source.stored !== null,
      uncalled:
        source.operations.size > 0 && [...source.operations.values()].every(({ how }) => how.kind.includes(':')),
    }).schema,
    check: sourceCheck(mayKeep),
  }
}

/** The settings that a surface, store or client declares, with its defaults in `defaults.yaml` in its folder. */
export interface PackageSettings<S extends Shapes = Shapes> {
  readonly kind: PackageKind
  readonly id: string
  /** The absolute path of its folder. */
  readonly home: string
  readonly settings: S
  /** Checks what its shapes cannot express. */
  readonly check?: SettingsCheck
}

/** Null for a package that declares no settings: it has no `defaults.yaml`. */
export const packageDocument = ({ kind, id, home, settings, check }: PackageSettings): SettingsDocument | null =>
  Object.keys(settings).length === 0
    ? null
    : {
        kind,
        id,
        defaults: defaultsIn(home),
        override: settingsFileOf(kind, id),
        schema: object(settings).schema,
        ...(check && { check }),
      }

export const documentsOf = (
  { endpoints, sources, scores }: Plugins,
  packages: readonly PackageSettings[] = [],
): readonly SettingsDocument[] => [
  serviceDocument(reservedIn(sources)),
  ...[...endpoints.values()].map(endpointDocument),
  ...[...sources.values()].map(sourceDocument),
  ...[...scores.values()].map(scoreDocument),
  ...packages.flatMap((one) => packageDocument(one) ?? []),
]
