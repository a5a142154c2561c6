/** How a pull of a dataset reaches its source: through the same gateway, credential and redirect rules as calls. */
import { DelegateBackoff, handleWhen, retry } from 'cockatiel'
import { readFile, rm } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { Dataset } from '@domesday/core'
import { workFile } from './files.ts'
import { inWords, isWithin } from './hours.ts'
import type { Download, FetchPage } from './reach.ts'
import { decodeByContentType } from '@domesday/client-formats'
import { type ClientParts, type Egress, type SourceSettings, UpstreamFault } from '@domesday/core/client'

export interface Fetcher {
  readonly download: Download
  readonly fetchPage: FetchPage
}

/** Seconds. A feed is read page by page for minutes: the pause that a rate limit asks for is waited for. */
const longestWait = 180

const isPassing = (fault: unknown): boolean =>
  fault instanceof UpstreamFault && (fault.reason === 'upstream_failed' || fault.reason === 'upstream_timeout')

export interface Access {
  readonly egress: Egress
  readonly download: ClientParts['download']
  /** The data folder. */
  readonly dir: string
  readonly leave?: Leave
}

export interface Leave {
  /** The store of a live source is filled at any hour. */
  readonly anytime?: boolean
  readonly now?: () => number
}

/** Of a store: why it may not be read at this hour, or null. The sample world has no hours. */
export const closedNow = (
  { pull }: SourceSettings,
  { anonymous }: Egress,
  { anytime = false, now = Date.now }: Leave = {},
): string | null =>
  pull === null || anonymous === true || anytime || isWithin(pull.hours, new Date(now()))
    ? null
    : `is read ${inWords(pull.hours)} only, as its keeper asks; --now reads it all the same`

/** What a pull of one dataset fetches with. */
export const fetcherOf = (
  source: Dataset,
  settings: SourceSettings,
  { egress, download, dir, leave = {} }: Access,
): Fetcher => {
  const retried = retry(handleWhen(isPassing), {
    maxAttempts: settings.tries - 1,
    backoff: new DelegateBackoff(({ attempt, result }) => {
      const { retryAfter } = (result as { readonly error: UpstreamFault }).error
      return 1000 * Math.min(longestWait, retryAfter ?? attempt * 2)
    }),
  })
  // Pages do not pass the limiter of calls: they keep its pace themselves.
  const rate = settings.pull?.rate ?? settings.rate
  const pace = rate && egress.anonymous !== true ? rate.per / rate.calls : 0
  let next = 0
  const paced = async (): Promise<void> => {
    const now = performance.now()
    if (next > now) await wait(next - now)
    next = Math.max(now, next) + pace
  }
  return {
    download: (path, to, onBytes) =>
      download({ source, settings, path, to, cap: settings.max_bytes, progress: onBytes }),
    fetchPage: (path) =>
      retried.execute(async () => {
        await paced()
        const closed = closedNow(settings, egress, leave)
        if (closed !== null) throw new UpstreamFault(source.id, 'not_asked', closed)
        const file = workFile(dir, `${source.id}.page`)
        try {
          const { headers } = await download({
            source,
            settings,
            path,
            to: file,
            cap: settings.max_bytes,
            ...('first' in source.pull && source.pull.headers && { headers: source.pull.headers }),
          })
          return { body: decodeByContentType(await readFile(file), headers['content-type']), headers }
        } finally {
          await rm(file, { force: true })
        }
      }),
  }
}
