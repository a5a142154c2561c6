/** An endpoint: what is asked, what must be there, and the sections of the answer with their shapes. */
import type { Nation } from './nation.ts'
import type { Node } from './node.ts'
import type { Section } from './section.ts'
import type { Of, Shapes } from './shape.ts'

export interface Endpoint<R extends Shapes = Shapes> {
  readonly id: string
  readonly title: string
  /** What it answers and for whom, in one or two sentences: reference, tool listing and console show it. */
  readonly summary: string
  /** The package's own folder, `import.meta.dirname`. */
  readonly home: string
  /** As in the interface: `/water/{postcode}`. */
  readonly path: string
  /** Its name in the tool protocol; such an endpoint has a price in dollars too. */
  readonly tool?: string
  /** Whether callers may name the sections they want. */
  readonly include?: true
  readonly asked: Node<any> & { readonly shapes: Shapes }
  /** Without these there is no answer. None becomes the 404, a gap the 502, 503 or 504. */
  readonly required: readonly Node<any>[]
  /** Lets the core answer `not_covered` for every source that does not cover the nation, without a call. */
  readonly nation?: Node<Nation | string>
  /** The shape of each section. A name with a dot sits inside another section. */
  readonly response: R
  readonly sections: { readonly [K in keyof R]: Section<Of<R[K]>> }
  /** What a name was resolved to; shown as `_meta.matched`. */
  readonly matched?: Section<Matched>
}

export interface Matched {
  readonly asked: string
  readonly chosen: string
  readonly candidates: readonly string[]
}

export const endpoint = <const R extends Shapes>(declared: Endpoint<R>): Endpoint<R> => declared
