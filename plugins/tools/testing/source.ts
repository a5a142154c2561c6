/**
 * Runs one source's operations as the service would: real client, real importer, against a gateway that serves its
 * samples.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { datasets } from '@domesday/client-dataset'
import { fetcherOf, pullDataset } from '@domesday/client-dataset/commands'
import { http } from '@domesday/client-http'
import type { Operation } from '@domesday/core'
import {
  createClients,
  type AnySource,
  datasetsIn,
  formatFault,
  readSettings,
  sourceDocument,
  sourceSettingsIn,
} from '@domesday/core/tool'
import { createSandbox } from '@domesday/tool-gateway'

export interface OpenSource {
  /** The digest that `read` makes. Rejects with an `UpstreamFault`. */
  ask<In, Out>(operation: Operation<In, Out>, input: In): Promise<Out>
  /** Calls that no sample answered. */
  readonly unmatched: readonly string[]
  close(): Promise<void>
}

/** The day of the sample world. */
export const worldDay = new Date('2026-10-15T09:00:00Z')

const settingsOf = (source: AnySource) => {
  const { settings, faults } = readSettings([sourceDocument(source)], {
    configDir: join(source.home, 'no-overrides'),
    env: {},
    partial: true,
  })
  if (faults.length > 0) throw new Error(faults.map((fault) => formatFault(fault, source.home)).join('\n'))
  return sourceSettingsIn(settings, source.id)
}

/**
 * `gateway` may name another stand-in, such as one that serves recordings; null asks the real hosts, for tests that
 * answer in their place.
 */
export const openSource = async (
  source: AnySource,
  {
    gateway,
    env = {},
    harvested = false,
  }: {
    readonly gateway?: string | null
    readonly env?: Readonly<Record<string, string>>
    /** Fills the store of a live source first. */
    readonly harvested?: boolean
  } = {},
): Promise<OpenSource> => {
  const sources = new Map([[source.id, source]])
  const unmatched: string[] = []
  const sandbox =
    gateway === undefined
      ? await createSandbox({
          sources,
          onUnmatched: ({ method, path }) => unmatched.push(`${method} ${path}`),
        }).listen()
      : null
  const settings = settingsOf(source)
  const dir = mkdtempSync(join(tmpdir(), 'domesday-source-'))
  const egress = {
    gateway: sandbox?.origin ?? gateway ?? null,
    env,
    // A harvest keeps the pace and the hours of a real service, which a test has no time for.
    anonymous: sandbox !== null || harvested,
    contact: '',
    version: 'test',
  }
  const clients = createClients({
    clients: [http, datasets],
    settingsOf: (id) => (id === 'http' ? { cache: { entries: 1000, bytes: '10MB' } } : {}),
    sources,
    sourceSettings: () => settings,
    egress,
    unlimited: true,
    dataDirOf: () => dir,
    day: () => worldDay,
    unlicensed: () => null,
    log: { warn: () => {} },
    observe: () => {},
  })
  if (source.kind === 'dataset' || harvested)
    for (const own of datasetsIn(sources).values())
      await pullDataset(own, {
        dir,
        day: worldDay,
        ...fetcherOf(own, settings, { egress, download: clients.download, dir }),
      })
  return {
    ask: async (operation, input) => (await clients.ask(operation, input)).value as never,
    unmatched,
    close: async () => {
      await clients.close()
      await sandbox?.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
