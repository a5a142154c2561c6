/** What the service keeps, opened for commands: the store, its books, its upkeep, the evidence. */
import { join } from 'node:path'
import { openSettingsCache } from '../config/cached-settings.ts'
import type { OpenEvidence } from '../contract/evidence.ts'
import { BillingError } from '../credits/billing-error.ts'
import type { StoreParts } from '../credits/store.ts'
import type { Books, Upkeep } from '../credits/upkeep.ts'
import { BootFault, configure, type Configured } from './configure.ts'
import { isFolder, makeDataFolder } from './data-folder.ts'
import { openEvidence } from './optional.ts'
import type { ServiceOptions } from './options.ts'

/** What the store is opened with, besides what the opener says. */
export const storeParts = (
  { dataDir, env, mode, now }: ServiceOptions,
  { packages: { store }, current }: Configured,
  own: Pick<StoreParts, 'warn' | 'isCommand' | 'log'>,
): StoreParts<any> => ({
  dataDir,
  settings: current().package({ kind: 'store', id: store.id, settings: store.settings ?? {} }),
  env,
  mode,
  ...(now && { now }),
  ...own,
})

/** The configured store and its parts, for commands. Throws a `BootFault`. */
const storeOf = async (options: ServiceOptions) => {
  const configured = await configure(options, {
    cache: openSettingsCache(join(options.dataDir, 'settings.json')),
  })
  // A command that cannot write says so itself.
  const parts = storeParts(options, configured, { warn: () => {}, isCommand: true })
  return { configured, store: configured.packages.store, parts }
}

/** Opens the configured store for commands, while a service may run. */
export const openStore = async (options: ServiceOptions) => {
  makeDataFolder(options.dataDir)
  const { store, parts, configured } = await storeOf(options)
  return { billing: await store.open(parts), configured }
}

/** Opens it for commands that only read: the folder may be read-only. */
export const openBooks = async (options: ServiceOptions) => {
  if (!isFolder(options.dataDir)) makeDataFolder(options.dataDir)
  const { store, parts, configured } = await storeOf(options)
  const books: Books = await (store.read === undefined ? store.open(parts) : store.read(parts))
  return { books, configured }
}

/** Opens the evidence for commands, while a service may run. */
export const openPacks = async (
  options: ServiceOptions,
): Promise<{ readonly evidence: OpenEvidence; readonly configured: Configured }> => {
  makeDataFolder(options.dataDir)
  const { configured } = await storeOf(options)
  const evidence = await openEvidence(configured, options, { log: { info: () => {}, warn: () => {} }, isCommand: true })
  if (evidence === null) throw new BootFault(["config/service.yaml names no package as 'evidence': none is kept"])
  return { evidence, configured }
}

export const openUpkeep = async (options: ServiceOptions): Promise<Upkeep> => {
  makeDataFolder(options.dataDir)
  const { store, parts } = await storeOf(options)
  if (store.upkeep === undefined)
    throw new BillingError('unusable', `the store '${store.id}' has no such command: use the tools of its database`)
  return store.upkeep(parts)
}

/** Migrates the evidence; null where none is kept, or a start migrates it. */
export const migrateEvidence = async (options: ServiceOptions, now: boolean) => {
  const { evidence } = (await storeOf(options)).configured.packages
  return (await evidence?.migrate?.({ env: options.env, mode: options.mode, now })) ?? null
}
