/** The packages that service.yaml lists, and where it lists them. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { formatFault } from '../config/faults.ts'
import { nearest } from '../config/nearest.ts'
import { readSettings, type ReadOptions } from '../config/read-settings.ts'
import { placeAt, subtreeAt, type TreeMap, type TreePath } from '../config/tree.ts'
import { ownNames, projectRoot, specifierOf, type PackageKind } from '../registry/address.ts'
import type { PackageNames } from '../registry/packages.ts'
import { serviceDocument, type WrittenService } from '../registry/settings/service-settings.ts'

export interface Listed extends PackageNames {
  readonly endpoints: readonly string[]
}

const treeIn = (options: Omit<ReadOptions, 'cache'>): TreeMap | undefined =>
  readSettings([serviceDocument()], { ...options, partial: true }).trees.get('service:service')

/** Also of a service.yaml with faults, which hide none in the packages that it lists. */
export const listedIn = (options: ReadOptions, { withGateway }: { readonly withGateway: boolean }): Listed => {
  const read = readSettings([serviceDocument()], { ...options, partial: true })
  const sound = read.settings.get('service:service') as WrittenService | undefined
  if (sound) return { ...sound, gateway: withGateway ? sound.sandbox.gateway : null }
  // One that cannot be parsed lists nothing: then the defaults hold, and every endpoint is checked.
  const tree = read.trees.get('service:service') ?? treeIn({ ...options, configDir: join(options.configDir, 'none') })
  const at = (...path: TreePath): readonly string[] => {
    const found = tree && subtreeAt(tree, path)
    const items = found?.kind === 'list' ? found.items : found ? [found] : []
    return items.flatMap((item) => (item.kind === 'scalar' && typeof item.value === 'string' ? [item.value] : []))
  }
  const endpoints = at('endpoints')
  return {
    endpoints: endpoints.length > 0 ? endpoints : ownNames('endpoint'),
    surfaces: at('surfaces'),
    store: at('store')[0] ?? 'sqlite',
    clients: at('clients'),
    gateway: (withGateway && at('sandbox', 'gateway')[0]) || null,
  }
}

/** Whether a package is not there itself, rather than something that it imports. */
const isAbsent = (kind: PackageKind, name: string, fault: string): boolean => {
  const missing = /Cannot find \S+ '([^']+)'/.exec(fault)?.[1]
  const specifier = specifierOf(name, kind)
  return (
    missing !== undefined &&
    (missing === (specifier.startsWith('file:') ? fileURLToPath(specifier) : name) ||
      missing === specifier ||
      name.startsWith(`${missing}/`))
  )
}

const pathOf = (listed: Listed, kind: string, name: string): TreePath => {
  switch (kind) {
    case 'endpoint':
      return ['endpoints', listed.endpoints.indexOf(name)]
    case 'surface':
      return ['surfaces', listed.surfaces.indexOf(name)]
    case 'client':
      return ['clients', listed.clients.indexOf(name)]
    case 'store':
      return ['store']
    case 'gateway':
      return ['sandbox', 'gateway']
    // What a source needs is among the clients.
    default:
      return ['clients']
  }
}

const wordsOf = (kind: PackageKind, name: string, fault: string): string => {
  if (!isAbsent(kind, name, fault)) return fault
  const others = ownNames(kind).filter((own) => own !== name)
  const near = nearest(name, others)
  return `${kind} '${name}': there is no such plugin${near ? `; did you mean '${near}'?` : ''}`
}

/**
 * Faults of packages with the place where each is listed and, for one that is not there, the nearest name. Faults that
 * name no package stay as they are.
 */
export const placed = (
  faults: readonly string[],
  listed: Listed,
  options: Omit<ReadOptions, 'cache'>,
): readonly string[] => {
  // Cached settings have no places.
  const tree = faults.length > 0 ? treeIn(options) : undefined
  return faults.map((fault) => {
    const [, kind, name] = /^(endpoint|surface|store|client|gateway|source) '([^']+)': /.exec(fault) ?? []
    if (kind === undefined || name === undefined || !tree) return fault
    const path = pathOf(listed, kind, name)
    if (!subtreeAt(tree, path)) return fault
    const message = kind === 'source' ? fault : wordsOf(kind as PackageKind, name, fault)
    return formatFault({ ...placeAt(tree, path), message }, projectRoot)
  })
}
