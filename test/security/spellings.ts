/** Requests as careless and hostile callers spell them. */
import type { Random } from './random.ts'

export interface Spelling {
  readonly method: string
  readonly target: string
  readonly version: string
  readonly headers: readonly string[]
  readonly body: string
}

/** The bytes of a request. Its body says its length itself, unless `headers` say it. */
export const bytesOf = ({ method, target, version, headers, body }: Spelling, ...more: readonly string[]): string => {
  const isFramed = headers.some((header) => /^(content-length|transfer-encoding):/i.test(header))
  const length = body === '' || isFramed ? [] : [`Content-Length: ${Buffer.byteLength(body, 'latin1')}`]
  return [`${method} ${target} HTTP/${version}`, ...headers, ...length, ...more, '', body].join('\r\n')
}

const subjects: readonly (readonly [path: string, subjects: readonly string[]])[] = [
  ['/api/v1/location/', ['WA11UH', 'WA1 1UH', 'wa1  1uh', ' WA1 1UH ', 'ZZ99ZZ', '1=1--', "' OR ''='"]],
  ['/api/v1/entity/', ['99000017', 'Acme', '0099000017', '-1', '99999999999999999999', '../../etc/passwd']],
  ['/api/v1/vehicle/', ['AB12CDE', 'ab12 cde', '<script>alert(1)</script>']],
  ['/api/v1/trade/', ['0101300000', 'horse', '${jndi:ldap://x}', '{{7*7}}']],
  ['/api/v1/tenders', ['']],
  ['/api/v1/legal/', ['data protection', '%', '_', '\u0000']],
  ['/pay/location/', ['WA11UH', 'x'.repeat(300)]],
  ['/catalogue', ['']],
  ['/account', ['']],
  ['/errors/', ['internal', '../livez', 'x']],
  ['/openapi.json', ['']],
  ['/docs', ['', '/../../package.json', '/swagger-ui.css']],
  ['/', ['', '.env', '.git/config', 'metrics', 'favicon.ico']],
  ['/livez', ['']],
]

const names = ['depth', 'include', 'radius_m', 'phase', 'sector', 'region', 'match', 'identifier', 'limit']
const oddNames = ['__proto__', 'constructor', 'toString', 'Depth', 'depth[]', 'depth[$ne]', '', 'a'.repeat(200)]
const values = ['summary', 'standard', 'full', 'company', 'location', '500', 'primary', 'London', 'construction']
const oddValues = ['1e3', '0500', '+500', '-1', '500.0', '', ',,', 'constructor', 'NaN', '9'.repeat(40), '[]', '{}']

const hex = (letter: string): string => `%${letter.charCodeAt(0).toString(16).padStart(2, '0')}`
const ends = ['/', '//', '%2F', '/.', '/..', ';a=b', '%23', '#', '#x', '%3F', '%25', '%', '%zz', '%C0%AF', '%FF', '\\']
const moreEnds = [
  '%5C..',
  '.json',
  ':',
  '@',
  '*',
  '\xa0',
  '\xe9',
  '"',
  '<',
  '|',
  '^',
  '{',
  '}',
  '`',
  '%00',
  '%0d%0aX:y',
]
const spaces = ['%20', '+', '%09', '%C2%A0', '%E3%80%80', '%E2%80%A8', '%F0%9F%92%A9']

/** Some letters percent-encoded, or in the other case. */
const wild = ({ chance }: Random, text: string, part: number): string =>
  Array.from(text, (letter) => {
    if (chance(part)) return chance(0.5) ? hex(letter) : hex(letter).toUpperCase()
    return chance(part / 2) ? (chance(0.5) ? letter.toUpperCase() : letter.toLowerCase()) : letter
  }).join('')

const targetOf = (random: Random): string => {
  const { pick, chance, below } = random
  const [base, own] = pick(subjects)
  let path = chance(0.15) ? wild(random, base, 0.1) : base
  path += wild(random, pick(own), chance(0.4) ? 0.3 : 0).replace(/[ \u0000]/g, () => pick(spaces))
  if (chance(0.06)) path += pick(chance(0.5) ? ends : moreEnds)
  const query = Array.from({ length: below(4) }, () => {
    const name = wild(random, chance(0.8) ? pick(names) : pick(oddNames), 0.04)
    const value = wild(random, chance(0.7) ? pick(values) : pick(oddValues), 0.04)
    return `${name}${pick(['=', '=', '=', '', '%3D'])}${value}`
  })
  if (query.length === 0 && chance(0.9)) return path
  return `${path}?${query.join(pick(['&', '&', '&', '&&', ';']))}${pick(['', '', '', '&', '#f', '?'])}`
}

const accepts = [
  '*/*',
  'text/html',
  'application/xml',
  '',
  'application/json;q=0',
  'application/problem+json',
  'a/b;;q=x',
]
const codings = [
  'gzip',
  'br',
  'gzip, br',
  'identity',
  '*',
  '',
  'gzip;q=0',
  'identity;q=0, *;q=0',
  'gzip;q=1.5',
  ',',
  'x-gzip',
]
const odd = [
  'Expect: x',
  'If-None-Match: *',
  'Range: bytes=0-3',
  'Cookie: a=b; a=c',
  'X-HTTP-Method-Override: DELETE',
  'Idempotency-Key: ',
  'Idempotency-Key: \x01',
  `Idempotency-Key: ${'k'.repeat(300)}`,
  'X-Forwarded-For: 1.2.3.4, x',
  'Forwarded: for=1',
  'Origin: null',
  'Origin: https://evil.example',
  'Connection: close',
  'Upgrade: h2c',
  'Traceparent: 00-0-0-00',
  'X-Request-Id: \xff\xfe',
  'Content-Length: 0',
  'Content-Length: abc',
  'Content-Length: -1',
  'Content-Length: 0, 0',
  'Transfer-Encoding: identity',
  'Host: another.example',
  ' Folded: yes',
  'No colon',
  ': nameless',
  `X-Long: ${'x'.repeat(20_000)}`,
]

const headersOf = ({ pick, chance }: Random, key: string, host: string): readonly string[] => {
  const auth = [
    `Authorization: Bearer ${key}`,
    `X-API-Key: ${key}`,
    `authorization: bearer   ${key}  `,
    `Authorization: Bearer ${key}\r\nX-API-Key: zzz`,
    `X-API-Key: ${key}\r\nAuthorization: Basic eDp5`,
  ]
  const noAuth = ['X-API-Key: nope', 'Authorization: Bearer', 'Authorization: Digest x', 'X: y', `X-Key: ${key}`]
  return [
    `Host: ${chance(0.9) ? host : pick(['x', '', 'evil.example', 'a b', 'a\x00b'])}`,
    chance(0.85) ? pick(auth) : pick(noAuth),
    ...(chance(0.15) ? [`Accept-Encoding: ${pick(codings)}`] : []),
    ...(chance(0.15) ? [`Accept: ${pick(accepts)}`] : []),
    ...(chance(0.08) ? [pick(odd)] : []),
  ]
}

const call = (name: unknown, own: unknown): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: own } })
const bodies = [
  '',
  '{}',
  '[]',
  'null',
  '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
  '{"jsonrpc":"2.0","id":1,"method":"nonsense","params":[]}',
  '{"jsonrpc":"1.0"}',
  '{"__proto__":{"a":1},"jsonrpc":"2.0","id":{},"method":5}',
  call('uk_location_intelligence', { postcode: 'WA11UH', depth: 'summary' }),
  call('uk_location_intelligence', { postcode: 7, depth: ['full'], more: null }),
  call({ a: 1 }, 'text'),
  '{"a":',
  '\xff\xfe\x00',
  '['.repeat(2_000),
  `{"a":"${'x'.repeat(70_000)}"}`,
]

/** A look-up mostly; else a body for one of the paths that take one. */
export const spell = (random: Random, key: string, host: string): Spelling => {
  const { pick, chance } = random
  const headers = headersOf(random, key, host)
  if (chance(0.08)) {
    const json = chance(0.8) ? ['Content-Type: application/json', 'Accept: application/json, text/event-stream'] : []
    const body = pick(bodies)
    const chunked = body.length < 1_000 && chance(0.1)
    return {
      method: chance(0.9) ? 'POST' : pick(['PUT', 'PATCH', 'DELETE']),
      target: pick(['/mcp', '/mcp', '/keys', '/api/v1/location/WA11UH']),
      version: '1.1',
      headers: [...headers, ...json, ...(chunked ? ['Transfer-Encoding: chunked'] : [])],
      body: chunked ? `${body.length.toString(16)}\r\n${body}\r\n${body === '' ? '' : '0\r\n\r\n'}` : body,
    }
  }
  const target = targetOf(random)
  return {
    method: chance(0.05) ? pick(['OPTIONS', 'TRACE', 'POST', 'get', 'PROPFIND', 'DELETE', 'G E T', '\x00']) : 'GET',
    target: chance(0.05) ? pick(['http://evil.example', 'http://127.0.0.1', 'HTTP://x', '//x', '']) + target : target,
    version: chance(0.03) ? pick(['1.0', '0.9', '2.0', 'x']) : '1.1',
    headers,
    body: '',
  }
}
