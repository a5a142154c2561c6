/**
 * Runs one source's operations as the service would: real client, real importer, against a gateway that serves its
 * samples.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSettings } from '../../../core/config/read-settings.ts'
import { formatFault } from '../../../core/config/faults.ts'
import type { Operation } from '../../../core/contract/operation.ts'
import { sourceDocument } from '../../../core/registry/settings/documents.ts'
import { datasetsIn, type AnySource } from '../../../core/registry/load.ts'
import { sourceSettingsIn } from '../../../core/registry/settings/settings.ts'
import { reachOf } from '../../clients/dataset/source-access.ts'
import { pullDataset } from '../../clients/dataset/pull.ts'
import { openDatasets } from '../../clients/dataset/open.ts'
import { createSandbox } from '../gateway/sandbox.ts'
import { createUpstream } from '../../clients/http/client.ts'

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
  const imported = datasetsIn(sources)
  if (source.kind === 'dataset' || harvested)
    for (const own of imported.values())
      await pullDataset(own, { dir, day: worldDay, ...reachOf(own, settings, egress, dir) })
  const datasets = openDatasets({ dir, sources: imported })
  const upstream = createUpstream({
    ...egress,
    sources: [source],
    settings: () => settings,
    memo: { entries: 1000, bytes: 1e7 },
    lifted: true,
    datasets,
    log: { warn: () => {} },
  })
  return {
    ask: async (operation, input) => (await upstream.ask(operation, input)).value as never,
    unmatched,
    close: async () => {
      await upstream.close()
      datasets.close()
      await sandbox?.close()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
