/** A client of hey-api. It is only compiled, beside what is generated for it. */
import { getEvidence, getReport } from './hey-api/index.ts'
import { createClient } from './hey-api/client/index.ts'

export const reportOf = async (baseUrl: string, key: string, identifier: string): Promise<readonly unknown[]> => {
  const client = createClient({ baseUrl, auth: key })
  const { data, error } = await getReport({ client, path: { identifier }, query: { depth: 'full' } })
  if (error) throw new Error(error.code)
  const { verdict } = data.data
  // @ts-expect-error: there is no such verdict.
  if (verdict === 'PROCEED_CAREFULLY') throw new Error(verdict)
  const { data: kept, error: lost } = await getEvidence({ client, path: { id: String(data._meta.evidence) } })
  if (lost) throw new Error(lost.code)
  return [verdict, data._meta.as_at, kept.data.pack.id]
}
