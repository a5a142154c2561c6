/** The description of a source: publisher, coverage, terms and authorisation. */
import type { Licensed } from './licences.ts'
import type { Nation } from './nation.ts'
import type { Reply } from './operation.ts'

/**
 * How calls are authorised. A secret is named by the suffix of its environment variable: `API_KEY` of `companies-house`
 * is COMPANIES_HOUSE_API_KEY. `basic` is the secret with the user name, `password` that with the password, if any. A
 * header with `below` is sent only to paths with that prefix: some upstreams have a key for each product.
 */
export type Auth =
  | { readonly header: string; readonly secret: Secret; readonly prefix?: string; readonly below?: string }
  | { readonly query: string; readonly secret: Secret }
  | { readonly bearer: Secret }
  | { readonly basic: Secret; readonly password?: Secret }
  | OAuth
/**
 * OAuth2 client credentials. `oauth` is the token URL, with `${TENANT_ID}` replaced; the secrets TOKEN_URL and SCOPE
 * override `oauth` and `scope`. `expired` matches the response body that reports an expired token, where an upstream
 * does not report it in the standard way.
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

/** `charging`, `mayKeep` and `terms` are needed only if the licence does not imply them. */
export interface SourceAbout extends Licensed {
  /** Its cache namespace and the name of its settings; appears in `_meta.missing` and `_meta.sources`. */
  readonly id: string
  readonly title: string
  /** The package's own folder, `import.meta.dirname`, with its `defaults.yaml` and `samples/`. */
  readonly home: string
  /** SPDX-like id, such as `OGL-UK-3.0`. */
  readonly licence: string
  /** The attribution statement that its licence requires. */
  readonly attribution: string
  /** By default all nations. */
  readonly covers?: readonly Nation[]
  /** Its content, area and period, in one sentence. */
  readonly coverage: string
  readonly auth?: readonly Auth[]
  /** The source whose secrets it uses too, where a publisher has one account for several services. */
  readonly secretsOf?: string
  /** It also answers without a credential, perhaps at a lower rate. */
  readonly keyless?: true
  /** The page to get a credential. */
  readonly signup?: string
  /** Seconds to wait if a response signals rate limiting in a non-standard way (such as a 403); otherwise null. */
  readonly slow?: (reply: Reply) => number | null
}
