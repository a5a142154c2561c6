/** What a module knows of its own place, written out: in a pack it still finds the files beside its source. */
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseAst } from 'rolldown/parseAst'

interface Piece {
  readonly start: number
  readonly end: number
  readonly name: string
}

const isNode = (
  value: unknown,
): value is Readonly<Record<string, unknown>> & {
  readonly type: string
  readonly start: number
  readonly end: number
} => typeof value === 'object' && value !== null && 'type' in value

/** Every `import.meta.<name>` of a syntax tree; a bare `import.meta` has no name. */
const piecesOf = function* (value: unknown): Generator<Piece> {
  if (Array.isArray(value)) for (const each of value) yield* piecesOf(each)
  if (!isNode(value)) return
  const { type, object, property, computed } = value
  if (type === 'MetaProperty' && isNode(value['meta']) && value['meta']['name'] === 'import')
    yield { start: value.start, end: value.end, name: '' }
  else if (
    type === 'MemberExpression' &&
    computed === false &&
    isNode(object) &&
    object.type === 'MetaProperty' &&
    isNode(property)
  )
    yield { start: value.start, end: value.end, name: String(property['name']) }
  else for (const each of Object.values(value)) yield* piecesOf(each)
}

/** Throws where a module asks for anything but its place: that cannot be answered from elsewhere. */
export const withItsPlace = (code: string, path: string): string => {
  if (!code.includes('import.meta')) return code
  const place: Readonly<Record<string, string>> = {
    dirname: dirname(path),
    filename: path,
    url: pathToFileURL(path).href,
  }
  let done = '',
    from = 0
  for (const { start, end, name } of piecesOf(parseAst(code, { lang: /\.[cm]?ts$/.test(path) ? 'ts' : 'js' }, path))) {
    if (!Object.hasOwn(place, name)) throw new Error(`${path}: import.meta${name && `.${name}`} cannot be packed`)
    done += code.slice(from, start) + JSON.stringify(place[name])
    from = end
  }
  return done + code.slice(from)
}
