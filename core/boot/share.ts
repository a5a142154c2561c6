/**
 * Lets modules that stay outside the pack (samples, endpoints of others) import what the pack holds, so that there is
 * one of each.
 */
import { pathToFileURL } from 'node:url'
import { projectRoot } from './address.ts'
import { held, heldAt, type Module } from './held.ts'
import { resolveOwnModules } from './resolution.ts'

let sharing: Promise<void> | undefined

const share = async (from: string): Promise<void> => {
  const modules = await Promise.all(
    [...held].map(async ([address, open]): Promise<readonly [string, Module]> => [address, await open()]),
  )
  resolveOwnModules(pathToFileURL(`${projectRoot}/`).href, { modules: new Map(modules), from })
}

/** To be awaited before anything is imported from its source. Nothing to do where all is. */
export const shareHeld = (): Promise<void> => (sharing ??= heldAt === null ? Promise.resolve() : share(heldAt))
