/** A client of openapi-typescript and openapi-fetch. It is only compiled, and run, beside what is generated for it. */
import createClient from 'openapi-fetch'
import type { paths } from './openapi.d.ts'

type Get = { readonly [P in keyof paths]: paths[P] extends { get: infer G } ? G : never }
type Contents<G> = G extends { responses: { 200: { content: infer C } } } ? C[keyof C] : never
type LookUp = Extract<keyof paths, `/api/v1/${string}` | `/pay/${string}`>

/** Look-ups whose answers may be something else than `data` and `_meta`. */
type Other = { [P in LookUp]: Contents<Get[P]> extends { data: object; _meta: { as_at: string } } ? never : P }[LookUp]
export const none: [Other] extends [never] ? true : Other = true

export const reportOf = async (baseUrl: string, key: string, company: string): Promise<readonly unknown[]> => {
  const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${key}` } })
  const { data, error } = await client.GET('/api/v1/report/entity/{identifier}', {
    params: { path: { identifier: company }, query: { depth: 'full' } },
  })
  if (error) throw new Error(error.code)
  const { verdict } = data.data
  // @ts-expect-error: there is no such verdict.
  if (verdict === 'PROCEED_CAREFULLY') throw new Error(verdict)
  const missing = data._meta.missing.map(({ source }) => source)

  const id = String(data._meta.evidence)
  const { data: kept, error: lost } = await client.GET('/evidence/{id}', { params: { path: { id } } })
  if (lost) throw new Error(lost.code)
  return [verdict, data._meta.as_at, missing.length, kept.data.pack.id === id]
}
