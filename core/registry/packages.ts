/** Loads the packages that the settings name: surfaces, a store, clients and a gateway. */
import type { Client } from '../contract/client.ts'
import type { EvidenceStore } from '../contract/evidence.ts'
import type { Gateway } from '../contract/gateway.ts'
import type { Jobs } from '../contract/jobs.ts'
import type { Shared } from '../contract/shared.ts'
import type { Telemetry } from '../contract/tracing.ts'
import type { Shapes } from '../contract/shape.ts'
import type { Store } from '../credits/store.ts'
import type { PackageKind } from './address.ts'
import { importPackage, type Imported } from './import-package.ts'
import type { Plugins } from './load.ts'
import { placeNames, places, type Named, type PlaceName } from './named-packages.ts'
import { schemaFaults } from './schema-faults.ts'
import type { PackageSettings } from './settings/documents.ts'

/** Every such package exports exactly one object that names its port. */
export interface Declared<P extends PackageKind = PackageKind> {
  readonly port: P
  readonly id: string
  readonly home: string
  readonly settings?: Shapes
}
/** The members of a surface that the registry needs; HTTP knows the rest. */
export interface DeclaredSurface extends Declared<'surface'> {
  readonly paths: readonly string[]
  readonly private?: true
  readonly env?: readonly string[]
}

export interface Packages {
  readonly surfaces: readonly DeclaredSurface[]
  readonly store: Store
  readonly clients: readonly Client[]
  /** Null without a gateway: the sources are asked directly. */
  readonly gateway: Gateway | null
  /** Null where this node shares nothing. */
  readonly shared: Shared | null
  /** Null without tracing. */
  readonly telemetry: Telemetry | null
  /** Null where no evidence is kept. */
  readonly evidence: EvidenceStore | null
  /** Does the work of this node; null where nothing is scheduled. */
  readonly jobs: Jobs | null
  /** Does the work of the fleet; null without one. */
  readonly sharedJobs: Jobs | null
}
const fits =
  (port: PackageKind) =>
  (value: unknown): boolean =>
    typeof value === 'object' && value !== null && 'port' in value && value.port === port

/** The packages that loaded, and the faults of the others. */
export interface LoadedPackages {
  readonly packages: Omit<Packages, 'store'> & { readonly store: Store | null }
  /** Those that declare settings of their own. */
  readonly withSettings: readonly PackageSettings[]
  readonly faults: readonly string[]
}

/** `from`: the folder of the file that has the names. */
export const loadPackages = async (names: Named, from: string): Promise<LoadedPackages> => {
  const load = async (kind: PackageKind, name: string): Promise<Imported<Declared>> => {
    const imported = await importPackage<Declared>(kind, name, from, fits(kind))
    const [fault] = 'fault' in imported ? [] : schemaFaults('setting', imported.declared.settings ?? {})
    return fault === undefined ? imported : { fault: `${kind} '${name}': its ${fault}` }
  }
  const found = await Promise.all(
    placeNames.map((place) => Promise.all(names[place].map((name) => load(places[place].kind, name)))),
  )
  const foundAt = (place: PlaceName) => found[placeNames.indexOf(place)]!
  const loadedAt = <D extends object>(...at: readonly PlaceName[]): readonly D[] =>
    at.flatMap(foundAt).flatMap((result) => ('declared' in result ? [result.declared as unknown as D] : []))
  const oneAt = <D extends object>(...at: readonly PlaceName[]): D | null => loadedAt<D>(...at)[0] ?? null
  const clashesAt = (place: PlaceName, what: string, claims: (declared: never) => readonly string[]) =>
    clashes(names[place], foundAt(place), places[place].kind, what, claims as (declared: Declared) => readonly string[])
  return {
    packages: {
      surfaces: loadedAt('surfaces'),
      clients: loadedAt('clients'),
      store: oneAt('store', 'sharedStore'),
      gateway: oneAt('gateway'),
      shared: oneAt('shared'),
      telemetry: oneAt('telemetry'),
      evidence: oneAt('evidence', 'sharedEvidence'),
      jobs: oneAt('jobs'),
      sharedJobs: oneAt('sharedJobs'),
    },
    withSettings: loadedAt<Declared>(...placeNames).flatMap(({ port, id, home, settings }) =>
      settings ? [{ kind: port, id, home, settings }] : [],
    ),
    faults: [
      ...found.flat().flatMap((result) => ('fault' in result ? [result.fault] : [])),
      ...clashesAt('surfaces', 'id', ({ id }: Declared) => [id]),
      ...clashesAt('surfaces', 'path', ({ paths }: DeclaredSurface) => paths),
      ...clashesAt('clients', 'id', ({ id }: Declared) => [id]),
      ...clashesAt('clients', 'kind of operation', ({ kinds }: Client) => kinds),
    ],
  }
}

/** Faults for what two packages both claim. A claim that ends in `/*` covers all paths below. */
const clashes = <T>(
  names: readonly string[],
  found: readonly Imported<T>[],
  port: PackageKind,
  what: string,
  claims: (declared: T) => readonly string[],
): readonly string[] => {
  const claimed = found.flatMap((result, i) =>
    'fault' in result ? [] : claims(result.declared).map((claim) => ({ claim, name: names[i]! })),
  )
  return claimed.flatMap(({ claim, name }, i) => {
    const other = claimed.slice(0, i).find((before) => before.name !== name && overlaps(before.claim, claim))
    return other ? [`${port} '${name}': its ${what} '${claim}' is taken by ${port} '${other.name}'`] : []
  })
}

const overlaps = (a: string, b: string): boolean => covers(a, b) || covers(b, a)

/** Whether a claim covers a path: it is equal, or ends in `/*` and the path is below. */
export const covers = (claim: string, path: string): boolean =>
  claim === path || (claim.endsWith('/*') && path.startsWith(claim.slice(0, -1)))

/** Faults of sources with operations of a kind that no listed client answers. */
export const unanswered = (
  { sources }: Pick<Plugins, 'sources'>,
  { clients }: Pick<Packages, 'clients'>,
): readonly string[] => {
  const answered = new Set(clients.flatMap(({ kinds }) => kinds))
  return [...sources.values()].flatMap(({ id, operations }) => {
    const without = new Set([...operations.values()].map(({ how }) => how.kind).filter((kind) => !answered.has(kind)))
    return [...without].map(
      (kind) => `source '${id}': no listed client answers operations of the kind '${kind}', which it has`,
    )
  })
}
