/** Runs one source's operations with the real client and importer, against a gateway with its samples. */
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
import { UpstreamFault } from '@domesday/core/client'
import { createSandbox } from '@domesday/tool-gateway'

export interface OpenSource {
  /** Resolves to the digest from `read`. Rejects with an `UpstreamFault`. */
  ask<In, Out>(operation: Operation<In, Out>, input: In): Promise<Out>
  /** Calls without a sample, as rows for `samples/exchanges.yaml`. */
  readonly unmatched: readonly string[]
  close(): Promise<void>
}

/** The date of the sample data. */
export const sampleDay = new Date('2026-10-15T09:00:00Z')

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
 * `gateway` replaces the sandbox gateway, for example with recordings; null calls the real hosts, for tests that mock
 * them.
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
          onUnmatched: ({ row }) => unmatched.push(row!),
        }).listen()
      : null
  const settings = settingsOf(source)
  const dir = mkdtempSync(join(tmpdir(), 'domesday-source-'))
  const egress = {
    gateway: sandbox?.origin ?? gateway ?? null,
    env,
    // Anonymous: a harvest would otherwise observe the rate and the hours of the real service.
    anonymous: sandbox !== null || harvested,
    contact: '',
    version: 'test',
  }
  const clients = createClients({
    clients: [http, datasets],
    settingsOf: (id) =>
      id === 'http'
        ? {
            cache: { entries: 1000, bytes: '10MB' },
            shared: { bytes: '1kB' },
            bulk: { urgency: 6, look_ups: 30, one_in: 10 },
          }
        : {},
    sources,
    sourceSettings: () => settings,
    egress,
    unlimited: true,
    dataDirOf: () => dir,
    day: () => sampleDay,
    now: Date.now,
    unlicensed: () => null,
    log: { warn: () => {}, info: () => {} },
    observe: () => {},
  })
  if (source.kind === 'dataset' || harvested)
    for (const own of datasetsIn(sources).values())
      await pullDataset(own, {
        dir,
        day: sampleDay,
        ...fetcherOf(own, settings, { egress, download: clients.download, dir }),
      })
  return {
    ask: async (operation, input) => {
      try {
        return (await clients.ask(operation, input)).value as never
      } catch (error) {
        if (!(error instanceof UpstreamFault)) throw error
        // A fault says what, never where or for which call: a test needs both.
        if (error.reason === 'no_sample') error.message += `; add a row for it:\n${[...new Set(unmatched)].join('\n')}`
        else if ('at' in error && error.at !== null) error.message += ` (${String(error.at)})`
        throw error
      }
    },
    unmatched,
    close: async () => {
      await clients.close()
      await sandbox?.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
