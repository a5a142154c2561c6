/** Members of a body that nobody has named, and for which absent one each may stand. */

/** By path. */
export interface Unnamed {
  readonly found: Map<string, number>
  readonly renamed: Map<string, string>
}

const mostUnnamed = 50
const plainName = /^[\w@:. -]{1,60}$/

/** Four letters that words of two names share: `resigned_on` and `resignationDate`. */
const stems = (name: string): readonly string[] =>
  name
    .split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
    .filter((part) => part.length >= 4)
    .map((part) => part.slice(0, 4).toLowerCase())
const alike = (a: string, b: string): boolean => {
  const of = new Set(stems(a))
  return of.size > 0 && stems(b).some((stem) => of.has(stem))
}
const kindOf = (value: unknown): string =>
  Array.isArray(value)
    ? 'list'
    : typeof value === 'object'
      ? 'object'
      : typeof value === 'boolean'
        ? 'flag'
        : typeof value === 'string'
          ? 'text'
          : 'number'
/** One object may stand for a list of one. */
const fits = (kind: string, value: unknown): boolean =>
  kind === 'any' ||
  kind === kindOf(value) ||
  (kind === 'scalar' && typeof value !== 'object') ||
  (kind === 'list' && kindOf(value) === 'object')

interface NamedMember {
  readonly name: string
  readonly path: string
  readonly kind: string
  /** The names of its own members, or of those of its rows. */
  readonly below: ReadonlySet<string>
}

/** Whether an object, or the first row of a list, has members of such names, and no others. */
const isMadeOf = (value: unknown, below: ReadonlySet<string>): boolean => {
  const one: unknown = Array.isArray(value) ? value[0] : value
  const names = typeof one === 'object' && one !== null ? Object.keys(one) : []
  return names.length > 1 && names.every((name) => below.has(name))
}

/**
 * Counts members that nobody has named, and notes for which absent one each may stand. What a name may stand for is
 * worked out once, and of so many names only: a body may have a million of them.
 */
export const lookIn = (named: ReadonlySet<string>, members: readonly NamedMember[], path: string) => {
  const met = new Map<string, { readonly at: string; readonly like: readonly NamedMember[] }>()
  /** What is found in the body that is looked at: names are met anew in the next one. */
  let within: Unnamed['found'] | undefined
  const meet = (name: string, value: unknown) => {
    const known = met.get(name)
    if (known !== undefined || met.size >= mostUnnamed) return known
    const shown = plainName.test(name) ? name : '(a name with odd characters)'
    const like = members.filter(
      (one) => one.kind !== 'ignored' && (alike(one.name, name) || isMadeOf(value, one.below)),
    )
    const one = { at: path === '' ? shown : `${path}.${shown}`, like }
    met.set(name, one)
    return one
  }
  return (object: Record<string, unknown>, { found, renamed }: Unnamed): void => {
    if (found !== within) met.clear()
    within = found
    for (const name in object) {
      const one = named.has(name) ? undefined : meet(name, object[name])
      if (one === undefined) continue
      found.set(one.at, (found.get(one.at) ?? 0) + 1)
      const absent = one.like.find((each) => object[each.name] === undefined && fits(each.kind, object[name]))
      if (absent) renamed.set(absent.path, one.at)
    }
  }
}
