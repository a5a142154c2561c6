/** The names of fields in parsed bodies, and bodies in which one of them has another name. */

/** Separates the names of a path: names of columns hold dots, slashes and brackets. */
const step = ' › '
export const namesOf = (path: string): readonly string[] => path.split(step)

const inside = '[]'

/** The paths of all fields of a value, entries of lists as `[]`. */
export const fieldPaths = (value: unknown, into = new Set<string>(), above = ''): ReadonlySet<string> => {
  const at = (name: string): string => (above === '' ? name : `${above}${step}${name}`)
  if (Array.isArray(value)) for (const entry of value) fieldPaths(entry, into, at(inside))
  else if (typeof value === 'object' && value !== null)
    for (const [name, member] of Object.entries(value)) {
      into.add(at(name))
      fieldPaths(member, into, at(name))
    }
  return into
}

/** The value with the field under another name, wherever it occurs. What does not change is shared. */
export const withRenamed = (value: unknown, path: string): unknown => renamed(value, namesOf(path))

const renamed = (value: unknown, [name, ...rest]: readonly string[]): unknown => {
  if (name === undefined || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return name === inside ? value.map((entry) => renamed(entry, rest)) : value
  if (!Object.hasOwn(value, name)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) =>
      key !== name ? [key, member] : rest.length === 0 ? [`${key}Renamed`, member] : [key, renamed(member, rest)],
    ),
  )
}
