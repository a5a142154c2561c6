import { type AnySource, envNames } from '@domesday/core/tool'

/** Fake credentials for all sources, as environment variables: gateways do not check them. */
export const madeUpCredentials = (sources: ReadonlyMap<string, AnySource>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...sources.values()]
      .flatMap((source) => envNames(source))
      .map((name) => [name, name.endsWith('EMAIL') ? 'test@example.org' : 'test']),
  )
