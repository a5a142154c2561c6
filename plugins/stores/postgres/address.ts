/** The address of the database, which has a password in it: what is shown of it has none. */
import type { ClientConfig } from 'pg'
import { BillingError } from '@domesday/core/store'

export interface DatabaseAddress {
  readonly config: Pick<ClientConfig, 'connectionString'>
  /** Host, port and database, for logs and errors. */
  readonly shown: string
}

const form = 'postgres://user:password@host:5432/database'

/** Throws `unusable`. The errors of `URL` and of the driver would quote the whole address. */
export const addressIn = (env: Readonly<Record<string, string | undefined>>): DatabaseAddress => {
  const text = env['DATABASE_URL']
  if (text === undefined || text === '')
    throw new BillingError(
      'unusable',
      `DATABASE_URL is not set: it must be the address of a PostgreSQL database, such as ${form}`,
    )
  const url = URL.parse(text)
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol))
    throw new BillingError('unusable', `DATABASE_URL is not the address of a PostgreSQL database, such as ${form}`)
  // A socket's folder stands in the query.
  const host = url.host || url.searchParams.get('host') || 'localhost'
  return { config: { connectionString: text }, shown: `${host}${url.pathname}` }
}
