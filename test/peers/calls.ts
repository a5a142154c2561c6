/** The calls that are made: every example at every depth, the free paths, and each failure that the document lists. */
import type { Prism } from './prism.ts'
import type { Condition } from './services.ts'

export interface Call {
  readonly name: string
  readonly path: string
  readonly status: number
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Set for a request that the document forbids: it goes by the proxy that lets it through. */
  readonly wrong?: true
}

interface Entry {
  readonly id: string
  readonly path: string
  readonly examples: readonly string[]
  readonly prices: { readonly credits: { readonly flat?: number } }
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const at = (condition: Condition, headers: Readonly<Record<string, string>>) => ({
  ...headers,
  'x-condition': condition,
})

/** Every example of every endpoint at every depth it has. */
export const exampleCalls = (endpoints: readonly Entry[], key: string): readonly Call[] =>
  endpoints.flatMap(({ examples, prices }) =>
    examples.flatMap((example) =>
      (prices.credits.flat === undefined ? ['summary', 'standard', 'full'] : [null]).map((depth) => {
        const path = `/api/v1${example}${depth === null ? '' : `${example.includes('?') ? '&' : '?'}depth=${depth}`}`
        return { name: path, path, status: 200, headers: bearer(key) }
      }),
    ),
  )

export const freeCalls = (key: string): readonly Call[] => [
  ...['/catalogue', '/livez', '/readyz'].map((path) => ({ name: path, path, status: 200 })),
  { name: 'account', path: '/account', status: 200, headers: bearer(key) },
  {
    name: 'a new key',
    path: '/keys',
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
    status: 201,
  },
]

const subjects: Readonly<Record<string, string>> = {
  postcode: 'ZZ99ZZ',
  identifier: '99999999',
  name_or_id: 'Nobody%20Known',
  registration: 'ZZ99NIL',
  commodity: '9999999999',
}

/** Failures: of every look-up those that it can have alone, and of one look-up those that all share. */
export const failingCalls = (
  endpoints: readonly Entry[],
  keys: Readonly<Record<Condition | 'poor', string>>,
): readonly Call[] => {
  const lookups = endpoints.flatMap(({ path, examples: [example = ''] }): readonly Call[] => {
    const name = /\{(\w+)\}/.exec(path)?.[1] ?? ''
    const shown = `/api/v1${example}`
    const unknown =
      subjects[name] === undefined
        ? []
        : [
            {
              name: `unknown subject: ${path}`,
              path: `/api/v1${path.replace(/\{\w+\}/, subjects[name])}`,
              status: 404,
              headers: bearer(keys.sound),
            },
          ]
    return [
      ...unknown,
      { name: `no key: ${path}`, path: shown, status: 401, wrong: true },
      { name: `no credits: ${path}`, path: shown, status: 402, headers: bearer(keys.poor) },
      {
        name: `unknown parameter: ${path}`,
        path: `${shown}${shown.includes('?') ? '&' : '?'}dept=full`,
        status: 400,
        headers: bearer(keys.sound),
        wrong: true,
      },
    ]
  })
  const location = '/api/v1/location/WA11UH?depth=standard'
  return [
    ...lookups,
    {
      name: 'wrong depth',
      path: '/api/v1/location/WA11UH?depth=deep',
      status: 400,
      headers: bearer(keys.sound),
      wrong: true,
    },
    { name: 'idempotent', path: location, status: 200, headers: { ...bearer(keys.sound), 'idempotency-key': 'peers' } },
    {
      name: 'idempotency mismatch',
      path: '/api/v1/location/PR30SG',
      status: 422,
      headers: { ...bearer(keys.sound), 'idempotency-key': 'peers' },
    },
    {
      name: 'address too long',
      path: `/api/v1/location/WA11UH?depth=${'x'.repeat(9000)}`,
      status: 414,
      headers: bearer(keys.sound),
      wrong: true,
    },
    ...[200, 200, 200, 200, 429].map((status) => ({
      name: `limit: ${status}`,
      path: location,
      status,
      headers: at('strict', bearer(keys.strict)),
    })),
    ...[201, 201, 429].map((status) => ({
      name: `limit of new keys: ${status}`,
      path: '/keys',
      method: 'POST',
      body: '{}',
      status,
      headers: at('strict', { 'content-type': 'application/json' }),
    })),
    { name: 'upstream failed', path: location, status: 502, headers: at('failing', bearer(keys.failing)) },
    { name: 'upstream timed out', path: location, status: 504, headers: at('hanging', bearer(keys.hanging)) },
    {
      name: 'source not configured',
      path: '/api/v1/entity/99000017',
      status: 503,
      headers: at('bare', bearer(keys.bare)),
    },
    { name: 'account without a key', path: '/account', status: 401, wrong: true },
    {
      name: 'a new key from rubbish',
      path: '/keys',
      method: 'POST',
      body: '{"credits":5}',
      headers: { 'content-type': 'application/json' },
      status: 400,
      wrong: true,
    },
  ]
}

/** Two calls with one idempotency key at once, of which the first waits for an upstream: 504 and 409. */
export const twins = (prism: Prism, key: string) => {
  const sent = { headers: at('hanging', { ...bearer(key), 'idempotency-key': 'twins' }) }
  return Promise.all([1, 2].map(() => prism.call('/api/v1/location/NW19HZ', sent)))
}
