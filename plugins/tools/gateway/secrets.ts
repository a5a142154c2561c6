/** Removes secrets from recordings: those in a request, those that the operator configures, and issued tokens. */
import type { SampleRequest } from '@domesday/vocabulary-samples'

const secretHeader = /authorization|cookie|key|token|secret|password|auth/i
const secretField =
  /^(client_id|client_secret|client_assertion|refresh_token|access_token|username|password|assertion)$/i

/** Whether this requests an access token: its fields and its response are secrets. */
export const asksForToken = ({ body }: SampleRequest): boolean =>
  typeof body === 'object' && body !== null && 'grant_type' in body

/** The secret values in a request. `hidden` selects the query parameters with credentials. */
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

// A shorter secret may be an ordinary word in the body; real secrets are far longer.
const minimumLength = 8

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

/** The encodings of a secret in a body or an address. */
const formsOf = (secrets: readonly string[]): readonly string[] => {
  const forms = secrets
    .filter((secret) => secret.length >= minimumLength)
    .flatMap((secret) => [secret, encodeURIComponent(secret), inJson(secret), inJson(secret).replaceAll('/', '\\/')])
  return [...new Set(forms)].toSorted((a, b) => b.length - a.length)
}

export const withoutSecrets = (text: string, secrets: readonly string[], replacement = '***'): string =>
  formsOf(secrets).reduce((rest, secret) => rest.replaceAll(secret, replacement), text)

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * A path with `*` for each segment that contains a secret; a replay matches it with any segment. In the path of a token
 * request a UUID counts as a secret, because it may be a tenant's.
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

/** A body without secrets and issued tokens; the same object if there are none. */
export const bodyWithoutSecrets = (bytes: Buffer, secrets: readonly string[]): Buffer => {
  // Latin-1 maps each byte to one character and back, so other bytes are unchanged in any encoding.
  const text = bytes.toString('latin1')
  const asBytes = secrets.map((secret) => Buffer.from(secret, 'utf8').toString('latin1'))
  const cleaned = withoutSecrets(text.replace(issued, '$1"recorded-token"'), asBytes)
  return cleaned === text ? bytes : Buffer.from(cleaned, 'latin1')
}
