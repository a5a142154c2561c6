/** What a source says of itself: who holds it, what it covers, on what terms, and how calls to it are authorised. */
import type { Licensed } from './licences.ts'
import type { Nation } from './nation.ts'
import type { Reply } from './operation.ts'

/**
 * How calls are authorised, as data. A secret is named by its last part: `API_KEY` of `companies-house` is read from
 * COMPANIES_HOUSE_API_KEY. `basic` sends it as the user name, with the secret named by `password` or none. A header
 * with `below` is sent only with paths that begin with it: for an upstream with a key for each of its products.
 */
export type Auth =
  | { readonly header: string; readonly secret: Secret; readonly prefix?: string; readonly below?: string }
  | { readonly query: string; readonly secret: Secret }
  | { readonly bearer: Secret }
  | { readonly basic: Secret; readonly password?: Secret }
  | OAuth
/**
 * OAuth2 client credentials. `${TENANT_ID}` in the token address is filled in; the secrets TOKEN_URL and SCOPE
 * override both. `worn` is found in a refusal that says in a code of its own, not in the usual words, that the token
 * has run out.
 */
export interface OAuth {
  readonly oauth: string
  readonly scope?: string
  readonly client: 'basic' | 'body'
  readonly worn?: RegExp
}
export type Secret =
  | 'API_KEY'
  | 'TOKEN'
  | 'EMAIL'
  | 'USERNAME'
  | 'PASSWORD'
  | 'CLIENT_ID'
  | 'CLIENT_SECRET'
  | 'TENANT_ID'
  | 'SCOPE'
  | 'TOKEN_URL'

/** What its licence does not say by itself, `charging`, `mayKeep` and `terms` do; `parts` have terms of their own. */
export interface SourceAbout extends Licensed {
  /** Folder name, cache namespace, and what `missing`, `_meta.sources` and the gateway call it. */
  readonly id: string
  readonly title: string
  /** The package's own folder, `import.meta.dirname`: its `defaults.yaml` and `samples/` are found there. */
  readonly home: string
  /** SPDX-like id, such as `OGL-UK-3.0`. */
  readonly licence: string
  /** The line its licence obliges us to show. */
  readonly attribution: string
  /** Nations it knows; without it, all. */
  readonly covers?: readonly Nation[]
  /** What it holds and how far it reaches, in a sentence. */
  readonly coverage: string
  readonly auth?: readonly Auth[]
  /** Works without its credential too (more slowly, say). */
  readonly keyless?: true
  /** Where a credential is had. */
  readonly signup?: string
  /**
   * Reads the odd ways to say "too fast" (a 403, a body, milliseconds) as seconds to wait; null when it is not that.
   */
  readonly slow?: (reply: Reply) => number | null
}
