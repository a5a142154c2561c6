/** The names that files export, read from their text. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const declaration = /^export (?:abstract )?(?:async )?(const|let|function\*?|class|interface|type|enum) (\w+)/gm
const list = /^export (type )?\{([^}]*)\}(?: from '([^']+)')?/gm
const star = /^export \* from '([^']+)'/gm

export interface Exported {
  readonly name: string
  /** The file that declares it; of another package the name of that. */
  readonly from: string
  readonly isType: boolean
}

export const textOf = (root: string, file: string): string => readFileSync(join(root, file), 'utf8')

/** What a file declares and exports itself. */
export const declaredIn = (root: string, file: string): readonly Exported[] => {
  const found = [...textOf(root, file).matchAll(declaration)].map(([, kind, name]) => ({
    name: name!,
    from: file,
    isType: kind === 'type' || kind === 'interface',
  }))
  return [...new Map(found.map((one) => [one.name, one])).values()]
}

/** All that can be imported from a file, by name. */
export const offeredBy = (root: string, file: string): ReadonlyMap<string, Exported> => {
  const text = textOf(root, file)
  const fileAt = (to: string): string => (to.startsWith('.') ? join(dirname(file), to) : to)
  const all = (to: string): readonly Exported[] => (to.startsWith('.') ? [...offeredBy(root, fileAt(to)).values()] : [])
  const named = [...text.matchAll(list)].flatMap(([, typesAlone, names, to]) =>
    names!
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '')
      .map((one) => {
        const [name, as = name] = one.replace(/^type /, '').split(' as ') as [string, string?]
        const isType = typesAlone !== undefined || one.startsWith('type ')
        const origin = to === undefined ? undefined : all(to).find((other) => other.name === name)
        return { name: as, from: origin?.from ?? fileAt(to ?? file), isType }
      }),
  )
  const starred = [...text.matchAll(star)].flatMap(([, to]) => all(to!))
  return new Map([...starred, ...named, ...declaredIn(root, file)].map((one) => [one.name, one]))
}
