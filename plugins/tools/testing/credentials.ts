import { type AnySource, envNames } from '@domesday/core/tool'

/** A made-up credential for every source that wants one, as environment variables: gateways look at none. */
export const madeUpCredentials = (sources: ReadonlyMap<string, AnySource>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...sources.values()]
      .flatMap((source) => envNames(source))
      .map((name) => [name, name.endsWith('EMAIL') ? 'test@example.org' : 'test']),
  )
