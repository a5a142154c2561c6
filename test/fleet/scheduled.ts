/** What nodes with scheduled work have in common: one dataset, its upstream, and a schedule that looks often. */
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { projectRoot } from '@domesday/core/tool'
import { domesday as command } from '../support/commands.ts'

type Environment = Readonly<Record<string, string>>

const table = readFileSync(join(projectRoot, 'plugins/sources/gias/samples/edubasealldata.csv'))

/** Of the one dataset that these services have, `gias`; the other of their endpoint is left alone. */
const settings = (shared?: string): Readonly<Record<string, string>> => ({
  'service.yaml': `endpoints: [${join(projectRoot, 'plugins/endpoints/education')}]
schedule: { look: 200ms, silence: 10s, retry: { after: 500ms } }
overload: { event_loop_delay: 1h }
`,
  'clients/dataset.yaml': `by_command: [ofsted]\n${shared === undefined ? '' : `shared_files: ${shared}\n`}`,
})

export const hashOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex')

/** The file of the dataset in a data folder. */
export const fileIn = (dataDir: string): string => join(dataDir, 'datasets/gias.sqlite')

export const isReady = async (origin: string): Promise<boolean> => {
  const { data } = (await (await fetch(`${origin}/catalogue`)).json()) as {
    readonly data: { readonly sources: readonly { readonly id: string; readonly ready: boolean }[] }
  }
  return data.sources.find(({ id }) => id === 'gias')!.ready
}

/** Its environment and folders are for one file of tests. */
export const scheduledWork = async () => {
  const dir = mkdtempSync(join(tmpdir(), 'domesday-jobs-'))
  /** Downloads begun; while they are held up, the half of the file comes and no more. */
  const downloads: ServerResponse[] = []
  let isHeldUp = true
  const upstream = createServer((request, response) => {
    if (!request.url!.includes('/edubasealldata')) return void response.writeHead(404).end()
    downloads.push(response)
    response.writeHead(200, { 'content-type': 'text/csv', 'content-length': table.length })
    response.write(table.subarray(0, table.length / 2))
    if (!isHeldUp) response.end(table.subarray(table.length / 2))
  })
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    upstream.closeAllConnections()
    upstream.close()
    rmSync(dir, { recursive: true, force: true })
  })
  const gateway = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`,
    configDir = join(dir, 'config')

  const domesday = async (env: Environment, dataDir: string, ...words: readonly string[]) => {
    const folders = { DOMESDAY_CONFIG_DIR: configDir, DOMESDAY_DATA_DIR: dataDir }
    const typed = { env: { ...env, ...folders, DOMESDAY_UPSTREAM_GATEWAY: gateway } }
    const { code, out, err } = await command(typed, ...words, '--live')
    return { status: code, printed: out, remarks: err }
  }
  return {
    dir,
    configDir,
    gateway,
    downloads,
    /** Lets the downloads that are held up come whole, as later ones do. */
    goOn: (): void => {
      isHeldUp = false
      for (const one of downloads) if (!one.destroyed) one.end(table.subarray(table.length / 2))
    },
    /** Writes the settings of nodes that share their files there. */
    shareBy: (shared?: string): void => {
      mkdirSync(join(configDir, 'clients'), { recursive: true })
      for (const [name, text] of Object.entries(settings(shared))) writeFileSync(join(configDir, name), text)
    },
    domesday,
    /** As an operator sees them, by id. */
    jobs: async (env: Environment) => {
      const { status, printed, remarks } = await domesday(env, join(dir, 'command'), 'jobs', 'list', '--json')
      expect(status, remarks).toBe(0)
      const all = JSON.parse(printed) as readonly { readonly id: string; readonly [key: string]: any }[]
      return new Map(all.map((job) => [job.id, job]))
    },
  }
}
