/**
 * What a value means to somebody who looks at it: which picture it makes, and which words are good or bad news. Answers
 * publish both in their JSON Schema, as `x-drawn` and `x-tones`, and a page draws from them.
 */
import type { JsonSchema } from './nullable.ts'

/** Words, or the flag, that are good or bad news; any other is neither. */
export interface Tones<W> {
  readonly good?: readonly W[]
  readonly fair?: readonly W[]
  readonly bad?: readonly W[]
}

/** Colours that keep their meaning on a page: one fuel has one, in whichever picture it stands. */
type Hue = 'amber' | 'blue' | 'brown' | 'green' | 'grey' | 'indigo' | 'pink' | 'red' | 'slate' | 'teal' | 'yellow'

/** `title` names a row, `word` gives it its tone, `kind` its group, `more` is said beside it. */
interface Row<F> {
  readonly title: F
  readonly word?: F
  readonly kind?: F
  readonly more?: F
}
/**
 * The pictures, and the fields that play a part in each. Of several fields for one part the first that has a value is
 * shown; of `more`, and of the parts of `shares`, all.
 */
export interface Pictures<F> {
  /** Things around the place asked for. `amount` is the size of a mark; `holds`: whether an area holds the place. */
  readonly map: Row<F> & { readonly distance: F; readonly at?: F; readonly amount?: F; readonly holds?: F }
  /** Areas that all hold the place asked for. */
  readonly areas: Row<F>
  /** Periods. `until` is when one ended or will, `deadline` until when one can act, `running` whether it goes on. */
  readonly timeline: Row<F> & { readonly from: F; readonly until?: F; readonly deadline?: F; readonly running?: F }
  /** What happened, each on a day. `value` is drawn over time. */
  readonly events: Partial<Row<F>> & { readonly on: F; readonly value?: F }
  /** A figure over time. A `counter` never falls by rights, so that a fall is marked. */
  readonly series: { readonly on: F } & ({ readonly value: F } | { readonly counter: F })
  /** Findings: each a `title`, how grave it is (`word`), and sentences. */
  readonly findings: Row<F>
  /** Parts of a whole: all figures, or those named here; `total` is the whole, where it is stated. */
  readonly shares: { readonly [part in keyof Tones<never> | Hue | 'total' | 'parts']?: F }
  /** Shares by energy band, A to G. */
  readonly bands: { readonly parts?: F }
}

/** Parts that a picture cannot do without. */
const needed: Readonly<Record<string, readonly string[]>> = {
  map: ['title', 'distance'],
  areas: ['title'],
  timeline: ['title', 'from'],
  events: ['on'],
  series: ['on'],
  findings: ['title'],
}

type Published = Readonly<Record<string, string | readonly string[]>>

/** The picture of an object that has only these fields; none where a part is gone that must be. */
export const drawnOf = ({ 'x-drawn': drawn }: JsonSchema, fields: readonly string[]): JsonSchema => {
  if (drawn === undefined) return {}
  const { as, ...parts } = drawn as Published & { readonly as: string }
  const left = Object.entries(parts).flatMap(([part, of]): [string, string | readonly string[]][] => {
    const named = [of].flat().filter((field) => fields.includes(field))
    return named.length === 0 ? [] : [[part, typeof of === 'string' ? of : named]]
  })
  const isWhole = (needed[as] ?? []).every((part) => left.some(([name]) => name === part))
  return isWhole ? { 'x-drawn': { as, ...Object.fromEntries(left) } } : {}
}
