/** The HTTP client: `get` operations are one call to their upstream, `run` operations several. */
import { integer, object, text } from '@domesday/core'
import { bytes, client, sizePattern } from '@domesday/core/client'
import { gaugesOf } from './gauges.ts'
import type { HttpClient } from './http-client.ts'
import { membersIn } from './learnt-members.ts'

export const http = client({
  id: 'http',
  home: import.meta.dirname,
  kinds: ['get', 'run'],
  settings: {
    cache: object({
      entries: integer({ description: 'Digests of upstream answers kept in memory', minimum: 1 }),
      bytes: text({ description: 'Size that they may have in memory', pattern: sizePattern }),
    }),
    shared: object({
      bytes: text({ description: 'The longest digest that nodes of a fleet share', pattern: sizePattern }),
    }),
    bulk: object({
      urgency: integer({ description: 'Requests with a Priority of this urgency and above', minimum: 1, maximum: 7 }),
      look_ups: integer({ description: 'Requests of a caller who has more than this in work', minimum: 1 }),
      one_in: integer({ description: 'One in so many questions to a source is of bulk while others wait', minimum: 2 }),
    }),
  },
  open: (parts) => {
    const { cache, shared } = parts.settings()
    let loading: Promise<HttpClient> | undefined
    let loaded: HttpClient | undefined
    const load = (): Promise<HttpClient> =>
      (loading ??= import('./http-client.ts').then(
        ({ createHttpClient }) =>
          (loaded = createHttpClient({
            ...parts,
            cache: { entries: cache.entries, bytes: bytes(cache.bytes) },
            longestShared: bytes(shared.bytes),
            bulk: () => parts.settings().bulk,
            // Nothing is learnt of sample data.
            members: parts.egress.anonymous === true ? undefined : membersIn(parts.dataDir, parts.log.warn),
          })),
      ))
    return {
      ask: (operation, input) =>
        loaded === undefined ? load().then((one) => one.ask(operation, input)) : loaded.ask(operation, input),
      isReady: () => true,
      warm: async () => void (await load()),
      download: async (job) => (await import('./download.ts')).download(parts.egress, job),
      gauges: gaugesOf(() => loaded?.state()),
      close: async () => (await loading)?.close(),
    }
  },
})
