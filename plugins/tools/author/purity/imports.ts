/** What a module imports, by its syntax: types are no imports. */
import { builtinModules } from 'node:module'
import { moduleRefusal } from './refused.ts'
import { isSyntax, textOf, type Parsed, type Syntax } from './syntax.ts'
import type { Impurity } from './uses.ts'

export interface Imported {
  readonly at: Syntax
  readonly specifier: string
  /** `*` for all of it. */
  readonly names: readonly string[]
}

const nameOf = (specifier: Syntax): string => {
  const named = specifier.type === 'ExportSpecifier' ? specifier['local'] : specifier['imported']
  return isSyntax(named) ? ((named['name'] as string | undefined) ?? textOf(named) ?? '*') : '*'
}

const importOf = (node: Syntax): readonly Imported[] => {
  const specifier = textOf(node['source'])
  if (specifier === null || node['importKind'] === 'type' || node['exportKind'] === 'type') return []
  if (node.type === 'ImportExpression' || node.type === 'ExportAllDeclaration')
    return [{ at: node['source'] as Syntax, specifier, names: ['*'] }]
  if (node.type !== 'ImportDeclaration' && node.type !== 'ExportNamedDeclaration') return []
  const all = node['specifiers'] as readonly Syntax[]
  const values = all.filter((one) => one['importKind'] !== 'type' && one['exportKind'] !== 'type')
  // Of `import './a.ts'`, its effects.
  return all.length > 0 && values.length === 0
    ? []
    : [{ at: node['source'] as Syntax, specifier, names: values.length === 0 ? ['*'] : values.map(nameOf) }]
}

export const importsOf = ({ nodes }: Parsed): readonly Imported[] => nodes.flatMap(importOf)

const isBuiltin = (specifier: string): boolean => specifier.startsWith('node:') || builtinModules.includes(specifier)

export const refusedImports = (imports: readonly Imported[]): readonly Impurity[] =>
  imports.flatMap(({ at, specifier, names }) => {
    const refusal = moduleRefusal(specifier, names, isBuiltin(specifier))
    return refusal ? [{ at, what: specifier, refusal }] : []
  })
