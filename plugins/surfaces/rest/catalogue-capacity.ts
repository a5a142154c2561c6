/** How many look-ups a minute the quotas of the sources allow: nobody's wish, but what is left for all callers. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { choice, depths, integer, number, object, orNull, table, text, type Depth, type Of } from '@domesday/core'
import { sourcesOf, type LoadedEndpoint, type ServiceView } from '@domesday/core/surface'
import { requiredSources } from '@domesday/surface-parts/offered'

export const capacityShape = table(
  orNull(
    object({
      per_minute: number('Look-ups a minute of which no answer is cached, for all callers together'),
      source: text('The source that allows no more'),
      quota_per_minute: number('Questions a minute that it is asked at most, without a burst'),
      questions: integer('Questions to it of one look-up'),
      counted: choice(
        ['sample', 'declared'],
        'sample: those of the first example over the sample data; declared: at least one, where none was counted',
      ),
    }),
  ),
  'By depth; null where no source that is asked has a limit',
)
type Capacity = Of<typeof capacityShape>

type Questions = Readonly<Record<string, number>>
interface Counted {
  readonly counted: 'sample' | 'declared'
  readonly at: (depth: Depth) => Questions
}

/** At least one question to each source that the sections up to a depth rest on. */
const declaredBy = (endpoint: LoadedEndpoint): Counted => ({
  counted: 'declared',
  at: (depth) => {
    const { declared } = endpoint
    const shown = Object.entries(declared.sections).filter(
      ([, { from }]) => depths.indexOf(from) <= depths.indexOf(depth),
    )
    const sources = [...requiredSources(endpoint), ...shown.flatMap(([name]) => sourcesOf(declared, name))]
    return Object.fromEntries(sources.map((source) => [source, 1]))
  },
})

const sampledIn = (file: string): Counted => {
  const byDepth = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Partial<Record<Depth, Questions>>>
  return { counted: 'sample', at: (depth) => byDepth[depth] ?? {} }
}

const counts = new WeakMap<LoadedEndpoint, Counted>()

/** `questions.json` beside the endpoint has what its first example asked; a package from elsewhere may have none. */
const countedOf = (endpoint: LoadedEndpoint): Counted => {
  const known = counts.get(endpoint)
  if (known) return known
  const file = join(endpoint.declared.home, 'questions.json')
  const found = existsSync(file) ? sampledIn(file) : declaredBy(endpoint)
  counts.set(endpoint, found)
  return found
}

export const capacityOf = (
  endpoint: LoadedEndpoint,
  { plugins, settings, readiness: { lacking } }: Pick<ServiceView, 'plugins' | 'settings' | 'readiness'>,
): Capacity => {
  const { counted, at } = countedOf(endpoint)
  const current = settings()
  const least = (depth: Depth): Capacity[string] => {
    let found: Capacity[string] = null
    for (const [source, questions] of Object.entries(at(depth))) {
      // The rate of a dataset is that of its downloads.
      if (plugins.sources.get(source)?.kind !== 'http' || lacking(source) !== null) continue
      const { rate } = current.source(source)
      if (rate === null) continue
      const quota = (rate.calls * 60_000) / rate.per,
        perMinute = Math.floor((100 * quota) / questions) / 100
      if (found === null || perMinute < found.per_minute)
        found = {
          per_minute: perMinute,
          source,
          quota_per_minute: Math.floor(quota * 100) / 100,
          questions,
          counted,
        }
    }
    return found
  }
  return endpoint.flat
    ? { flat: least('full') }
    : Object.fromEntries(depths.map((depth) => [depth, least(depth)] as const))
}
