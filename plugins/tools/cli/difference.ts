/** Where two answers differ: by section, and the first place with what is there in both. */
import { Pointer, createPatch } from 'rfc6902'

/** What the hash of a pack is of. */
export interface Answered {
  readonly data: unknown
  readonly missing: unknown
}

export interface Difference {
  /** Of `data`; `missing` where the rows on what could not be found out differ. */
  readonly sections: readonly string[]
  /** Undefined where there is none. */
  readonly first: { readonly at: string; readonly before: unknown; readonly after: unknown }
}

const sectionOf = (pointer: string): string => {
  const [, part, section] = pointer.split('/')
  return part === 'data' && section !== undefined ? section.replaceAll('~1', '/').replaceAll('~0', '~') : part!
}

/** Null where there is none. */
export const differenceBetween = (before: Answered, after: Answered): Difference | null => {
  const patch = createPatch(before, after)
  const [first] = patch
  if (first === undefined) return null
  const valueIn = (answer: Answered): unknown => Pointer.fromJSON(first.path).evaluate(answer).value
  return {
    sections: [...new Set(patch.map(({ path }) => sectionOf(path)))],
    first: {
      at: first.path,
      // What is added or removed moves what stands behind it in a list.
      before: first.op === 'add' ? undefined : valueIn(before),
      after: first.op === 'remove' ? undefined : valueIn(after),
    },
  }
}

const longest = 80
const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text
}

export const differenceInWords = ({ sections, first }: Difference, [one, other]: readonly [string, string]): string =>
  `Sections that differ: ${sections.join(', ')}. The first difference is at ${first.at}:
  ${one}: ${shown(first.before)}
  ${other}: ${shown(first.after)}`
