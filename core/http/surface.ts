/**
 * The port of surfaces: a surface is a way to ask the service, on paths of its own. The application is a loop over
 * those that `service.yaml` lists; what they describe of themselves is gathered into the OpenAPI document, llms.txt,
 * the API catalogue and the metrics.
 */
import type { IncomingMessage } from 'node:http'
import type { Context, Middleware } from 'koa'
import type { Body } from '../contract/body.ts'
import type { All, JsonSchema, Shapes } from '../contract/shape.ts'
import type { Billing } from '../credits/store.ts'
import type { Answering } from '../engine/answer.ts'
import type { Plan } from '../engine/plan.ts'
import type { LoadedEndpoint, Plugins } from '../registry/load.ts'
import type { Readiness } from '../registry/readiness.ts'
import type { Settings } from '../registry/settings/settings.ts'
import type { RateLimit } from './limits.ts'
import type { Admission, Overload } from './overload.ts'

export interface Surface<S extends Shapes = Shapes> {
  readonly port: 'surface'
  readonly id: string
  /** The package's own folder, `import.meta.dirname`: its `defaults.yaml` is found there. */
  readonly home: string
  /** Shapes of its own settings: `config/surfaces/<id>.yaml` over its `defaults.yaml`. */
  readonly settings?: S
  /** The paths that it owns, `/mcp`, or with all below them, `/pay/*`. No two surfaces own the same. */
  readonly paths: readonly string[]
  /** Puts its routes into the one table. Called once, before the service listens. */
  mount(http: Http, service: ServiceView<All<S>>): void
  /** What it offers under the settings in force; null where it offers nothing now. */
  describe?(service: ServiceView<All<S>>): Description | null
}

export const surface = <S extends Shapes>(declared: Omit<Surface<S>, 'port'>): Surface<S> => ({
  port: 'surface',
  ...declared,
})

/** What a surface sees of the service. */
export interface ServiceView<S = unknown> {
  readonly plugins: Plugins
  /** The settings in force: read them once a request. */
  readonly settings: () => Settings
  /** The surface's own settings in force. */
  readonly own: () => S
  readonly billing: Billing
  readonly answering: Answering
  readonly readiness: Readiness
  /** Whether answers are sample data. */
  readonly sandbox: boolean
  /** Whether only this machine is listened to. */
  readonly loopback: boolean
  /** What stands in for a part that the surface makes itself: for tests. */
  readonly substitute: unknown
  /** What all surfaces offer under the settings in force, in the order of `service.yaml`. */
  descriptions(): readonly Description[]
  /** Whether anything that descriptions rest on has changed: equal texts, equal descriptions. */
  descriptionsKey(): string
}

/** Where surfaces put their routes, and what they share: who calls, how often, and whether there is room. */
export interface Http {
  /** A free route: counted by the caller's address, unless it is one of many parts of a page. */
  get(path: string, handle: Middleware, options?: RouteOptions): void
  post(path: string, handle: Middleware, options?: RouteOptions): void
  /** A route that counts and charges by itself, whatever the method. */
  all(path: string, handle: Middleware, options?: RouteOptions): void
  /** One route for each endpoint that is sold this way. */
  lookups(way: LookupWay): void
  /** The id of the key that a request brings. Throws the 401. */
  authenticate(req: IncomingMessage): string
  /** The address that a request comes from, by what trusted proxies say. */
  addressIn(req: IncomingMessage): string
  /** Limits in force: of lookups by key, of free paths by address, of new keys by address. */
  readonly perKey: () => RateLimit
  readonly perAddress: () => RateLimit
  readonly newKeys: () => RateLimit
  readonly overload: Pick<Overload, 'during'>
  /** Logs an error that is no `Failure`. */
  complain(error: unknown, requestId: string): void
}

export interface RouteOptions extends Admission {
  /** Parts of one page are not as many calls. */
  readonly uncounted?: true
}

/** A way to ask for lookups by path, and how such a call is paid for. */
export interface LookupWay {
  /** `/api/v1` */
  readonly prefix: string
  /** Stands before the path of an endpoint in logs and metrics. */
  readonly shownPrefix: string
  /** Which endpoints are sold this way; all where it is left out. */
  readonly sells?: (endpoint: LoadedEndpoint) => boolean
  /** The media type of its answers in UTF-8, `text/plain`; JSON where it is left out. Others are refused with 406. */
  readonly type?: string
  /**
   * Answers one call; headers go to `ctx.res`. `plan` reads and checks the request: whoever pays is told apart first.
   * Throws a `Failure` for every way not to answer.
   */
  serve(ctx: Context, plan: () => Plan): Promise<Body>
}

/** What a surface offers. */
export interface Description {
  /** Its part of the OpenAPI document, made when somebody asks for that. */
  readonly openapi?: () => OpenapiPart | Promise<OpenapiPart>
  /** Its parts of llms.txt: lines of Markdown under a heading. Those with one heading stand together. */
  readonly guide?: (origin: string) => readonly GuidePart[]
  /** Its interfaces in the API catalogue (RFC 9727): a path, and links by relation to paths of this server. */
  readonly interfaces?: readonly {
    readonly path: string
    /** Its paths stand in the OpenAPI document: then that and its reference are linked too. */
    readonly inOpenapi?: true
    readonly links: Readonly<Record<string, readonly Link[]>>
  }[]
  /** Figures that are read when metrics are scraped. */
  readonly gauges?: readonly Gauge[]
  /** What a live start says of it, in a line. */
  readonly greeting?: { readonly name: string; readonly text: string }
  /** A request to try first, as a command line that a start of the sandbox prints; null where there is no example. */
  readonly firstCall?: (origin: string, key: string) => string | null
}

/** Members of an OpenAPI 3.1 document; those of all surfaces are laid together. */
export interface OpenapiPart {
  readonly tags?: readonly { readonly name: string; readonly description: string }[]
  readonly paths?: Readonly<Record<string, object>>
  readonly schemas?: Readonly<Record<string, JsonSchema>>
  readonly parameters?: Readonly<Record<string, object>>
  readonly securitySchemes?: Readonly<Record<string, object>>
  /** What is needed where a path says nothing. */
  readonly security?: readonly object[]
}

export interface GuidePart {
  readonly heading: string
  readonly lines: readonly string[]
  /** Stands behind the parts of other surfaces: a long list. */
  readonly last?: true
}
export interface Link {
  readonly path: string
  readonly type: string
  readonly title: string
}
export interface Gauge {
  readonly name: string
  readonly help: string
  read(): number | Promise<number>
}
