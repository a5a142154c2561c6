/**
 * The port of surfaces: a surface is one interface of the service (REST, MCP, …) on its own paths. `service.yaml` lists
 * the surfaces. Their descriptions make up the OpenAPI document, llms.txt, the API catalogue and the metrics.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context, Middleware } from 'koa'
import type { Body } from '../contract/body.ts'
import type { OpenEvidence } from '../contract/evidence.ts'
import type { Gauge } from '../contract/gauge.ts'
import type { All, JsonSchema, Shapes } from '../contract/shape.ts'
import type { Payer } from '../credits/payers.ts'
import type { Billing } from '../credits/store.ts'
import type { Answering } from '../engine/answer.ts'
import type { Plan } from '../engine/plan.ts'
import type { PluginErrors } from '../engine/plugin-errors.ts'
import type { Follow } from '../engine/progress.ts'
import type { LoadedEndpoint, Plugins } from '../registry/load.ts'
import type { Readiness } from '../registry/readiness.ts'
import type { Limit, Settings } from '../registry/settings/settings.ts'
import type { RateLimit } from './limits.ts'
import type { Admission } from './overload.ts'

export interface Surface<S extends Shapes = Shapes> {
  readonly port: 'surface'
  readonly id: string
  /** The package's own folder, `import.meta.dirname`: its `defaults.yaml` is found there. */
  readonly home: string
  /** Shapes of its own settings: `config/surfaces/<id>.yaml` over its `defaults.yaml`. */
  readonly settings?: S
  /** Environment variables that it reads, such as secrets. */
  readonly env?: readonly string[]
  /** The paths that it owns: `/mcp`, or `/pay/*` for all paths below. Two surfaces never own the same path. */
  readonly paths: readonly string[]
  /** It is served on the private port, beside the metrics, and not to callers. */
  readonly private?: true
  /** It sells nothing to keys: none is limited to it. */
  readonly keyless?: true
  /** Adds its routes. Called once, before the service listens. */
  mount(http: Http, service: ServiceView<All<S>>): void
  /** What it offers under the current settings; null if nothing. */
  describe?(service: ServiceView<All<S>>): Description | null
}

export const surface = <S extends Shapes>(declared: Omit<Surface<S>, 'port'>): Surface<S> => ({
  port: 'surface',
  ...declared,
})

/** The part of the service that a surface may use. */
export interface ServiceView<S = unknown> {
  readonly plugins: Plugins
  /** The current settings: read them once for each request. */
  readonly settings: () => Settings
  /** The surface's own current settings. */
  readonly own: () => S
  /** The values of the environment variables that the surface declares. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly billing: Billing
  readonly answering: Answering
  readonly readiness: Readiness
  /** What answers were made from; null where none is kept. */
  readonly evidence: OpenEvidence | null
  /** Since when the code of an endpoint fails; null where it has not failed for an hour. */
  readonly unwell: PluginErrors['unwell']
  /** Whether answers are sample data. */
  readonly sandbox: boolean
  /** Whether the service listens on the loopback interface only. */
  readonly loopback: boolean
  /** The address that it listens on. */
  readonly host: string
  /** The ids of the surfaces for callers. */
  readonly surfaces: readonly string[]
  /** The ids of those that sell to keys. */
  readonly sellingToKeys: readonly string[]
  /** Replaces a part that the surface makes itself: for tests. */
  readonly substitute: unknown
  /** The descriptions of all surfaces under the current settings, in the order of `service.yaml`. */
  descriptions(): readonly Description[]
  /** A cache key: it changes whenever the descriptions may change. */
  descriptionsKey(): string
}

/** The HTTP application as a surface sees it: routes, authentication, rate limits and admission. */
export interface Http {
  /** A free route, rate-limited by the caller's address unless `uncounted`. */
  get(path: string, handle: Middleware, options?: RouteOptions): void
  post(path: string, handle: Middleware, options?: RouteOptions): void
  /** A route for all methods that limits and charges by itself. */
  all(path: string, handle: Middleware, options?: RouteOptions): void
  /** Adds one route for each endpoint that is sold this way. */
  lookups(way: LookupWay): void
  /** The id of the request's API key. Throws the 401. */
  authenticate(req: IncomingMessage): string
  /**
   * Pays with the credits of a key for an answer that `res` carries. What was charged and not handed over is refunded.
   * `inPieces`: `res` carries several, each written at once and with the id of its request.
   */
  payer(res: ServerResponse, keyId: string, idempotencyKey?: string, inPieces?: boolean): Payer
  /** The caller's IPv4 address or IPv6 network (/64), as trusted proxies report it. */
  addressIn(req: IncomingMessage): string
  /** Who calls, for limits: all unpaid keys of one network are one. */
  principal(): string
  /** Another principal for the rest of this request, of which so many requests are in work. */
  calledBy(principal: string, inWork: () => number): void
  /** Current limits: lookups by key, free paths by address, new keys by address. */
  readonly perKey: () => RateLimit
  readonly perAddress: () => RateLimit
  readonly newKeys: () => RateLimit
  /** A limit of the surface's own. The calls to all nodes of a fleet count. */
  limit(name: string, limit: Limit): RateLimit
  readonly overload: {
    /** Runs a piece of a request's work that takes a place. Throws the 503, or the 429 if its caller has its share. */
    during<T>(work: () => Promise<T>, req: IncomingMessage): Promise<T>
  }
  /** Logs an error that is a fault of ours: one that is no `Failure`, or of a plugin's parameters. */
  complain(error: unknown, requestId: string): void
}

export interface RouteOptions extends Admission {
  /** Not rate-limited: a page loads many parts. */
  readonly uncounted?: true
}

/** A way to ask for lookups by path, and how such a call is paid for. */
export interface LookupWay {
  /** `/api/v1` */
  readonly prefix: string
  /** The prefix of an endpoint's path in logs and metrics. */
  readonly shownPrefix: string
  /** Which endpoints are sold this way; by default all. */
  readonly sells?: (endpoint: LoadedEndpoint) => boolean
  /** The media type of its answers in UTF-8, such as `text/plain`; by default JSON. Other Accept headers get 406. */
  readonly type?: string
  /** Query parameters of the surface itself: `serve` reads them from the URL, and endpoints never see them. */
  readonly surfaceParameters?: readonly string[]
  /** Callers that accept `text/event-stream` are told how the answer comes about: `serve` hands `follow` on. */
  readonly events?: true
  /**
   * Answers one request; headers go to `ctx.res`. Authenticate before calling `plan`, which parses and checks the
   * request. Throws a `Failure` where there is no answer. Once `follow` was called, headers have been sent.
   */
  serve(ctx: Context, plan: () => Plan, follow?: Follow): Promise<Body>
}

export interface Description {
  /** Its part of the OpenAPI document, made on request. */
  readonly openapi?: () => OpenapiPart | Promise<OpenapiPart>
  /** Its parts of llms.txt: lines of Markdown under a heading. Parts with the same heading are joined. */
  readonly guide?: (origin: string) => readonly GuidePart[]
  /** Its interfaces in the API catalogue (RFC 9727): a path, and links by relation to paths of this server. */
  readonly interfaces?: readonly {
    readonly path: string
    /** Its paths are in the OpenAPI document: the catalogue then links that document and its reference too. */
    readonly inOpenapi?: true
    readonly links: Readonly<Record<string, readonly Link[]>>
  }[]
  /** Metrics that are read at each scrape. */
  readonly gauges?: readonly Gauge[]
  /** Its line in the output of a live start. */
  readonly greeting?: { readonly name: string; readonly text: string }
  /** A first request as a command line, which a sandbox start prints; null where there is no example. */
  readonly firstCall?: (origin: string, key: string) => string | null
}

/** Members of an OpenAPI 3.1 document, merged over all surfaces. */
export interface OpenapiPart {
  readonly tags?: readonly { readonly name: string; readonly description: string }[]
  readonly paths?: Readonly<Record<string, object>>
  readonly schemas?: Readonly<Record<string, JsonSchema>>
  readonly parameters?: Readonly<Record<string, object>>
  readonly examples?: Readonly<Record<string, object>>
  readonly securitySchemes?: Readonly<Record<string, object>>
  /** The default for paths without their own. */
  readonly security?: readonly object[]
}

export interface GuidePart {
  readonly heading: string
  readonly lines: readonly string[]
  /** Comes after the parts of other surfaces: a long list. */
  readonly last?: true
}
export interface Link {
  readonly path: string
  readonly type: string
  readonly title: string
}
