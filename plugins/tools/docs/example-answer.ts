/** The answer of each endpoint that the API reference shows: that of its first example, over the sample data. */
import { hash } from 'node:crypto'
import { relative, sep } from 'node:path'
import { projectRoot, type LoadedEndpoint } from '@domesday/core/tool'

interface Answer {
  readonly data: object
  readonly _meta: { readonly as_of: Readonly<Record<string, string>> }
}

/** Every run has other instants and other ids: `at` and these stand for them. */
const requestId = '01a1c2d3-0000-7000-8000-000000000000'
const evidence = `ev_${hash('sha256', 'an example')}`

export const exampleAnswer = (
  { data, _meta }: Answer,
  { at, charged }: { readonly at: string; readonly charged: number },
): string => {
  const asOf = Object.fromEntries(Object.keys(_meta.as_of).map((source) => [source, at]))
  const meta = { ..._meta, as_of: asOf, evidence, credits_charged: charged, request_id: requestId }
  return `${JSON.stringify({ data, _meta: meta })}\n`
}

/** The path in the project of the file that has it; null for an endpoint from elsewhere. */
export const exampleFile = ({ declared: { home } }: LoadedEndpoint): string | null => {
  const path = relative(projectRoot, home).split(sep).join('/')
  return path.startsWith('..') ? null : `${path}/answer.json`
}
