/** The packages that service.yaml lists, and their positions in it. */
import { join } from 'node:path'
import { formatFault } from '../config/faults.ts'
import { readSettings, type ReadOptions } from '../config/read-settings.ts'
import { placeAt, plainValue, subtreeAt, type TreeMap } from '../config/tree.ts'
import { ownNames, projectRoot } from '../registry/address.ts'
import { installedOf, namedIn, pathOfNamed, type Listed, type Named } from '../registry/named-packages.ts'
import { serviceDocument } from '../registry/settings/service-settings.ts'

const treeIn = (options: Omit<ReadOptions, 'cache'>): TreeMap | undefined =>
  readSettings([serviceDocument()], { ...options, partial: true }).trees.get('service:service')

/** Works for a faulty service.yaml too, so that faults of the listed packages are reported with its own. */
export const listedIn = (options: ReadOptions): Listed => {
  const read = readSettings([serviceDocument()], { ...options, partial: true })
  // A service.yaml that cannot be parsed lists nothing: check the default packages and every endpoint.
  const tree = () =>
    read.trees.get('service:service') ?? treeIn({ ...options, configDir: join(options.configDir, 'none') })!
  const written = (read.settings.get('service:service') ?? plainValue(tree())) as { readonly endpoints?: unknown }
  const endpoints = Array.isArray(written.endpoints) ? written.endpoints.filter((one) => typeof one === 'string') : []
  return { endpoints: endpoints.length > 0 ? endpoints : ownNames('endpoint'), named: namedIn(written) }
}

/** All that is named, used or not, but for what nobody has installed and the defaults alone name. */
export const installedIn =
  (configDir: string) =>
  (named: Named): Named =>
    installedOf(named, listedIn({ configDir: join(configDir, 'none'), env: {} }).named, configDir)

/** Adds to each fault of a package its position in service.yaml. */
export const withPositions = (
  faults: readonly string[],
  { endpoints, named }: Listed,
  options: Omit<ReadOptions, 'cache'>,
): readonly string[] => {
  // Cached settings have no positions.
  const tree = faults.length > 0 ? treeIn(options) : undefined
  return faults.map((fault) => {
    const [, kind, name] = /^([a-z]+) '([^']+)': /.exec(fault) ?? []
    if (kind === undefined || name === undefined || !tree) return fault
    // The fault of a source is a missing client.
    const path =
      kind === 'endpoint'
        ? ['endpoints', endpoints.indexOf(name)]
        : kind === 'source'
          ? ['clients']
          : pathOfNamed(named, kind, name)
    if (path === null || !subtreeAt(tree, path)) return fault
    return formatFault({ ...placeAt(tree, path), message: fault }, projectRoot)
  })
}
