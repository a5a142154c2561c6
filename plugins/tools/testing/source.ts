/** Runs one source's operations with the real client and importer, against a gateway with its samples. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { datasets } from '@domesday/client-dataset'
import { fetcherOf, importSamples } from '@domesday/client-dataset/commands'
import { http } from '@domesday/client-http'
import { apart, type Operation } from '@domesday/core'
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
import { hear } from './heard.ts'
import { faultLines, type PluginFault } from './plugin-fault.ts'

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

interface SourceOptions {
  readonly gateway?: string | null
  readonly env?: Readonly<Record<string, string>>
  /** Fills the store of a live source first. */
  readonly harvested?: boolean
  /** The clock of the source's world, which `run`s see; by default that of the sample data. */
  readonly day?: () => Date
}

/**
 * `gateway` replaces the sandbox gateway, for example with recordings; null calls the real hosts, for tests that mock
 * them. Rejects where the sample of a dataset cannot be imported at all.
 */
export const openSource = async (source: AnySource, options: SourceOptions = {}): Promise<OpenSource> => {
  const { opened, isEmpty, faults } = await openImported(source, options)
  if (!isEmpty) return opened
  await opened.close()
  throw new Error(faults.flatMap((fault) => faultLines(fault, process.cwd())).join('\n'))
}

/** What cannot be imported of the samples of a source, of a dataset or of the store of a live one. */
export const importFaultsOf = async (source: AnySource): Promise<readonly PluginFault[]> => {
  if (datasetsIn(new Map([[source.id, source]])).size === 0) return []
  const { opened, faults } = await openImported(source, { harvested: true })
  await opened.close()
  return faults
}

const openImported = async (
  source: AnySource,
  { gateway, env = {}, harvested = false, day = () => sampleDay }: SourceOptions,
): Promise<{ readonly opened: OpenSource; readonly isEmpty: boolean; readonly faults: readonly PluginFault[] }> => {
  const sources = new Map([[source.id, source]])
  const unmatched: string[] = []
  const heard = hear()
  const note = (line: object): void => heard.write(JSON.stringify(line))
  const sandbox =
    gateway === undefined
      ? await createSandbox({
          sources,
          onUnmatched: (call) => {
            unmatched.push(call.row!)
            note(call)
          },
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
    day,
    now: Date.now,
    unlicensed: () => null,
    log: { warn: () => {}, info: () => {} },
    observe: () => {},
  })
  const { imported, failed } = await importSamples({
    sources: source.kind === 'dataset' || harvested ? datasetsIn(sources) : new Map(),
    dir,
    day: day(),
    fetcherOf: (own) => fetcherOf(own, settings, { egress, download: clients.download, dir }),
  })
  for (const { id, ...why } of failed) note({ dataset: id, ...why })
  const faults = failed.length === 0 ? [] : heard.faults(sources, source.home, source.home)
  const opened: OpenSource = {
    ask: async (operation, input) => {
      try {
        return apart((await clients.ask(operation, input)).value).value as never
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
  return { opened, isEmpty: failed.length > 0 && imported.length === 0, faults }
}
