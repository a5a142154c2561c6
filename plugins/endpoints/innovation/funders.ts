/** Funders of a company, from research projects and other grants. */
import {
  figure,
  flag,
  integer,
  list,
  object,
  orNull,
  render,
  rounded,
  some,
  text,
  type Node,
  type Of,
  type Shape,
  type Shown,
} from '@domesday/core'
import type { Research } from '@domesday/source-gtr'
import type { Grants } from '@domesday/source-threesixty-giving'

const funderFields = object({
  name: text('Of the funder'),
  awards: integer('Research projects or grants'),
  awarded_value: orNull(figure('GBP', 'To the company itself, as far as amounts are known; null where none is')),
  source: text('Where they are published'),
})
export interface Funder extends Of<typeof funderFields> {}

const fundersFields = object({
  listed: list(funderFields as Shape<Funder>),
  complete: flag('False where research or other grants could not be read'),
})
export interface Funders extends Of<typeof fundersFields> {}
const fundersShape: Shape<Funders> = fundersFields

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
    (a, b) =>
      b.awards - a.awards || (b.awarded_value ?? 0) - (a.awarded_value ?? 0) || a.name.localeCompare(b.name, 'en'),
  )

/** At least one of the two must be known. */
export const fundersIn = (research: Node<Research>, grants: Node<Grants>): Shown<Funders> =>
  render(fundersShape, some({ research, grants }), ({ research, grants }) => ({
    listed: fundersOf(research, grants),
    complete: research !== null && grants !== null,
  }))
