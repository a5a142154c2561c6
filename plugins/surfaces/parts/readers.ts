/** Reads named texts, such as the parameters of a query, and tells every fault at once. */
import { faultsShown, unknownParameter, type ParameterFault } from '@domesday/core/surface'

/** Reads a text, or throws a `Misread`. */
export type Reader<T> = (text: string) => T

/** `detail` goes on from the parameter's name: `must be a date`. */
export class Misread extends Error {
  readonly allowed: readonly unknown[] | undefined
  constructor(detail: string, allowed?: readonly unknown[]) {
    super(detail)
    this.allowed = allowed
  }
}

type Readers = Readonly<Record<string, Reader<unknown>>>
export type Read<R extends Readers> = { readonly [K in keyof R]?: ReturnType<R[K]> }

/** What is said of a missing parameter: what may stand there, where its reader knows. */
const missing = (parameter: string, reader: Reader<unknown>): ParameterFault => {
  try {
    reader('')
  } catch (error) {
    if (error instanceof Misread && error.allowed) return { parameter, detail: 'is missing', allowed: error.allowed }
  }
  return { parameter, detail: 'is missing' }
}

/** What can be read, and what is wrong with the rest or not there: 20 faults at most. */
export const readAll = <R extends Readers>(
  given: Readonly<Record<string, string | readonly string[]>>,
  readers: R,
  required: readonly (keyof R & string)[] = [],
): { readonly values: Read<R>; readonly faults: readonly ParameterFault[] } => {
  const values: Record<string, unknown> = {}
  const faults: ParameterFault[] = []
  for (const [name, text] of Object.entries(given)) {
    if (faults.length === faultsShown) break
    const reader = Object.hasOwn(readers, name) ? readers[name] : undefined
    if (reader === undefined) faults.push(unknownParameter(name, Object.keys(readers)))
    else if (typeof text !== 'string') faults.push({ parameter: name, detail: 'is given more than once' })
    else
      try {
        values[name] = reader(text)
      } catch (error) {
        if (!(error instanceof Misread)) throw error
        const { message: detail, allowed } = error
        faults.push({ parameter: name, detail, ...(allowed && { allowed }) })
      }
  }
  for (const name of required) if (!(name in given)) faults.push(missing(name, readers[name]!))
  return { values: values as Read<R>, faults }
}

export const oneOf =
  <W extends string>(words: readonly W[]): Reader<W> =>
  (text) => {
    if (words.includes(text as W)) return text as W
    throw new Misread('is not one of the words allowed', words)
  }

/** Words between commas: each once, in the order of `words`. */
export const someOf =
  <W extends string>(words: readonly W[]): Reader<readonly W[]> =>
  (text) => {
    const read = [...new Set(text.split(',').map((word) => word.trim()))]
    const unknown = read.filter((word) => !words.includes(word as W))
    if (unknown.length === 0) return words.filter((word) => read.includes(word))
    const shown = unknown.slice(0, 5).map((word) => `'${word.slice(0, 40)}'`)
    throw new Misread(`has ${shown.join(', ')}, which is not among the words allowed`, words)
  }

export const wholeFrom =
  (least: number, most: number): Reader<number> =>
  (text) => {
    if (/^\d{1,10}$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text)
    throw new Misread(`must be a whole number from ${least} to ${most}`, [`${least}..${most}`])
  }

export const matching =
  (pattern: RegExp, what: string): Reader<string> =>
  (text) => {
    if (pattern.test(text)) return text
    throw new Misread(`is not ${what}`)
  }
