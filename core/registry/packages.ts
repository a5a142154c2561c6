/** Loads what a service is put together from: surfaces, a store, clients and a gateway, by the names in the settings. */
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
}
export interface PackageNames {
  readonly surfaces: readonly string[]
  readonly store: string
  readonly clients: readonly string[]
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

/** Rejects with the fault in words. */
export const loadGateway = async (name: string): Promise<Gateway> => {
  const found = await load<Gateway>('gateway', name)
  if ('fault' in found) throw new RangeError(found.fault)
  return found.declared
}

export interface LoadedPackages {
  /** Null where something that a service cannot be without is not there. */
  readonly packages: Packages | null
  readonly faults: readonly string[]
}

export const loadPackages = async ({ surfaces, store, clients }: PackageNames): Promise<LoadedPackages> => {
  const [foundSurfaces, foundStore, foundClients] = await Promise.all([
    Promise.all(surfaces.map((name) => load<DeclaredSurface>('surface', name))),
    load<Store>('store', store),
    Promise.all(clients.map((name) => load<Client>('client', name))),
  ])
  const all: readonly Found<unknown>[] = [...foundSurfaces, foundStore, ...foundClients]
  const sound = <T>(found: readonly Found<T>[]): readonly T[] =>
    found.flatMap((one) => ('declared' in one ? [one.declared] : []))
  const loaded = { surfaces: sound(foundSurfaces), clients: sound(foundClients) }
  const faults = [
    ...all.flatMap((one) => ('fault' in one ? [one.fault] : [])),
    ...clashes(surfaces, foundSurfaces, 'surface', 'path', ({ paths }) => paths),
    ...clashes(clients, foundClients, 'client', 'kind of operation', ({ kinds }) => kinds),
  ]
  return { packages: 'declared' in foundStore ? { ...loaded, store: foundStore.declared } : null, faults }
}

/** What two packages both claim. */
const clashes = <T>(
  names: readonly string[],
  found: readonly Found<T>[],
  port: PackageKind,
  what: string,
  claims: (declared: T) => readonly string[],
): readonly string[] => {
  const first = new Map<string, string>()
  return found.flatMap((one, i) =>
    'fault' in one
      ? []
      : claims(one.declared).flatMap((claim) => {
          const other = first.get(claim)
          if (other === undefined) first.set(claim, names[i]!)
          return other === undefined ? [] : [`${port} '${names[i]}': has the ${what} '${claim}' of ${port} '${other}'`]
        }),
  )
}

/** Operations that none of the clients answers. */
export const unanswered = ({ sources }: Pick<Plugins, 'sources'>, { clients }: Packages): readonly string[] => {
  const kinds = new Set(clients.flatMap((client) => client.kinds))
  return [...sources.values()].flatMap(({ id, operations }) =>
    [...operations.values()]
      .filter(({ how }) => !kinds.has(how.kind))
      .map(
        (operation) =>
          `source '${id}': no client that is listed answers '${operation.id}', of the kind '${operation.how.kind}'`,
      ),
  )
}

/** The packages that have settings of their own. */
export const withSettings = ({ surfaces, store, clients }: Packages): readonly PackageSettings[] =>
  [...surfaces, store, ...clients].flatMap(({ port, id, home, settings }) =>
    settings ? [{ kind: port, id, home, settings }] : [],
  )
