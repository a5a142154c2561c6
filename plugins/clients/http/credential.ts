/** Credentials, from the environment, as the source declares them. They appear in no log, fault or cache key. */
import { type Env, goesWith, type Keyed, placeholder, secretOf } from '@domesday/core/client'
import type { OAuth, Secret } from '@domesday/core'

/** What is sent to one origin and no other: a redirect elsewhere is followed without it. */
export interface Credential {
  readonly origin: string
  readonly headers: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
}

const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

/**
 * The credential of a call to a path below the source's base; `token` is that of an OAuth grant. All secrets that the
 * path needs must be set.
 */
export const credentialOf = (
  source: Keyed,
  origin: string,
  path: string,
  env: Env,
  token: string | null,
): Credential => {
  const { auth = [] } = source
  const secret = (name: Secret): string => secretOf(source, name, env) ?? ''
  const headers: Record<string, string> = {}
  const query: Record<string, string> = {}
  for (const one of auth.filter((each) => goesWith(each, path))) {
    if ('header' in one) headers[one.header.toLowerCase()] = `${one.prefix ?? ''}${secret(one.secret)}`
    else if ('query' in one) query[one.query] = secret(one.secret)
    else if ('bearer' in one) headers['authorization'] = `Bearer ${secret(one.bearer)}`
    else if ('basic' in one)
      headers['authorization'] = basic(secret(one.basic), one.password === undefined ? '' : secret(one.password))
    else if (token !== null) headers['authorization'] = `Bearer ${token}`
  }
  return { origin, headers, query }
}

export interface TokenRequest {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The request for a client-credentials token (RFC 6749, 4.4). */
export const tokenRequest = (
  source: Pick<Keyed, 'id' | 'secretsOf'>,
  { oauth, scope, client }: OAuth,
  env: Env,
): TokenRequest => {
  const secret = (name: Secret): string => secretOf(source, name, env) ?? ''
  const address =
    secretOf(source, 'TOKEN_URL', env) ??
    oauth.replace(placeholder, (_, name: string) => encodeURIComponent(secret(name as Secret)))
  const wanted = secretOf(source, 'SCOPE', env) ?? scope
  const form = new URLSearchParams({ grant_type: 'client_credentials', ...(wanted !== undefined && { scope: wanted }) })
  const user = secret('CLIENT_ID')
  const password = secret('CLIENT_SECRET')
  if (client === 'body') {
    form.set('client_id', user)
    form.set('client_secret', password)
  }
  return {
    url: new URL(address),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
      ...(client === 'basic' && { authorization: basic(user, password) }),
    },
    body: form.toString(),
  }
}
