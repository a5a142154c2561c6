import { mapScalars, type Located, type LocatedScalar, type Plain } from './located.ts'
import { yaml } from './parse.ts'
import type { Problem } from './problems.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** `$${` is a literal `${`; a `${` that is no reference is matched bare, so that it can be refused. */
const REFERENCE = /\$\$\{|\$\{(?:([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\})?/g
const WHOLE = /^\$\{[A-Za-z_][A-Za-z0-9_]*(?::-[^}]*)?\}$/

/**
 * Puts the environment into `${NAME}` and `${NAME:-fallback}` (the fallback is for unset and empty) of every text in
 * the tree. What a variable holds is a value and never syntax: it cannot add keys, lists or further references.
 */
export function substitute(root: Located, env: Environment): { root: Located; problems: readonly Problem[] } {
  const problems: Problem[] = []
  const change = (scalar: LocatedScalar): LocatedScalar => {
    if (typeof scalar.value !== 'string' || !scalar.value.includes('${')) return scalar
    const written = scalar.value
    const variables: string[] = []
    const text = written.replace(REFERENCE, (match, name: string | undefined, fallback: string | undefined) => {
      if (match === '$${') return '${'
      if (name === undefined)
        problems.push({
          ...scalar.place,
          message: "'${' begins a reference: write ${NAME}, ${NAME:-fallback}, or $${ for the characters",
        })
      const value = name === undefined ? match : fallback === undefined ? env[name] : env[name] || fallback
      if (name !== undefined) variables.push(name)
      if (value === undefined)
        problems.push({
          ...scalar.place,
          message: `environment variable ${name} is not set, and there is no fallback (\${${name}:-…})`,
        })
      return value ?? match
    })
    return { ...scalar, variables, ...(WHOLE.test(written) ? readings(text, scalar.bare) : { value: text }) }
  }
  return { root: mapScalars(root, change), problems }
}

/**
 * A bare `${PORT}` is what YAML makes of its value, a quoted one is text; the schema may ask for the other (`pay_to:
 * ${PAY_TO}`, an address in hex).
 */
function readings(text: string, bare: boolean): { value: Plain; otherwise?: Plain } {
  const scalar = scalarOf(text)
  if (scalar === text) return { value: text }
  return bare ? { value: scalar, otherwise: text } : { value: text, otherwise: scalar }
}

function scalarOf(text: string): Plain {
  if (text === '') return ''
  const { isScalar, parseDocument } = yaml()
  const { contents, errors } = parseDocument(text, { prettyErrors: false })
  const bare =
    errors.length === 0 &&
    isScalar(contents) &&
    contents.type === 'PLAIN' &&
    contents.tag === undefined &&
    contents.source === text
  return bare ? (contents.value as Plain) : text
}
