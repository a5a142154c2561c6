/** Funders of a company, from research projects and other grants. */
import { rounded } from '@domesday/core'
import type { Research } from '@domesday/source-gtr'
import type { Grants } from '@domesday/source-threesixty-giving'

export interface Funder {
  readonly name: string
  readonly awards: number
  readonly awarded_value: number | null
  readonly source: string
}

interface Award {
  readonly funder: string | null
  readonly amount: number | null
}

const byFunder = (source: string, awards: readonly Award[]): readonly Funder[] =>
  [
    ...Map.groupBy(
      awards.filter(({ funder }) => funder !== null),
      ({ funder }) => funder!,
    ),
  ].map(([name, its]) => {
    const amounts = its.flatMap(({ amount }) => amount ?? [])
    return {
      name,
      awards: its.length,
      awarded_value:
        amounts.length > 0
          ? rounded(
              amounts.reduce((sum, amount) => sum + amount, 0),
              2,
            )
          : null,
      source,
    }
  })

/** Funders from both sources; most awards first. Null for unknown values. */
export const fundersOf = (research: Research | null, grants: Grants | null): readonly Funder[] =>
  [
    ...byFunder(
      'gtr',
      (research?.awards ?? []).map(({ project, awarded }) => ({ funder: project.funder, amount: awarded })),
    ),
    ...byFunder(
      'threesixty-giving',
      (grants?.items ?? []).map(({ funder, amount, currency }) => ({
        funder,
        amount: currency === 'GBP' ? amount : null,
      })),
    ),
  ].toSorted(
    (a, b) => b.awards - a.awards || (b.awarded_value ?? 0) - (a.awarded_value ?? 0) || a.name.localeCompare(b.name),
  )
