/** Councils that were renumbered, merged or split, by the codes that statistics of them still go by. */
import { listed, onceFor, spoken } from '@domesday/core'
import rows from './councils.json' with { type: 'json' }
import { before, type Step } from './steps.ts'

/**
 * From the register of names and codes of mySociety, and the orders that it rests on; East and West Surrey by their
 * Structural Changes Order, before they have codes. `same`: another code, or a county, of the same area. `parts`: the
 * districts whose areas are together that of the successor. `within`: the county of which it was a part.
 */
interface Change {
  /** The first day of the successor. */
  readonly on: string
  /** Null until one is published: the name tells. */
  readonly code: string | null
  readonly name: string
  readonly same?: Codes
  readonly parts?: Codes
  readonly within?: Codes
}
type Codes = Readonly<Record<string, string | undefined>>
const changes: readonly Change[] = rows

/** A council by its GSS code, with its name: new ones are known by name alone. */
export interface Council {
  readonly code: string
  readonly name: string | null
}
export interface FormerCouncil {
  readonly code: string
  readonly name: string
  /** The day from which it is no more. */
  readonly ended: string
}
export interface FormerCouncils {
  /** Of the same area: what is said of them is said of it. Newest first. */
  readonly same: readonly FormerCouncil[]
  /** Which together had its area: their counts add up to its own, their rates do not. Empty for most. */
  readonly parts: readonly FormerCouncil[]
  /** Of a wider area: what is said of them is said of more than it. */
  readonly within: readonly FormerCouncil[]
}

type Relation = 'same' | 'parts' | 'within'
interface Former extends Step {
  readonly relation: Relation
  readonly name: string
  readonly on: string
}

const kindOf = { same: 'continued', parts: 'merged', within: 'split' } as const
const stepsInto = ({ code, name, on, ...related }: Change): readonly Former[] =>
  Object.entries(kindOf).flatMap(([relation, kind]) =>
    Object.entries(related[relation as Relation] ?? {}).map(([predecessor, called]) => ({
      predecessor,
      successor: code ?? name,
      kind,
      on,
      relation: relation as Relation,
      name: called!,
    })),
  )
const steps = changes.flatMap(stepsInto)
const into = onceFor((successor: string) => steps.filter((step) => step.successor === successor))
const withoutCode = new Set(changes.filter(({ code }) => code === null).map(({ name }) => name))

const formerOf = ({ predecessor, name, on }: Former): FormerCouncil => ({ code: predecessor, name, ended: on })

/**
 * What stood before a council. `since`: the day of which a source has its councils; older changes are no matter then.
 */
export const formerCouncils = ({ code, name }: Council, since = ''): FormerCouncils => {
  const own = name !== null && withoutCode.has(name) ? name : code
  const led = before(own, into).filter(({ on }) => on > since)
  // What came before a part, or before a county, is no part of this one: only the same area goes on from step to step.
  const areas = new Set([own, ...led.filter(({ relation }) => relation === 'same').map((step) => step.predecessor)])
  const of = (relation: Relation): readonly FormerCouncil[] =>
    led.filter((step) => step.relation === relation && areas.has(step.successor)).map(formerOf)
  return { same: of('same'), parts: of('parts'), within: of('within') }
}

/** `Eden and Barrow-in-Furness, until 31 March 2023`; the day before the successor's first. */
export const formerInWords = (councils: readonly FormerCouncil[]): string => {
  const [first] = councils
  if (!first) return ''
  const last = new Date(Date.parse(first.ended) - 86_400_000).toISOString().slice(0, 10)
  return `${listed(councils.map(({ name }) => name))}, until ${spoken(last)}`
}
