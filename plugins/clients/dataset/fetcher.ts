/** Fetches a dataset's files and pages, under the gateway, credential and redirect rules of calls. */
import { decodeByContentType } from '@domesday/client-formats'
import type { Dataset } from '@domesday/core'
import { UpstreamFault, type ClientParts, type Egress, type SourceSettings } from '@domesday/core/client'
import { DelegateBackoff, handleWhen, retry } from 'cockatiel'
import { readFile, rm } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { workFile } from './data-files.ts'
import type { DownloadFile, FetchPage } from './pull-options.ts'
import { closedNow, type ReadingTime } from './reading-hours.ts'

export interface Fetcher {
  readonly download: DownloadFile
  readonly fetchPage: FetchPage
}

export interface FetcherOptions extends ReadingTime {
  readonly egress: Egress
  readonly download: ClientParts['download']
  /** The data folder. */
  readonly dir: string
}

/** Seconds. A feed is read for minutes, so the pause that a rate limit asks for is waited for. */
const longestWait = 180

const isPassing = (fault: unknown): boolean =>
  fault instanceof UpstreamFault && (fault.reason === 'upstream_failed' || fault.reason === 'upstream_timeout')

export const fetcherOf = (
  source: Dataset,
  settings: SourceSettings,
  { egress, download, dir, ...time }: FetcherOptions,
): Fetcher => {
  const retried = retry(handleWhen(isPassing), {
    maxAttempts: settings.tries - 1,
    backoff: new DelegateBackoff(({ attempt, result }) => {
      const { retryAfter } = (result as { readonly error: UpstreamFault }).error
      return 1000 * Math.min(longestWait, retryAfter ?? attempt * 2)
    }),
  })
  // Downloads do not pass the limiter of calls, so pages keep its rate here.
  const rate = settings.pull?.rate ?? settings.rate
  const pace = rate && egress.anonymous !== true ? rate.per / rate.calls : 0
  let next = 0
  const paced = async (): Promise<void> => {
    const now = performance.now()
    if (next > now) await wait(next - now)
    next = Math.max(now, next) + pace
  }
  const common = { source, settings, cap: settings.max_bytes }
  const headers = 'first' in source.pull ? source.pull.headers : undefined
  return {
    download: (path, to, onBytes) => download({ ...common, path, to, progress: onBytes }),
    fetchPage: (path) =>
      retried.execute(async () => {
        await paced()
        const closed = closedNow(settings, egress, time)
        if (closed !== null) throw new UpstreamFault(source.id, 'not_asked', closed)
        const file = workFile(dir, `${source.id}.page`)
        try {
          const page = await download({ ...common, path, to: file, ...(headers && { headers }) })
          return {
            body: decodeByContentType(await readFile(file), page.headers['content-type']),
            headers: page.headers,
          }
        } finally {
          await rm(file, { force: true })
        }
      }),
  }
}
