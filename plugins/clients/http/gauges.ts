/** The metrics of the HTTP client. Sources that were not asked since the start have no values. */
import type { Gauge } from '@domesday/core/client'
import type { Channel } from './channel.ts'
import type { HttpClientState } from './http-client.ts'

const breakerStates = { closed: 0, 'half open': 1, open: 2 }

/** `state` gives nothing before the client is loaded. */
export const gaugesOf = (state: () => HttpClientState | undefined): readonly Gauge[] => {
  const bySource = (valueOf: (channel: Channel) => number | null) => () =>
    (state()?.channels ?? []).flatMap((channel) => {
      const value = valueOf(channel)
      return value === null ? [] : [{ labels: { source: channel.about.id }, value }]
    })
  const byOperation = (valueOf: (seen: HttpClientState['wires'][number]) => number) => () =>
    (state()?.wires ?? []).map((seen) => ({
      labels: { source: seen.source, operation: seen.operation },
      value: valueOf(seen),
    }))
  return [
    {
      name: 'domesday_upstream_breaker',
      help: 'The circuit breaker of a source: 0 closed, 1 half open, 2 open',
      labels: ['source'],
      read: bySource(({ breaker }) => breakerStates[breaker.state()]),
    },
    {
      name: 'domesday_upstream_tokens',
      help: 'Calls that the rate limit of a source allows at this moment',
      labels: ['source'],
      read: bySource(({ limiter }) => limiter.state().tokens),
    },
    {
      name: 'domesday_upstream_waiting',
      help: 'Questions that wait for the rate or concurrency limit of a source',
      labels: ['source'],
      read: bySource(({ limiter }) => limiter.state().waiting),
    },
    {
      name: 'domesday_upstream_unnamed_members',
      help: 'Members that an operation sends and that its source neither reads nor names',
      labels: ['source', 'operation'],
      read: byOperation(({ unnamed }) => Object.keys(unnamed).length),
    },
    {
      name: 'domesday_upstream_fallen_members',
      help: 'Members that far fewer rows of an operation have than used to',
      labels: ['source', 'operation'],
      read: byOperation(({ fallen }) => fallen.length),
    },
    {
      name: 'domesday_digest_cache_total',
      help: 'Questions that the cache of upstream answers could answer (hit) or not (miss)',
      labels: ['result'],
      counts: true,
      read: () => {
        const { hits = 0, misses = 0 } = state()?.digests ?? {}
        return [
          { labels: { result: 'hit' }, value: hits },
          { labels: { result: 'miss' }, value: misses },
        ]
      },
    },
    {
      name: 'domesday_shared_digests_total',
      help: 'Questions that what nodes share could answer (hit), not (miss), or not in time (away); and what was refused there',
      labels: ['result'],
      counts: true,
      read: () => Object.entries(state()?.shared ?? {}).map(([result, value]) => ({ labels: { result }, value })),
    },
    {
      name: 'domesday_shared_tokens',
      help: 'Calls that the rate limit of a source allows all nodes together at this moment',
      labels: ['source'],
      read: async () => {
        const channels = state()?.channels ?? []
        const left = await Promise.all(channels.map(({ limiter }) => limiter.sharedTokens()))
        return channels.flatMap(({ about }, i) =>
          left[i] === null ? [] : [{ labels: { source: about.id }, value: left[i]! }],
        )
      },
    },
  ]
}
