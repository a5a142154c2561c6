/** An endpoint: its parameters, its required values, and the sections of its answer. */
import type { Nation } from './nation.ts'
import type { Node } from './node.ts'
import type { Section } from './section.ts'
import type { Shapes } from './shape.ts'

export interface Endpoint {
  readonly id: string
  readonly title: string
  /** What it answers and for whom, in one or two sentences, for the reference, tool listing and console. */
  readonly summary: string
  /** The package's own folder, `import.meta.dirname`. */
  readonly home: string
  /** Such as `/water/{postcode}`. */
  readonly path: string
  /** Its name as an MCP tool; such an endpoint also has a price in US dollars. */
  readonly tool?: string
  /** Whether callers may select sections by `include`. */
  readonly include?: true
  readonly asked: Node<any> & { readonly shapes: Shapes }
  /** Values that every answer needs. "None" becomes the 404, a gap the 502, 503 or 504. */
  readonly required: readonly Node<any>[]
  /** The subject's nation, of what is `required`: sources that do not cover it are `not_covered`, without a call. */
  readonly nation?: Node<Nation | string>
  /** A name with a dot is inside another section. */
  readonly sections: Readonly<Record<string, Section>>
  /** What a name was resolved to, or a postcode was mended to; shown as `_meta.matched`. */
  readonly matched?: Node<Matched>
}

export interface Matched {
  readonly asked: string
  readonly chosen: string
  readonly candidates: readonly string[]
}

/** What an endpoint is about: what each postcode, company or vehicle endpoint has in common with the others. */
export interface Subject extends Pick<Endpoint, 'asked' | 'required' | 'nation' | 'matched'> {}

/** As it is declared. */
export interface EndpointAbout extends Omit<Endpoint, keyof Subject> {
  readonly subject: Subject
}

export const endpoint = ({ subject, ...rest }: EndpointAbout): Endpoint => ({ ...rest, ...subject })
