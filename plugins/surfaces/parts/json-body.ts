/** Bodies of free paths: small JSON objects. */
import { Failure, longestBody, type State } from '@domesday/core/surface'

type Members = Readonly<Record<string, unknown>>

const refused = (words: string, detail: string): Failure =>
  new Failure('invalid_parameter', words, { errors: [{ parameter: 'body', detail }] })

/** The members of the object that the body is; none for an empty body. Throws the 400. */
export const bodyObject = ({ body }: State, most = longestBody): Members => {
  if (body?.tooLarge || (body?.bytes.length ?? 0) > most)
    throw refused('The body is too large.', `must have at most ${most} bytes`)
  const text = body?.bytes.toString('utf8').trim() ?? ''
  if (text === '') return {}
  const parsed = parse(text)
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw refused('The body must be a JSON object.', 'must be a JSON object')
  return parsed as Members
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw refused('The body is not JSON.', 'is not JSON')
  }
}
