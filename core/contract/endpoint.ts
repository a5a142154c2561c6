/** An endpoint: its parameters, its required values, and the sections of its answer with their shapes. */
import type { Nation } from './nation.ts'
import type { Node } from './node.ts'
import type { Section, ShapedSection } from './section.ts'
import type { Of, Shape, Shapes } from './shape.ts'

export interface Endpoint<R extends Shapes = Shapes> {
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
  /** The subject's nation: sources that do not cover it are `not_covered`, without a call. */
  readonly nation?: Node<Nation | string>
  /** The shape of each section. A name with a dot is inside another section. */
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

/** What an endpoint is about: what each postcode, company or vehicle endpoint has in common with the others. */
export interface Subject extends Pick<Endpoint, 'asked' | 'required' | 'nation'> {
  readonly matched?: Node<Matched>
}

/** As it is declared: its response follows from its sections. */
export interface EndpointAbout extends Pick<
  Endpoint,
  'id' | 'title' | 'summary' | 'home' | 'path' | 'tool' | 'include'
> {
  readonly subject: Subject
  readonly sections: Readonly<Record<string, ShapedSection>>
}

interface MakeEndpoint {
  <const R extends Shapes>(declared: Endpoint<R>): Endpoint<R>
  <const E extends EndpointAbout>(declared: E): Endpoint<{ readonly [K in keyof E['sections']]: Shape<any> }>
}
export const endpoint: MakeEndpoint = ((declared: Endpoint | EndpointAbout) => {
  if ('response' in declared) return declared
  const {
    subject: { matched, ...subject },
    ...rest
  } = declared
  return {
    ...rest,
    ...subject,
    ...(matched && { matched: { from: 'summary', inputs: { matched }, render: (known) => known.matched } }),
    response: Object.fromEntries(Object.entries(rest.sections).map(([name, { shape }]) => [name, shape])),
  } satisfies Endpoint
}) as MakeEndpoint
