/** The surfaces that are listed, each with what it sees of the service; and what all of them describe. */
import type { Settings } from '../registry/settings/settings.ts'
import type { Description, ServiceView, Surface } from './surface.ts'

export interface Surfaces {
  readonly mounted: readonly { readonly surface: Surface; readonly view: ServiceView<any> }[]
  /** Under the settings in force, in the order of `service.yaml`. */
  descriptions(): readonly Description[]
}

type Shared = Omit<ServiceView, 'own' | 'substitute' | 'descriptions' | 'descriptionsKey'>

export const createSurfaces = (
  surfaces: readonly Surface[],
  shared: Shared,
  substitutes: Readonly<Record<string, unknown>> = {},
): Surfaces => {
  const { plugins, settings, readiness } = shared
  /** Settings in force are numbered as they come. */
  const numbers = new WeakMap<Settings, number>()
  let last = 0
  const numberOf = (one: Settings): number => {
    const known = numbers.get(one) ?? ++last
    numbers.set(one, known)
    return known
  }
  // What is ready changes without the settings: with a pull.
  const descriptionsKey = (): string =>
    `${numberOf(settings())} ${[...plugins.sources.keys()].filter((id) => readiness.lacking(id) === null).join(' ')}`
  const descriptions = (): readonly Description[] =>
    mounted.flatMap(({ surface, view }) => surface.describe?.(view) ?? [])
  const mounted = surfaces.map((surface) => ({
    surface,
    view: {
      ...shared,
      own: () => settings().package({ kind: 'surface', id: surface.id, settings: surface.settings ?? {} }),
      substitute: substitutes[surface.id],
      descriptions,
      descriptionsKey,
    },
  }))
  return { mounted, descriptions }
}
