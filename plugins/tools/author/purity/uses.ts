/** Refused names and members in one module. */
import { globals, localised, locale, localTime, alias, members, place, zone, type Refusal } from './refused.ts'
import { argumentsOf, endOf, isSyntax, keysOf, memberName, textOf, type Parsed, type Syntax } from './syntax.ts'

export interface Impurity {
  readonly at: Syntax
  /** What is named, as `Date.now()`. */
  readonly what: string
  readonly refusal: Refusal
}

const isCall = (node: Syntax | null, of: Syntax): node is Syntax =>
  (node?.type === 'CallExpression' || node?.type === 'NewExpression') && node['callee'] === of

/** Whether it has a locale, and not the machine's. */
const isLocale = (node: Syntax | undefined): boolean =>
  node !== undefined &&
  !(node.type === 'Identifier' && node['name'] === 'undefined') &&
  !(node.type === 'ArrayExpression' && (node['elements'] as readonly unknown[]).length === 0)

const dated = new Set(
  'dateStyle timeStyle weekday era year month day dayPeriod hour minute second timeZoneName'.split(' '),
)
const isDate = (node: unknown): boolean =>
  isSyntax(node) && node.type === 'NewExpression' && isSyntax(node['callee']) && node['callee']['name'] === 'Date'

/** A date and a time without its zone: `2026-01-31T09:00`. */
const zoneless = /T\d\d:\d\d(:\d\d(\.\d+)?)?$/
const nowMend = members['Date']!['now']!

const dateUse = (use: Syntax, parent: Syntax | null): Omit<Impurity, 'at'> | null => {
  if (parent?.type === 'BinaryExpression' && parent['operator'] === 'instanceof') return null
  if (!isCall(parent, use)) return { what: 'Date', refusal: alias }
  const [first, second] = argumentsOf(parent)
  if (parent.type === 'CallExpression' || first === undefined)
    return { what: parent.type === 'CallExpression' ? 'Date()' : 'new Date()', refusal: nowMend }
  if (first.type === 'SpreadElement' || second !== undefined) return { what: 'new Date(year, month, …)', refusal: zone }
  return zoneless.test(endOf(first) ?? '') ? { what: 'a time without a zone', refusal: zone } : null
}

const intlUse = (called: string, call: Syntax | null): Omit<Impurity, 'at'> | null => {
  if (call?.type !== 'CallExpression' && call?.type !== 'NewExpression') return null
  const [first, second] = argumentsOf(call)
  if (called === 'getCanonicalLocales' || called === 'supportedValuesOf' || called === 'Locale') return null
  if (!isLocale(first)) return { what: `Intl.${called}`, refusal: locale }
  return called === 'DateTimeFormat' && !keysOf(second)?.includes('timeZone')
    ? { what: 'Intl.DateTimeFormat', refusal: zone }
    : null
}

/** A global as a value. */
const globalUse = (name: string, use: Syntax, { parentOf }: Parsed): Omit<Impurity, 'at'> | null => {
  if (Object.hasOwn(globals, name)) return { what: name, refusal: globals[name]! }
  if (!Object.hasOwn(members, name)) return null
  const parent = parentOf(use)
  const member = parent?.['object'] === use ? memberName(parent) : null
  if (member === null) {
    // `new Promise(…)` gives what its code gives.
    if (name === 'Promise' && isCall(parent, use)) return null
    return name === 'Date' ? dateUse(use, parent) : { what: name, refusal: alias }
  }
  const refusal = Object.hasOwn(members[name]!, member) ? members[name]![member] : undefined
  if (refusal) return { what: `${name}.${member}`, refusal }
  const call = parentOf(parent!)
  if (name === 'Intl') return intlUse(member, isCall(call, parent!) ? call : null)
  const isZoneless = name === 'Date' && member === 'parse' && isCall(call, parent!)
  return isZoneless && zoneless.test(endOf(argumentsOf(call)[0]) ?? '')
    ? { what: 'a time without a zone', refusal: zone }
    : null
}

/** A method of a date or a text that takes the machine's locale or time zone, by its name. */
const memberUse = (member: Syntax, { parentOf }: Parsed): Omit<Impurity, 'at'> | null => {
  const name = memberName(member)
  if (name === null) return null
  const call = parentOf(member)
  if (!isCall(call, member)) return null
  if (localTime.has(name)) return { what: `${name}()`, refusal: zone }
  if (name === 'toString' && isDate(member['object'])) return { what: 'the text of a Date', refusal: zone }
  if (!Object.hasOwn(localised, name)) return null
  const given = argumentsOf(call),
    at = localised[name]!
  if (!isLocale(given[at])) return { what: `${name}()`, refusal: locale }
  const options = keysOf(given[at + 1])
  const isOfDate =
    name === 'toLocaleDateString' ||
    name === 'toLocaleTimeString' ||
    (name === 'toLocaleString' && (isDate(member['object']) || options?.some((key) => dated.has(key)) === true))
  return isOfDate && !options?.includes('timeZone') ? { what: `${name}()`, refusal: zone } : null
}

/** `import.meta` says where the package is, which `home` must. */
const metaUse = (meta: Syntax, { parentOf }: Parsed): Omit<Impurity, 'at'> | null => {
  const member = parentOf(meta),
    property = member && parentOf(member)
  const isHome =
    member !== null &&
    memberName(member) === 'dirname' &&
    property?.type === 'Property' &&
    isSyntax(property['key']) &&
    property['key']['name'] === 'home'
  return isHome ? null : { what: 'import.meta', refusal: place }
}

const otherUse = (node: Syntax, parsed: Parsed): Omit<Impurity, 'at'> | null => {
  if (node.type === 'MemberExpression') return memberUse(node, parsed)
  if (node.type === 'MetaProperty' && (node['meta'] as Syntax)['name'] === 'import') return metaUse(node, parsed)
  if (node.type === 'TemplateLiteral' && (node['expressions'] as readonly unknown[]).some(isDate))
    return { what: 'the text of a Date', refusal: zone }
  return node.type === 'ImportExpression' && textOf(node['source']) === null
    ? { what: 'import() of a name that is worked out', refusal: globals['eval']! }
    : null
}

export const usesIn = (parsed: Parsed): readonly Impurity[] => [
  ...parsed.scopes.globalScope!.through.flatMap(({ identifier, isValueReference }) => {
    const at = identifier as unknown as Syntax
    if (!isValueReference || /^TS(TypeQuery|QualifiedName)$/.test(parsed.parentOf(at)?.type ?? '')) return []
    const found = globalUse(at['name'] as string, at, parsed)
    return found ? [{ at, ...found }] : []
  }),
  ...parsed.nodes.flatMap((at) => {
    const found = otherUse(at, parsed)
    return found ? [{ at, ...found }] : []
  }),
]
