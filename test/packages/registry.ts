/**
 * A registry of npm on loopback. It has what this project has installed from elsewhere, but for the Node that it brings
 * along, which is large, and no package of the project's own.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { projectRoot } from '@domesday/core/tool'

export interface Registry {
  readonly origin: string
  /** The names that it was asked for. */
  readonly asked: ReadonlySet<string>
  close(): void
}

interface Found {
  readonly folder: string
  readonly manifest: Readonly<Record<string, unknown>> & { readonly version: string }
}

/** Each version of a package that is installed. */
const installed = (): ReadonlyMap<string, readonly Found[]> => {
  const lock = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly link?: true }>>
  }
  const found = Object.entries(lock.packages).flatMap(([path, { link }]) => {
    const name = /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path)?.[1],
      folder = join(projectRoot, path)
    if (name === undefined || link || name.startsWith('node-linux-') || !existsSync(join(folder, 'package.json')))
      return []
    const { devDependencies: _, ...manifest } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return [{ name, folder, manifest: manifest as Found['manifest'] }]
  })
  return Map.groupBy(found, ({ name }) => name)
}

export const openRegistry = async (): Promise<Registry> => {
  const all = installed()
  const asked = new Set<string>()
  const server = createServer((request, response) => {
    const [, name, version] = /^\/((?:@[^/]+\/)?[^/]+)(?:\/-\/(.+)\.tgz)?$/.exec(decodeURIComponent(request.url!)) ?? []
    asked.add(name!)
    const versions = all.get(name!) ?? []
    const wanted = version === undefined ? versions : versions.filter(({ manifest }) => manifest.version === version)
    if (wanted.length === 0) return void response.writeHead(404).end('{}')
    if (version === undefined)
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(
        JSON.stringify({
          name,
          'dist-tags': { latest: wanted[0]!.manifest.version },
          versions: Object.fromEntries(
            wanted.map(({ manifest }) => [
              manifest.version,
              { ...manifest, dist: { tarball: `${origin}/${name}/-/${manifest.version}.tgz` } },
            ]),
          ),
        }),
      )
    response.writeHead(200, { 'content-type': 'application/octet-stream' })
    const how = ['-c', '-I', 'gzip -1', '--exclude=./node_modules', '--transform', 's,^\\.,package,']
    spawn('tar', [...how, '-C', wanted[0]!.folder, '.']).stdout.pipe(response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { origin, asked, close: () => server.close() }
}
