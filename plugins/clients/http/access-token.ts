/** Access tokens of OAuth2 client credentials: fetched once, shared, and used until shortly before they expire. */
import type { Reply } from '@domesday/core'

/** Milliseconds before its expiry at which a token is renewed; a tenth of its life where that is less. */
const margin = 60_000
/** Seconds that a token is taken to live where the server does not say. */
const usualLife = 300

export interface AccessToken {
  readonly text: string
  readonly seconds: number
}

export interface AccessTokens {
  /** The current token, or a new one: callers that come while it is fetched wait for the same. */
  get(fetch: () => Promise<AccessToken>): Promise<string>
  /** Forgets a token that the upstream rejected, unless another has replaced it. */
  drop(text: string): void
}

export const createAccessTokens = (now: () => number): AccessTokens => {
  let current: { readonly text: string; readonly until: number } | null = null
  let fetching: Promise<string> | null = null
  return {
    get: (fetch) => {
      if (current !== null && now() < current.until) return Promise.resolve(current.text)
      fetching ??= fetch()
        .then(({ text, seconds }) => {
          const life = seconds * 1_000
          current = { text, until: now() + life - Math.min(margin, life / 10) }
          return text
        })
        .finally(() => {
          fetching = null
        })
      return fetching
    },
    drop: (text) => {
      if (current?.text === text) current = null
    },
  }
}

/** The token in the answer of a token server, or null. Some servers send `expires_in` as text. */
export const accessTokenOf = (wire: unknown): AccessToken | null => {
  const { access_token: text, expires_in: life } = (wire ?? {}) as {
    readonly access_token?: unknown
    readonly expires_in?: unknown
  }
  if (typeof text !== 'string' || text === '') return null
  const seconds = Number(life)
  return { text, seconds: Number.isFinite(seconds) && seconds > 0 ? seconds : usualLife }
}

const usualWords =
  /token[\s_-]{0,3}(has |is |was )?(expired|invalid)|(expired|invalid)[\s_-]{0,3}(access[\s_-]{0,3})?token/i

/**
 * Whether an answer says that the token has expired. Most upstreams send a 401; some a 400 or 403 with words, or with a
 * code that the source declares as `expired`.
 */
export const isTokenRejected = ({ status, headers, body }: Reply, expired?: RegExp): boolean => {
  if (status !== 400 && status !== 403) return status === 401
  const text = `${headers['www-authenticate'] ?? ''} ${body.slice(0, 2_000)}`
  return usualWords.test(text) || expired?.test(text) === true
}
