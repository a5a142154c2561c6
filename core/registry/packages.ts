/** Loads the packages that a service is made of by their names in the settings: surfaces, a store, clients, a gateway. */
import type { Client } from '../contract/client.ts'
import type { Gateway } from '../contract/gateway.ts'
import type { Shapes } from '../contract/shape.ts'
import type { Store } from '../credits/store.ts'
import { specifierOf, type PackageKind } from './address.ts'
import type { Plugins } from './load.ts'
import type { PackageSettings } from './settings/documents.ts'

/** What every such package exports one of: an object that says which port it fits. */
export interface Declared<P extends PackageKind = PackageKind> {
  readonly port: P
  readonly id: string
  readonly home: string
  readonly settings?: Shapes
}
/** A surface, as far as it is known here: what it does is the business of HTTP. */
export interface DeclaredSurface extends Declared<'surface'> {
  readonly paths: readonly string[]
}

export interface Packages {
  readonly surfaces: readonly DeclaredSurface[]
  readonly store: Store
  readonly clients: readonly Client[]
  /** Null where none is wanted: the sources are asked themselves. */
  readonly gateway: Gateway | null
}
export interface PackageNames {
  readonly surfaces: readonly string[]
  readonly store: string
  readonly clients: readonly string[]
  readonly gateway: string | null
}

type Found<T> = { readonly declared: T } | { readonly fault: string }

const fits = (value: unknown, port: PackageKind): value is Declared =>
  typeof value === 'object' && value !== null && 'port' in value && value.port === port

/** Imports one package; one that is broken is a fault in words. */
const load = async <T>(port: PackageKind, name: string): Promise<Found<T>> => {
  const said = (what: string) => ({ fault: `${port} '${name}': ${what}` })
  try {
    const module = (await import(specifierOf(name, port))) as object
    const [one, ...others] = Object.values(module).filter((value) => fits(value, port))
    if (one && others.length === 0) return { declared: one as T }
    return said(`its module exports ${one ? `${others.length + 1} of the kind, not one` : `no ${port}`}`)
  } catch (error) {
    return said(error instanceof Error ? error.message.split('\n')[0]! : String(error))
  }
}

/** The packages that could be loaded, and what is wrong with the others. */
export interface LoadedPackages {
  readonly packages: Omit<Packages, 'store'> & { readonly store: Store | null }
  readonly faults: readonly string[]
}

export const loadPackages = async ({ surfaces, store, clients, gateway }: PackageNames): Promise<LoadedPackages> => {
  const [foundSurfaces, foundClients, foundStores, foundGateways] = await Promise.all([
    Promise.all(surfaces.map((name) => load<DeclaredSurface>('surface', name))),
    Promise.all(clients.map((name) => load<Client>('client', name))),
    Promise.all([store].map((name) => load<Store>('store', name))),
    Promise.all((gateway === null ? [] : [gateway]).map((name) => load<Gateway>('gateway', name))),
  ])
  const sound = <T>(found: readonly Found<T>[]): readonly T[] =>
    found.flatMap((one) => ('declared' in one ? [one.declared] : []))
  return {
    packages: {
      surfaces: sound(foundSurfaces),
      clients: sound(foundClients),
      store: sound(foundStores)[0] ?? null,
      gateway: sound(foundGateways)[0] ?? null,
    },
    faults: [
      ...[...foundSurfaces, ...foundClients, ...foundStores, ...foundGateways].flatMap((one) =>
        'fault' in one ? [one.fault] : [],
      ),
      ...clashes(surfaces, foundSurfaces, 'surface', 'id', ({ id }) => [id]),
      ...clashes(surfaces, foundSurfaces, 'surface', 'path', ({ paths }) => paths),
      ...clashes(clients, foundClients, 'client', 'id', ({ id }) => [id]),
      ...clashes(clients, foundClients, 'client', 'kind of operation', ({ kinds }) => kinds),
    ],
  }
}

/** What two packages both claim. A claim that ends in `/*` is one to all below it. */
const clashes = <T>(
  names: readonly string[],
  found: readonly Found<T>[],
  port: PackageKind,
  what: string,
  claims: (declared: T) => readonly string[],
): readonly string[] => {
  const claimed = found.flatMap((one, i) =>
    'fault' in one ? [] : claims(one.declared).map((claim) => ({ claim, name: names[i]! })),
  )
  return claimed.flatMap(({ claim, name }, i) => {
    const other = claimed.slice(0, i).find((before) => before.name !== name && overlaps(before.claim, claim))
    return other ? [`${port} '${name}': its ${what} '${claim}' is taken by ${port} '${other.name}'`] : []
  })
}

const overlaps = (one: string, other: string): boolean => covers(one, other) || covers(other, one)

/** Whether a claim is to this path, or to all below a path that it is below. */
export const covers = (claim: string, path: string): boolean =>
  claim === path || (claim.endsWith('/*') && path.startsWith(claim.slice(0, -1)))

/** A line for each source that has operations of a kind that none of the clients answers. */
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

/** The packages that have settings of their own. */
export const withSettings = ({ surfaces, store, clients }: LoadedPackages['packages']): readonly PackageSettings[] =>
  [...surfaces, ...(store ? [store] : []), ...clients].flatMap(({ port, id, home, settings }) =>
    settings ? [{ kind: port, id, home, settings }] : [],
  )
