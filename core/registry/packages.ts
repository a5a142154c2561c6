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
export interface PackageNames {
  readonly surfaces: readonly string[]
  readonly store: string
  readonly clients: readonly string[]
  readonly gateway: string | null
  readonly shared: string | null
  readonly telemetry: string | null
  readonly evidence: string | null
  readonly jobs: string | null
  readonly sharedJobs: string | null
}

const fits =
  (port: PackageKind) =>
  (value: unknown): boolean =>
    typeof value === 'object' && value !== null && 'port' in value && value.port === port

/** The packages that loaded, and the faults of the others. */
export interface LoadedPackages {
  readonly packages: Omit<Packages, 'store'> & { readonly store: Store | null }
  readonly faults: readonly string[]
}

/** `from`: the folder of the file that has the names. */
export const loadPackages = async (
  { surfaces, store, clients, gateway, shared, telemetry, evidence, jobs, sharedJobs }: PackageNames,
  from: string,
): Promise<LoadedPackages> => {
  const load = async <T extends { readonly id: string; readonly settings?: Shapes }>(
    port: PackageKind,
    name: string,
  ): Promise<Imported<T>> => {
    const imported = await importPackage<T>(port, name, from, fits(port))
    const [fault] = 'fault' in imported ? [] : schemaFaults('setting', imported.declared.settings ?? {})
    return fault === undefined ? imported : { fault: `${port} '${name}': its ${fault}` }
  }
  const loadOptional = <T extends { readonly id: string }>(port: PackageKind, name: string | null) =>
    Promise.all((name === null ? [] : [name]).map((one) => load<T>(port, one)))
  const found = await Promise.all([
    Promise.all(surfaces.map((name) => load<DeclaredSurface>('surface', name))),
    Promise.all(clients.map((name) => load<Client>('client', name))),
    loadOptional<Store>('store', store),
    loadOptional<Gateway>('gateway', gateway),
    loadOptional<Shared>('shared', shared),
    loadOptional<Telemetry>('telemetry', telemetry),
    loadOptional<EvidenceStore>('evidence', evidence),
    loadOptional<Jobs>('jobs', jobs),
    loadOptional<Jobs>('jobs', sharedJobs),
  ])
  const [foundSurfaces, foundClients, foundStores, foundGateways, foundShared, foundTelemetry, ...others] = found
  const [foundEvidence, ofNode, ofFleet] = others
  const loaded = <T>(found: readonly Imported<T>[]): readonly T[] =>
    found.flatMap((result) => ('declared' in result ? [result.declared] : []))
  return {
    packages: {
      surfaces: loaded(foundSurfaces),
      clients: loaded(foundClients),
      store: loaded(foundStores)[0] ?? null,
      gateway: loaded(foundGateways)[0] ?? null,
      shared: loaded(foundShared)[0] ?? null,
      telemetry: loaded(foundTelemetry)[0] ?? null,
      evidence: loaded(foundEvidence)[0] ?? null,
      jobs: loaded(ofNode)[0] ?? null,
      sharedJobs: loaded(ofFleet)[0] ?? null,
    },
    faults: [
      ...found.flat().flatMap((result) => ('fault' in result ? [result.fault] : [])),
      ...clashes(surfaces, foundSurfaces, 'surface', 'id', ({ id }) => [id]),
      ...clashes(surfaces, foundSurfaces, 'surface', 'path', ({ paths }) => paths),
      ...clashes(clients, foundClients, 'client', 'id', ({ id }) => [id]),
      ...clashes(clients, foundClients, 'client', 'kind of operation', ({ kinds }) => kinds),
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

/** The packages with their own settings. */
export const withSettings = ({
  surfaces,
  store,
  clients,
  evidence,
}: LoadedPackages['packages']): readonly PackageSettings[] =>
  [...surfaces, ...(store ? [store] : []), ...clients, ...(evidence ? [evidence] : [])].flatMap(
    ({ port, id, home, settings }) => (settings ? [{ kind: port, id, home, settings }] : []),
  )
