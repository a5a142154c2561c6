/** Writes a call as a row of `samples/exchanges.yaml`. */
import type { SampleRequest } from '@domesday/vocabulary-samples'
import { fields } from './matching.ts'

/** YAML in one line. Texts in single quotes, which need no escapes in a JSON log, but for those with line breaks. */
const flow = (value: unknown): string => {
  if (typeof value === 'string')
    return /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(value)
      ? JSON.stringify(value)
      : `'${value.replaceAll("'", "''")}'`
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const members = Object.entries(value).map(([name, member]) => `${plainKey(name)}: ${flow(member)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}
const plainKey = (name: string): string => (/^[a-z_][\w-]*$/i.test(name) ? name : flow(name))

/** A literal star is written `%2A`: `*` matches anything. */
const pathOf = (path: string): string => path.replaceAll('*', '%2A').replaceAll(' ', '%20')

/**
 * The row that answers this call, in one line, with an empty reply to fill in. Parameters that `hidden` names hold
 * credentials, which rows do not compare.
 */
export const rowFor = (
  { method, path, query, body }: Pick<SampleRequest, 'method' | 'path' | 'query' | 'body'>,
  hidden: (name: string) => boolean,
): string => {
  const shown = Object.fromEntries(Object.entries(fields(query)).filter(([name]) => !hidden(name)))
  return `- ${flow({
    request: `${method} ${pathOf(path)}`,
    ...(Object.keys(shown).length > 0 && { query: shown }),
    ...(body !== null && body !== undefined && { body: withoutSecrets(body, hidden) }),
    reply: {},
  })}`
}

const withoutSecrets = (body: unknown, hidden: (name: string) => boolean): unknown =>
  typeof body === 'object' && body !== null && !Array.isArray(body)
    ? Object.fromEntries(Object.entries(body).filter(([name]) => !hidden(name)))
    : body
