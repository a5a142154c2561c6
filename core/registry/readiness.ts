/** Which sources this server can ask, and what the others lack. */
import type { OpenClient } from '../contract/client.ts'
import { envNames, missingEnv, type Env } from './credentials.ts'
import type { Licences } from './licences.ts'
import type { AnySource, Plugins } from './load.ts'

/** Why a source cannot be asked, and the environment variables that are not set. */
export interface Lack {
  readonly reason: 'not_configured' | 'not_imported' | 'not_licensed'
  readonly env: readonly string[]
}

export interface Readiness {
  /** Why a source cannot be asked; null if it can. */
  lacking(source: string): Lack | null
  /** Whether the terms of a part of a source forbid asking it. */
  isOff(source: string, part: string): boolean
  /** The environment variables that hold a source's credentials, set or not. */
  envOf(source: string): readonly string[]
}

export const createReadiness = ({
  sources,
  licences,
  clients,
  env,
  anonymous,
}: {
  readonly sources: Plugins['sources']
  readonly licences: Pick<Licences, 'refusal'>
  readonly clients: Pick<OpenClient, 'isReady'>
  readonly env: Env
  /** No credentials are needed: the sandbox. */
  readonly anonymous: boolean
}): Readiness => {
  const unset = (source: AnySource): readonly string[] =>
    anonymous || source.keyless === true ? [] : missingEnv(source, env)
  return {
    lacking: (id) => {
      const source = sources.get(id)!
      const missing = unset(source)
      if (licences.refusal(id, null) !== null) return { reason: 'not_licensed', env: missing }
      if (!clients.isReady(id)) return { reason: 'not_imported', env: [] }
      return missing.length === 0 ? null : { reason: 'not_configured', env: missing }
    },
    isOff: (source, part) => licences.refusal(source, part) !== null,
    envOf: (id) => envNames(sources.get(id)!),
  }
}
