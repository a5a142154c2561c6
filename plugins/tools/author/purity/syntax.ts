/** The syntax tree of a module with its parents, its scopes and its comments. */
import { analyze, type ScopeManager } from '@typescript-eslint/scope-manager'
import { parseSync } from 'oxc-parser'

/** A node of the tree, as ESTree names it. */
export interface Syntax {
  readonly type: string
  readonly range: readonly [start: number, end: number]
  readonly [member: string]: unknown
}

export interface Comment {
  readonly text: string
  readonly range: readonly [start: number, end: number]
}

export interface Parsed {
  readonly program: Syntax
  readonly comments: readonly Comment[]
  readonly scopes: ScopeManager
  readonly parentOf: (node: object) => Syntax | null
  /** In the order of the text. */
  readonly nodes: readonly Syntax[]
}

export const isSyntax = (value: unknown): value is Syntax =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** Throws a `SyntaxError` where it is no module that can be read. */
export const parsed = (file: string, text: string): Parsed => {
  const { program, comments, errors } = parseSync(file, text, {
    range: true,
    sourceType: 'module',
    preserveParens: false,
  })
  if (errors.length > 0) throw new SyntaxError(errors[0]!.message)
  const root = program as unknown as Syntax
  const parents = new Map<object, Syntax>()
  const nodes: Syntax[] = []
  const enter = (node: Syntax): void => {
    nodes.push(node)
    for (const member of Object.values(node))
      for (const child of Array.isArray(member) ? (member as unknown[]) : [member])
        if (isSyntax(child)) {
          parents.set(child, node)
          enter(child)
        }
  }
  enter(root)
  return {
    program: root,
    comments: comments.map(({ value, start, end }) => ({ text: value, range: [start, end] })),
    scopes: analyze(program as never, { sourceType: 'module', lib: [] }),
    parentOf: (node) => parents.get(node) ?? null,
    nodes,
  }
}

/** The name of a member: of `a.b` and `a['b']`, `b`; null where it is worked out. */
export const memberName = ({ type, computed, property }: Syntax): string | null => {
  if (type !== 'MemberExpression' || !isSyntax(property)) return null
  if (computed !== true) return property.type === 'Identifier' ? (property['name'] as string) : null
  return textOf(property)
}

/** How a text ends; null where that is worked out. */
export const endOf = (node: unknown): string | null => {
  if (!isSyntax(node)) return null
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value']
  if (node.type === 'BinaryExpression' && node['operator'] === '+') return endOf(node['right'])
  const last = node.type === 'TemplateLiteral' ? (node['quasis'] as readonly Syntax[]).at(-1)! : null
  return last ? (last['value'] as { readonly cooked: string }).cooked : null
}

/** The text of a literal; null for anything else. */
export const textOf = (node: unknown): string | null =>
  isSyntax(node) &&
  (node.type === 'Literal' || (node.type === 'TemplateLiteral' && (node['quasis'] as readonly unknown[]).length === 1))
    ? endOf(node)
    : null

export const argumentsOf = (call: Syntax): readonly Syntax[] => call['arguments'] as readonly Syntax[]

/** The names of the keys that an object literal writes; null where it is none, or spreads another. */
export const keysOf = (node: Syntax | undefined): readonly string[] | null => {
  if (node?.type !== 'ObjectExpression') return null
  const properties = node['properties'] as readonly Syntax[]
  const names = properties.map(({ key }) =>
    isSyntax(key) ? ((key['name'] as string | undefined) ?? textOf(key)) : null,
  )
  return names.every((name) => name !== null) ? names : null
}
