/** The environment variables that hold the credentials of sources. */
import type { Auth, OAuth, Secret, SourceAbout } from '../contract/source-about.ts'

export type Env = Readonly<Record<string, string | undefined>>
/** The members of a source that determine its credentials. */
export type Keyed = Pick<SourceAbout, 'id' | 'auth' | 'keyless' | 'secretsOf'>

/** `API_KEY` of `companies-house` is COMPANIES_HOUSE_API_KEY. */
const envName = (source: string, secret: Secret): string => `${source.toUpperCase().replaceAll('-', '_')}_${secret}`

/** A secret's value; undefined if unset or blank. Trimmed, because a newline from a file is invalid in a header. */
export const secretOf = (
  { id, secretsOf = id }: Pick<Keyed, 'id' | 'secretsOf'>,
  secret: Secret,
  env: Env,
): string | undefined => env[envName(secretsOf, secret)]?.trim() || undefined

export const isOAuth = (auth: Auth): auth is OAuth => 'oauth' in auth

export const placeholder = /\$\{([A-Z_]+)\}/g

const namesOf = (auth: Auth, has: (secret: Secret) => boolean): readonly Secret[] => {
  if ('bearer' in auth) return [auth.bearer]
  if ('basic' in auth) return auth.password === undefined ? [auth.basic] : [auth.basic, auth.password]
  if (!isOAuth(auth)) return [auth.secret]
  const inAddress = has('TOKEN_URL') ? [] : [...auth.oauth.matchAll(placeholder)].map(([, name]) => name as Secret)
  return ['CLIENT_ID', 'CLIENT_SECRET', ...inAddress]
}

/** Whether calls to a path use this credential. */
export const goesWith = (auth: Auth, path: string): boolean =>
  !('below' in auth) || auth.below === undefined || path.startsWith(auth.below)

/**
 * Names of the environment variables that hold a source's credentials, set or not, without those that only override a
 * default. With a path below the source's base: only those that a call to it needs.
 */
export const envNames = (source: Keyed, env: Env = {}, path?: string): readonly string[] => {
  const { id, auth = [], secretsOf = id } = source
  const isSet = (secret: Secret): boolean => secretOf(source, secret, env) !== undefined
  const needed = path === undefined ? auth : auth.filter((scheme) => goesWith(scheme, path))
  return [...new Set(needed.flatMap((scheme) => namesOf(scheme, isSet)))].map((secret) => envName(secretsOf, secret))
}

/** As `envNames`, but only those that are not set. */
export const missingEnv = (source: Keyed, env: Env, path?: string): readonly string[] =>
  source.auth === undefined ? [] : envNames(source, env, path).filter((name) => !env[name]?.trim())
