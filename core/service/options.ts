/** The options of this process: mode, folders and ports, from flags and environment. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Operation } from '../contract/operation.ts'
import type { Scored } from '../contract/score.ts'
import type { PluginError } from '../engine/plugin-errors.ts'
import { isClone, projectRoot } from '../registry/address.ts'
import type { Env } from '../registry/credentials.ts'
import type { Loading } from '../registry/load.ts'

export interface ServiceOptions {
  readonly mode: 'sandbox' | 'live'
  readonly env: Env
  readonly configDir: string
  readonly dataDir: string
  /** From the environment; overrides the settings. */
  readonly port?: number
  readonly metricsPort?: number
  readonly host?: string
  /** The operator's own gateway, in either mode. Without it the sandbox opens its own. */
  readonly gateway?: string
  /** Replaces the plugins that service.yaml lists. */
  readonly loaded?: Loading
  /** The wall clock, Unix milliseconds, where it is not that of the machine: for tests. */
  readonly now?: () => number
  /** Deadlines and time limits of sources are so many times as long: for tests. */
  readonly patience?: number
  /** Called with every score, before an endpoint changes its shape: for the docs. */
  readonly onScore?: (id: string, scored: Scored) => void
  /** Called with every question, cached or not: for the docs. */
  readonly onAsk?: (operation: Operation<any, any>, input: unknown) => void
  /** Called with every error of a plugin's code: for tests. */
  readonly onPluginError?: (error: PluginError) => void
  /** Replaces a part that a surface makes itself, by the surface's id: for tests. */
  readonly substitutes?: Readonly<Record<string, unknown>>
  /** Where logs go; standard output without it. */
  readonly logTo?: { write(line: string): void }
}

const portIn = (env: Env, name: string): number | undefined => {
  const text = env[name]
  if (text === undefined || text === '') return undefined
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65535)
    throw new RangeError(`${name} must be a port from 0 to 65535, not '${text}'`)
  return port
}

const gatewayIn = (env: Env): string | undefined => {
  const text = env['DOMESDAY_UPSTREAM_GATEWAY']
  if (text === undefined || text === '') return undefined
  if (!URL.canParse(text) || !/^https?:/.test(text))
    throw new RangeError(`DOMESDAY_UPSTREAM_GATEWAY must be an address such as http://127.0.0.1:4010, not '${text}'`)
  return text.replace(/\/+$/, '')
}

/** Where settings and data are: a service may have a folder of its own, and its core be linked from a clone. */
export const serviceFolder = (at = process.cwd()) => (existsSync(`${at}/config/service.yaml`) ? at : projectRoot)

/** It is the one of a clone of the project, and none of its own. */
export const isProject = (): boolean => isClone && serviceFolder() === projectRoot

/** Throws a `RangeError` that names the variable at fault. */
export const optionsFrom = (env: Env, { live }: { readonly live: boolean }, cwd = process.cwd()): ServiceOptions => {
  const mode = live ? 'live' : 'sandbox'
  const home = serviceFolder(cwd)
  const port = portIn(env, 'PORT'),
    metricsPort = portIn(env, 'METRICS_PORT'),
    gateway = gatewayIn(env)
  return {
    mode,
    env,
    configDir: resolve(cwd, env['DOMESDAY_CONFIG_DIR'] || `${home}/config`),
    dataDir: resolve(cwd, env['DOMESDAY_DATA_DIR'] || `${home}/data/${mode}`),
    ...(port !== undefined && { port }),
    ...(metricsPort !== undefined && { metricsPort }),
    ...(env['HOST'] && { host: env['HOST'] }),
    ...(gateway !== undefined && { gateway }),
  }
}
