/** State of a module: what one call writes and the next one reads. */
import { changing, state } from './refused.ts'
import { memberName, type Parsed, type Syntax } from './syntax.ts'
import type { Impurity } from './uses.ts'

const isTransparent = /^(ChainExpression|TS(As|NonNull|Satisfies)Expression)$/

/** The outermost member of a chain, `a.b.c` of `a`, and what stands around it. */
const chainOf = (use: Syntax, { parentOf }: Parsed): readonly [outermost: Syntax, around: Syntax | null] => {
  let at = use
  for (;;) {
    const above = parentOf(at)
    if (above === null || !(isTransparent.test(above.type) || above['object'] === at)) return [at, above]
    at = above
  }
}

const changes = (use: Syntax, parsed: Parsed): boolean => {
  const [at, around] = chainOf(use, parsed)
  if (at === use || around === null) return false
  if (around.type === 'AssignmentExpression') return around['left'] === at
  if (around.type === 'UpdateExpression') return true
  if (around.type === 'UnaryExpression') return around['operator'] === 'delete'
  return around.type === 'CallExpression' && around['callee'] === at && changing.has(memberName(at) ?? '')
}

/** A pattern that remembers where it was: `test` and `exec` go on from there. */
const isWalking = (init: unknown): boolean => {
  const { regex } = (init ?? {}) as { readonly regex?: { readonly flags: string } }
  return regex !== undefined && /[gy]/.test(regex.flags)
}
const goesOn = (use: Syntax, { parentOf }: Parsed): boolean => {
  const parent = parentOf(use)
  return parent?.['object'] === use && ['test', 'exec'].includes(memberName(parent) ?? '')
}

export const moduleStateIn = (parsed: Parsed): readonly Impurity[] => {
  const module = parsed.scopes.globalScope!.childScopes.find(({ type }) => type === 'module')
  const variables = module?.variables.filter(({ defs }) => defs[0]?.type === 'Variable') ?? []
  return variables.flatMap(({ name, defs, references }) => {
    const init = (defs[0]!.node as unknown as Syntax)['init']
    return references
      .filter(({ from }) => from.variableScope !== module)
      .flatMap((reference): readonly Impurity[] => {
        const at = reference.identifier as unknown as Syntax
        if (reference.isWrite() || changes(at, parsed)) return [{ at, what: `the module's ${name}`, refusal: state }]
        if (!isWalking(init) || !goesOn(at, parsed)) return []
        const mend = `take the g or y off its flags, or use ${'text.matchAll(…)'}`
        return [{ at, what: `the pattern ${name}, which remembers its place,`, refusal: { ...state, mend } }]
      })
  })
}
