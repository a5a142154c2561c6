/** Access tokens of OAuth2 client credentials: asked for once, shared, and kept until shortly before they run out. */
import type { Reply } from '@domesday/core'

/** A token is renewed so long before its end, in milliseconds, or at the last tenth of a short life. */
const margin = 60_000
/** Where the server does not say, in seconds. */
const usualLife = 300

export interface Token {
  readonly text: string
  readonly seconds: number
}

export interface Tokens {
  /** The token in hand, or a new one; whoever comes meanwhile waits for the same. */
  get(fetch: () => Promise<Token>): Promise<string>
  /** Forgets a token that the upstream no longer takes, unless another has replaced it already. */
  drop(text: string): void
}

export const createTokens = (now: () => number): Tokens => {
  let held: { readonly text: string; readonly until: number } | null = null
  let coming: Promise<string> | null = null
  return {
    get: (fetch) => {
      if (held !== null && now() < held.until) return Promise.resolve(held.text)
      coming ??= fetch()
        .then(({ text, seconds }) => {
          const life = seconds * 1_000
          held = { text, until: now() + life - Math.min(margin, life / 10) }
          return text
        })
        .finally(() => {
          coming = null
        })
      return coming
    },
    drop: (text) => {
      if (held?.text === text) held = null
    },
  }
}

/** Reads a token answer; null where it is none. `expires_in` is text at some servers. */
export const tokenOf = (wire: unknown): Token | null => {
  const { access_token: text, expires_in: life } = (wire ?? {}) as {
    readonly access_token?: unknown
    readonly expires_in?: unknown
  }
  if (typeof text !== 'string' || text === '') return null
  const seconds = Number(life)
  return { text, seconds: Number.isFinite(seconds) && seconds > 0 ? seconds : usualLife }
}

const expired =
  /token[\s_-]{0,3}(has |is |was )?(expired|invalid)|(expired|invalid)[\s_-]{0,3}(access[\s_-]{0,3})?token/i

/**
 * Whether an answer says that the token has run out. Most send a 401, some a 400 or 403 that says so in words or in a
 * code of their own.
 */
export const isTokenRefused = ({ status, headers, body }: Reply, code?: RegExp): boolean => {
  if (status !== 400 && status !== 403) return status === 401
  const said = `${headers['www-authenticate'] ?? ''} ${body.slice(0, 2_000)}`
  return expired.test(said) || code?.test(said) === true
}
