/** The inputs of a node: one node alone is the input `of`. */
const isAlone = (of: object): boolean => typeof (of as { readonly kind?: unknown }).kind === 'string'

export const inputsNamed = <N extends object>(of: N | Readonly<Record<string, N>>): Readonly<Record<string, N>> =>
  (isAlone(of) ? { of } : of) as Readonly<Record<string, N>>

/** The function as the core calls it: with values by name. */
export const calledByName = (of: object, call: (known: any) => unknown): ((known: any) => unknown) =>
  isAlone(of) ? (known: { readonly of: unknown }) => call(known.of) : call
