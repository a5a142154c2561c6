/** What a model gives a tool. */
import type { ParameterFault, RawParameters } from '@domesday/core/surface'

/** Arguments without nulls, which count as absent, and what is wrong with them. The plan checks their types. */
export const readArguments = (
  toolArguments: Readonly<Record<string, unknown>>,
  notTaken: readonly string[] = [],
): { readonly raw: RawParameters; readonly faults: readonly ParameterFault[] } => {
  const given = Object.entries(toolArguments).filter(([, value]) => value !== null && value !== undefined)
  const detailOf = ([name, value]: readonly [string, unknown]): string | null =>
    notTaken.includes(name)
      ? 'is not an argument of this tool'
      : typeof value === 'object'
        ? 'must be a single value'
        : null
  return {
    raw: Object.fromEntries(given.filter((one) => detailOf(one) === null)) as RawParameters,
    faults: given.flatMap((one) => {
      const detail = detailOf(one)
      return detail === null ? [] : [{ parameter: one[0].slice(0, 40), detail }]
    }),
  }
}
