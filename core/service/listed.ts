/** The packages that service.yaml lists, and their positions in it. */
import { join } from 'node:path'
import { formatFault } from '../config/faults.ts'
import { readSettings, type ReadOptions } from '../config/read-settings.ts'
import { placeAt, subtreeAt, type TreeMap, type TreePath } from '../config/tree.ts'
import { ownNames, projectRoot } from '../registry/address.ts'
import type { PackageNames } from '../registry/packages.ts'
import { serviceDocument, type WrittenService } from '../registry/settings/service-settings.ts'

/** Packages that are named but loaded only where they are needed. */
export type OptionalPackage = 'gateway' | 'shared' | 'shared store' | 'telemetry' | 'jobs' | 'shared jobs'

/** The single-machine default. A shared package replaces it, but not one that the operator chose. */
const ofOneMachine = 'sqlite'
/** The value of `jobs` that turns scheduled work off. */
const noJobs = 'none'

export interface Listed extends PackageNames {
  readonly endpoints: readonly string[]
}

const treeIn = (options: Omit<ReadOptions, 'cache'>): TreeMap | undefined =>
  readSettings([serviceDocument()], { ...options, partial: true }).trees.get('service:service')

/** Works for a faulty service.yaml too, so that faults of the listed packages are reported with its own. */
export const listedIn = (options: ReadOptions, without: ReadonlySet<OptionalPackage>): Listed => {
  const read = readSettings([serviceDocument()], { ...options, partial: true })
  const sound = read.settings.get('service:service') as WrittenService | undefined
  if (sound) {
    const idle = without.has('jobs') || sound.jobs === noJobs
    const store = without.has('shared store') || sound.store !== ofOneMachine ? sound.store : sound.shared_store
    // Without a shared ledger, DATABASE_URL is not ours to use.
    const isShared = !without.has('shared store') && store !== ofOneMachine
    return {
      ...sound,
      store,
      gateway: without.has('gateway') ? null : sound.sandbox.gateway,
      shared: without.has('shared') ? null : sound.shared,
      telemetry: without.has('telemetry') ? null : sound.telemetry,
      evidence: (isShared && sound.evidence === ofOneMachine ? sound.shared_evidence : sound.evidence) ?? null,
      jobs: idle ? null : sound.jobs,
      sharedJobs: idle || without.has('shared jobs') ? null : sound.shared_jobs,
    }
  }
  // A service.yaml that cannot be parsed lists nothing: check the default packages and every endpoint.
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
    store: at('store')[0] ?? ofOneMachine,
    clients: at('clients'),
    gateway: without.has('gateway') ? null : (at('sandbox', 'gateway')[0] ?? null),
    shared: without.has('shared') ? null : (at('shared')[0] ?? null),
    telemetry: without.has('telemetry') ? null : (at('telemetry')[0] ?? null),
    evidence: at('evidence')[0] ?? null,
    jobs: null,
    sharedJobs: null,
  }
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
    case 'shared':
    case 'telemetry':
    case 'evidence':
      return [kind]
    case 'jobs':
      return [name === listed.jobs ? 'jobs' : 'shared_jobs']
    case 'gateway':
      return ['sandbox', 'gateway']
    // The fault of a source is a missing client.
    default:
      return ['clients']
  }
}

/** Adds to each fault of a package its position in service.yaml. */
export const withPositions = (
  faults: readonly string[],
  listed: Listed,
  options: Omit<ReadOptions, 'cache'>,
): readonly string[] => {
  // Cached settings have no positions.
  const tree = faults.length > 0 ? treeIn(options) : undefined
  return faults.map((fault) => {
    const [, kind, name] =
      /^(endpoint|surface|store|shared|telemetry|evidence|jobs|client|gateway|source) '([^']+)': /.exec(fault) ?? []
    if (kind === undefined || name === undefined || !tree) return fault
    const path = pathOf(listed, kind, name)
    if (!subtreeAt(tree, path)) return fault
    return formatFault({ ...placeAt(tree, path), message: fault }, projectRoot)
  })
}
