/** The listed surfaces, each with its view of the service, and their descriptions. */
import { onceFor } from '../contract/once.ts'
import { covers } from '../registry/packages.ts'
import type { Settings } from '../registry/settings/settings.ts'
import { servicePaths } from './health.ts'
import type { Description, Http, ServiceView, Surface } from './surface.ts'

export interface Surfaces {
  readonly mounted: readonly { readonly surface: Surface; readonly view: ServiceView<any> }[]
  /** Under the current settings, in the order of `service.yaml`. */
  descriptions(): readonly Description[]
}

type Shared = Omit<
  ServiceView,
  'own' | 'surfaces' | 'sellingToKeys' | 'substitute' | 'descriptions' | 'descriptionsKey'
>

/** Whether a key may be limited to it. */
export const sellsToKeys = (surface: Pick<Surface, 'private' | 'keyless'>): boolean =>
  !surface.private && !surface.keyless

export const createSurfaces = (
  surfaces: readonly Surface[],
  shared: Shared,
  substitutes: Readonly<Record<string, unknown>> = {},
): Surfaces => {
  const { plugins, settings, readiness } = shared
  let last = 0
  const numberOf = onceFor((_snapshot: Settings): number => ++last)
  // Readiness changes without the settings: after a dataset pull.
  const descriptionsKey = (): string =>
    `${numberOf(settings())} ${[...plugins.sources.keys()].filter((id) => readiness.lacking(id) === null).join(' ')}`
  const descriptions = (): readonly Description[] =>
    mounted.flatMap(({ surface, view }) => surface.describe?.(view) ?? [])
  const mounted = surfaces.map((surface) => ({
    surface,
    view: {
      ...shared,
      own: () => settings().package({ kind: 'surface', id: surface.id, settings: surface.settings ?? {} }),
      env: Object.fromEntries((surface.env ?? []).map((name) => [name, shared.env[name]])),
      substitute: substitutes[surface.id],
      descriptions,
      descriptionsKey,
      surfaces: surfaces.filter((one) => !one.private).map(({ id }) => id),
      sellingToKeys: surfaces.filter(sellsToKeys).map(({ id }) => id),
    },
  }))
  return { mounted, descriptions }
}

/** The HTTP application for all surfaces: each gets a `payer` and a `complain` for its own id. */
export interface SharedHttp extends Omit<Http, 'payer' | 'complain'> {
  payerOf(surface: string): Http['payer']
  complainOf(surface: string): Http['complain']
}

/** The id of the surface that a URL belongs to; `service` for the service's own paths and those of nobody. */
export const surfacesByPath = (surfaces: readonly Pick<Surface, 'id' | 'paths'>[]): ((url: string) => string) => {
  const claims = surfaces.flatMap(({ id, paths }) => paths.map((claim) => ({ id, claim })))
  return (url) => {
    const end = url.indexOf('?'),
      path = end < 0 ? url : url.slice(0, end)
    return claims.find(({ claim }) => covers(claim, path))?.id ?? 'service'
  }
}

/** Restricts a surface to its own paths. Throws a `RangeError` for any other route. */
export const ownPathsOf = (
  { id, paths }: Pick<Surface, 'id' | 'paths'>,
  { payerOf, complainOf, ...http }: SharedHttp,
): Http => {
  const check = (path: string): void => {
    if (servicePaths.includes(path)) throw new RangeError(`surface '${id}': '${path}' is a path of the service itself`)
    if (!paths.some((own) => covers(own, path)))
      throw new RangeError(`surface '${id}': has a route at '${path}', which is not among its paths`)
  }
  const checked =
    (add: Http['get']): Http['get'] =>
    (path, ...rest) => {
      check(path)
      add(path, ...rest)
    }
  return {
    ...http,
    payer: payerOf(id),
    complain: complainOf(id),
    limit: (name, limit) => http.limit(`${id}-${name}`, limit),
    get: checked(http.get),
    post: checked(http.post),
    all: checked(http.all),
    lookups: (way) => {
      check(`${way.prefix}/`)
      http.lookups(way)
    },
  }
}
