/** JSON as upstreams send it. */

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)
/**
 * A null among objects says nothing, and would cost all the others. What has its meaning by its place keeps it:
 * numbers, and lists of lists.
 */
const withoutHoles = (_name: string, value: unknown): unknown =>
  Array.isArray(value) &&
  value.includes(null) &&
  value.some(isObject) &&
  value.every((entry) => entry === null || isObject(entry))
    ? value.filter((entry) => entry !== null)
    : value
/**
 * A null that follows another entry or opens a list. To look costs a fiftieth of parsing, to visit every value
 * several times as much as it.
 */
const maybeHole = /[[,]\s*null\s*[,\]]/

/** Half a character can only be written as an escape. */
const maybeHalf = /\\ud[89a-f]/i

/**
 * The value of a JSON text, without the nulls among the objects of a list, and without half characters: no address and
 * no evidence can hold them. Throws where it is none, in words that quote the text.
 */
export const fromJson = (text: string): unknown => {
  const halves = maybeHalf.test(text),
    holes = maybeHole.test(text)
  if (!halves) return JSON.parse(text, holes ? withoutHoles : undefined)
  const mended = (value: unknown): unknown => (typeof value === 'string' ? value.toWellFormed() : value)
  return JSON.parse(text, (name, value: unknown) => mended(holes ? withoutHoles(name, value) : value))
}
