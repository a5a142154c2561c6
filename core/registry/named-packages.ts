/** The kinds of packages that service.yaml names: where each stands, and which a service uses. */
import { existsSync } from 'node:fs'
import type { TreePath } from '../config/tree.ts'
import { addressOf, folders, type PackageKind } from './address.ts'
import type { Env } from './credentials.ts'

interface Place {
  readonly kind: PackageKind
  /** Where service.yaml names it: one package, or a list. */
  readonly at: TreePath
}

const placeOf = (kind: PackageKind, ...at: readonly string[]): Place => ({ kind, at })

export const places = {
  surfaces: placeOf('surface', 'surfaces'),
  store: placeOf('store', 'store'),
  sharedStore: placeOf('store', 'shared_store'),
  clients: placeOf('client', 'clients'),
  gateway: placeOf('gateway', 'sandbox', 'gateway'),
  shared: placeOf('shared', 'shared'),
  telemetry: placeOf('telemetry', 'telemetry'),
  evidence: placeOf('evidence', 'evidence'),
  sharedEvidence: placeOf('evidence', 'shared_evidence'),
  jobs: placeOf('jobs', 'jobs'),
  sharedJobs: placeOf('jobs', 'shared_jobs'),
}
export type PlaceName = keyof typeof places
export const placeNames = Object.keys(places) as readonly PlaceName[]

/** What is named at each place, in order. */
export type Named = Readonly<Record<PlaceName, readonly string[]>>

/** The single-machine default. A shared package replaces it, but not one that the operator chose. */
const ofOneMachine = 'sqlite'
/** The value of `jobs` that turns scheduled work off. */
const noJobs = 'none'

const itemsAt = (settings: unknown, path: TreePath): readonly string[] => {
  const found = path.reduce((inner, key) => (inner as Readonly<Record<string, unknown>> | undefined)?.[key], settings)
  return (Array.isArray(found) ? found : [found]).filter((name): name is string => typeof name === 'string')
}

const named = (namesAt: (place: PlaceName) => readonly string[]): Named =>
  Object.fromEntries(placeNames.map((place) => [place, namesAt(place)])) as Named

/** Works for faulty settings too. */
export const namedIn = (settings: unknown): Named => {
  const all = named((place) => itemsAt(settings, places[place].at))
  return all.jobs[0] === noJobs ? { ...all, jobs: [], sharedJobs: [] } : all
}

/** What a service needs to know of itself. Without a mode: all that the environment has an address for. */
export interface Circumstances {
  readonly mode?: 'sandbox' | 'live'
  readonly env: Env
  /** An operator's own gateway, in the place of the sandbox's. */
  readonly gateway?: string | undefined
}

export const usedBy = (named: Named, { mode, env, gateway }: Circumstances): Named => {
  const onlyIf = (wanted: boolean, names: readonly string[]): readonly string[] => (wanted ? names : [])
  // A sandbox is one process: it ignores the addresses of engines that another service uses.
  const hasDatabase = mode !== 'sandbox' && Boolean(env['DATABASE_URL'])
  const isReplaced = hasDatabase && named.store[0] === ofOneMachine
  const [store] = isReplaced ? named.sharedStore : named.store
  // Without a shared ledger, DATABASE_URL is not ours to use.
  const movesEvidence = hasDatabase && store !== ofOneMachine && named.evidence[0] === ofOneMachine
  return {
    ...named,
    store: onlyIf(!isReplaced, named.store),
    sharedStore: onlyIf(isReplaced, named.sharedStore),
    gateway: onlyIf(mode !== 'live' && gateway === undefined, named.gateway),
    shared: onlyIf(mode !== 'sandbox' && Boolean(env['VALKEY_URL']), named.shared),
    telemetry: onlyIf(
      Boolean(env['OTEL_EXPORTER_OTLP_ENDPOINT']) && env['OTEL_SDK_DISABLED'] !== 'true',
      named.telemetry,
    ),
    evidence: onlyIf(!movesEvidence, named.evidence),
    sharedEvidence: onlyIf(movesEvidence, named.sharedEvidence),
    jobs: onlyIf(mode !== 'sandbox', named.jobs),
    sharedJobs: onlyIf(hasDatabase, named.sharedJobs),
  }
}

/**
 * All that is named, used or not, without what the defaults name and nobody has installed: a service of its own has
 * what it needs, and a start that uses more of it says so.
 */
export const installedOf = (all: Named, byDefault: Named, from: string): Named =>
  named((place) =>
    all[place].filter(
      (name) => !byDefault[place].includes(name) || typeof addressOf(name, places[place].kind, from) !== 'string',
    ),
  )

/** `stores/postgres.yaml`: where the settings of a package stand below the settings folder. */
export const settingsFileOf = (kind: PackageKind, id: string): string => `${folders[kind].split('/')[1]!}/${id}.yaml`

/** The settings files of all that is named and has settings, used or not, without importing any of it. */
export const settingsFilesOf = (named: Named, from: string): readonly string[] =>
  placeNames.flatMap((place) =>
    named[place].flatMap((name) => {
      const { kind } = places[place]
      const address = addressOf(name, kind, from)
      if (typeof address === 'string' || !existsSync(`${address.folder}/defaults.yaml`)) return []
      const id = address.manifest?.domesday?.[kind]
      return typeof id === 'string' ? [settingsFileOf(kind, id)] : []
    }),
  )

export interface Listed {
  readonly endpoints: readonly string[]
  readonly named: Named
}
const entryOf = (name: string, kind: PackageKind, from: string): string | null => {
  const address = addressOf(name, kind, from)
  return typeof address === 'string' ? null : address.entry
}

/** What proposed settings list and those in force too: other code is not loaded. Names count from those in force. */
export const knownOf = (listed: Listed, from: string, inForce: Listed, folder: string) => {
  const known = new Set([
    ...inForce.endpoints.map((name) => entryOf(name, 'endpoint', folder)),
    ...placeNames.flatMap((place) => inForce.named[place].map((name) => entryOf(name, places[place].kind, folder))),
  ])
  const faults: string[] = []
  const only = (kind: PackageKind, names: readonly string[]): readonly string[] =>
    names.filter((name) => {
      const entry = entryOf(name, kind, folder)
      // What is not there is told as that.
      if (entry === null ? entryOf(name, kind, from) === null : known.has(entry)) return true
      faults.push(`${kind} '${name}': the settings in force do not name it, so its code is not loaded`)
      return false
    })
  const endpoints = only('endpoint', listed.endpoints)
  return { endpoints, named: named((place) => only(places[place].kind, listed.named[place])), faults, from: folder }
}

/** The position in service.yaml of what has this kind and name; null where nothing has. */
export const pathOfNamed = (named: Named, kind: string, name: string): TreePath | null => {
  const place = placeNames.find((one) => places[one].kind === kind && named[one].includes(name))
  if (place === undefined) return null
  const { at } = places[place]
  return place === 'surfaces' || place === 'clients' ? [...at, named[place].indexOf(name)] : at
}
