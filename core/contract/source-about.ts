/** What a source says of itself: its holder, coverage, terms, and how calls to it are authorised. */
import type { Licensed } from './licences.ts'
import type { Nation } from './nation.ts'
import type { Reply } from './operation.ts'

/**
 * How calls are authorised, as data. A secret is named by the end of its environment variable: `API_KEY` of
 * `companies-house` is COMPANIES_HOUSE_API_KEY. `basic` names the secret of the user name, `password` that of the
 * password, if there is one. A header with `below` goes only with paths that begin so: some upstreams have a key for
 * each product.
 */
export type Auth =
  | { readonly header: string; readonly secret: Secret; readonly prefix?: string; readonly below?: string }
  | { readonly query: string; readonly secret: Secret }
  | { readonly bearer: Secret }
  | { readonly basic: Secret; readonly password?: Secret }
  | OAuth
/**
 * OAuth2 client credentials. `oauth` is the token address, in which `${TENANT_ID}` is filled in; the secrets TOKEN_URL
 * and SCOPE override `oauth` and `scope`. `expired` matches the body of a refusal by which an upstream says that the
 * token has expired, where it does not say so in the standard way.
 */
export interface OAuth {
  readonly oauth: string
  readonly scope?: string
  readonly client: 'basic' | 'body'
  readonly expired?: RegExp
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

/** `charging`, `mayKeep` and `terms` are needed only where the licence does not imply them. */
export interface SourceAbout extends Licensed {
  /** The name of its folder and of its cache namespace; shown in `_meta.missing` and `_meta.sources`. */
  readonly id: string
  readonly title: string
  /** The package's own folder, `import.meta.dirname`, with its `defaults.yaml` and `samples/`. */
  readonly home: string
  /** SPDX-like id, such as `OGL-UK-3.0`. */
  readonly licence: string
  /** The line that its licence requires beside the data. */
  readonly attribution: string
  /** The nations that it covers; by default all. */
  readonly covers?: readonly Nation[]
  /** What it holds, of where and when, in a sentence. */
  readonly coverage: string
  readonly auth?: readonly Auth[]
  /** It answers without its credential too, perhaps at a lower rate. */
  readonly keyless?: true
  /** The page where one gets a credential. */
  readonly signup?: string
  /** The seconds to wait, where a response says "too fast" in a way of its own (a 403, say); null where it does not. */
  readonly slow?: (reply: Reply) => number | null
}
