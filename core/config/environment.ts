/** References to environment variables in override files: `${NAME}` and `${NAME:-fallback}`. */
import type { SettingsFault } from './faults.ts'
import { yaml } from './parse-yaml.ts'
import { mapScalars, type ScalarValue, type SettingsTree, type TreeScalar } from './tree.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** `$${` is a literal `${`. A `${` that begins no valid reference is matched alone, so that it can be refused. */
const reference = /\$\$\{|\$\{(?:([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\})?/g
const wholeReference = /^\$\{[A-Za-z_][A-Za-z0-9_]*(?::-[^}]*)?\}$/

/**
 * Replaces the references in every text of the tree; the fallback is for unset and empty variables. The contents of a
 * variable are a value and never syntax: they cannot add keys, lists or further references.
 */
export const substitute = (
  root: SettingsTree,
  env: Environment,
): { root: SettingsTree; faults: readonly SettingsFault[] } => {
  const faults: SettingsFault[] = []
  const change = (scalar: TreeScalar): TreeScalar => {
    if (typeof scalar.value !== 'string' || !scalar.value.includes('${')) return scalar
    const written = scalar.value
    const refuse = (message: string) => void faults.push({ ...scalar.place, message })
    const variables: string[] = []
    const text = written.replace(reference, (match, name: string | undefined, fallback: string | undefined) => {
      if (match === '$${') return '${'
      if (name === undefined) {
        refuse("'${' begins a reference: write ${NAME}, ${NAME:-fallback}, or $${ for the characters")
        return match
      }
      variables.push(name)
      const value = fallback === undefined ? env[name] : env[name] || fallback
      if (value === undefined)
        refuse(`environment variable ${name} is not set, and there is no fallback (\${${name}:-…})`)
      return value ?? match
    })
    return { ...scalar, variables, ...(wholeReference.test(written) ? typed(text, scalar.bare) : { value: text }) }
  }
  return { root: mapScalars(root, change), faults }
}

/**
 * A bare `${PORT}` has the type that YAML gives its contents, a quoted one is text. The schema may need the other type
 * (`pay_to: ${PAY_TO}`, an address in hex).
 */
const typed = (text: string, bare: boolean): Pick<TreeScalar, 'value' | 'otherwise'> => {
  const scalar = scalarOf(text)
  if (scalar === text) return { value: text }
  return bare ? { value: scalar, otherwise: text } : { value: text, otherwise: scalar }
}

const scalarOf = (text: string): ScalarValue => {
  if (text === '') return ''
  const { isScalar, parseDocument } = yaml()
  const { contents, errors } = parseDocument(text, { prettyErrors: false })
  const isPlainScalar =
    errors.length === 0 &&
    isScalar(contents) &&
    contents.type === 'PLAIN' &&
    contents.tag === undefined &&
    contents.source === text
  return isPlainScalar ? (contents.value as ScalarValue) : text
}
