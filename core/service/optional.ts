/** Opens the packages that a service can do without: tracing, what nodes share, evidence. */
import type { OpenEvidence } from '../contract/evidence.ts'
import type { OpenShared } from '../contract/shared.ts'
import type { Billing } from '../credits/store.ts'
import { release } from '../http/release.ts'
import type { Configured } from './configure.ts'
import { evidenceClock } from './clocks.ts'
import { runningHere } from './fleet.ts'
import type { Log } from './log.ts'
import type { ServiceOptions } from './options.ts'

interface Opening {
  readonly billing: Billing
  readonly log: Log
  readonly isCommand: boolean
}

export const openOptional = async (
  configured: Configured,
  options: ServiceOptions,
  { billing, log, isCommand, reads }: Opening & { readonly reads: boolean },
) => ({
  tracing: (await configured.packages.telemetry?.open({ env: options.env, version: release, log })) ?? null,
  shared: await openShared(configured, options, { billing, log, isCommand }),
  evidence: reads ? null : await openEvidence(configured, options, { log, isCommand }),
})

/** Its settings may change while it is open. */
export const openEvidence = async (
  configured: Configured,
  options: ServiceOptions,
  { log, isCommand }: { readonly log: Pick<Log, 'info' | 'warn'>; readonly isCommand: boolean },
): Promise<OpenEvidence | null> => {
  const { packages, plugins, current } = configured,
    { dataDir, env, mode } = options
  const { evidence } = packages
  if (evidence === null) return null
  const { id, settings = {} } = evidence
  return evidence.open({
    dataDir,
    env,
    mode,
    settings: () => current().package({ kind: 'evidence', id, settings }) as never,
    sources: plugins.sources,
    log,
    isCommand,
    now: evidenceClock(configured, options),
  })
}

const openShared = async (
  configured: Configured,
  options: ServiceOptions,
  { billing: { fleet }, log, isCommand }: Opening,
): Promise<OpenShared | null> => {
  const { shared } = configured.packages,
    { env, mode } = options
  if (shared === null) {
    if (fleet !== undefined && mode === 'live')
      log.warn({ variable: 'VALKEY_URL' }, 'VALKEY_URL is not set: each node on this ledger keeps limits by itself')
    return null
  }
  return fleet === undefined
    ? null
    : shared.open({ env, fleet, running: runningHere(options, configured), log, isCommand })
}
