/**
 * Keeps secrets out of recordings: those that a request carries, those the operator names, and tokens that an
 * upstream issues.
 */
import type { SampleRequest } from '@domesday/vocabulary-samples'

const secretHeader = /authorization|cookie|key|token|secret|password|auth/i
const secretField =
  /^(client_id|client_secret|client_assertion|refresh_token|access_token|username|password|assertion)$/i

/** A client's request for an access token: its fields are secrets, and so is what it is answered. */
export const asksForToken = ({ body }: SampleRequest): boolean =>
  typeof body === 'object' && body !== null && 'grant_type' in body

/** The secret values in a request. `hidden` names the query parameters that hold a credential. */
export const secretsIn = (
  { headers, query, body }: SampleRequest,
  hidden: (name: string) => boolean,
): readonly string[] => [
  ...Object.entries(headers).flatMap(([name, value]) =>
    secretHeader.test(name) ? [value, ...ofAuthorization(value)] : [],
  ),
  ...[...query].flatMap(([name, value]) => (hidden(name) ? [value] : [])),
  ...Object.entries(body ?? {}).flatMap(([name, value]) =>
    typeof value === 'string' && (hidden(name) || secretField.test(name)) ? [value] : [],
  ),
]

const ofAuthorization = (value: string): readonly string[] => {
  const [, scheme, credential] = /^(\S+)\s+(\S+)$/.exec(value) ?? []
  if (scheme === undefined || credential === undefined) return []
  return scheme.toLowerCase() === 'basic'
    ? [credential, ...Buffer.from(credential, 'base64').toString('utf8').split(':')]
    : [credential]
}

// A shorter one may be an ordinary word of the body; secrets that upstreams issue are far longer.
const shortest = 8

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

/** The ways in which a secret may stand in a body or an address. */
const formsOf = (secrets: readonly string[]): readonly string[] => {
  const forms = secrets
    .filter((secret) => secret.length >= shortest)
    .flatMap((secret) => [secret, encodeURIComponent(secret), inJson(secret), inJson(secret).replaceAll('/', '\\/')])
  return [...new Set(forms)].toSorted((a, b) => b.length - a.length)
}

/** A text without the secrets. */
export const withoutSecrets = (text: string, secrets: readonly string[], instead = '***'): string =>
  formsOf(secrets).reduce((left, secret) => left.replaceAll(secret, instead), text)

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * A path whose segments that hold a secret are `*`, which a replay takes for any one segment. A tenant's UUID is one
 * in a token's path.
 */
export const pathWithoutSecrets = (path: string, secrets: readonly string[], token: boolean): string => {
  const forms = formsOf(secrets)
  const secret = (part: string): boolean => (token && uuid.test(part)) || forms.some((form) => part.includes(form))
  return path
    .split('/')
    .map((part) => (secret(part) ? '*' : part))
    .join('/')
}

const issued = /("(?:access|refresh|id)_token"\s*:\s*)"(?:[^"\\]|\\.)*"/g

/** A body without the secrets and without issued tokens; the very same bytes where there was none. */
export const bodyWithoutSecrets = (bytes: Buffer, secrets: readonly string[]): Buffer => {
  // Latin-1 maps each byte to one character and back, so that all else stays as sent whatever its encoding.
  const text = bytes.toString('latin1')
  const asBytes = secrets.map((secret) => Buffer.from(secret, 'utf8').toString('latin1'))
  const left = withoutSecrets(text.replace(issued, '$1"recorded-token"'), asBytes)
  return left === text ? bytes : Buffer.from(left, 'latin1')
}
