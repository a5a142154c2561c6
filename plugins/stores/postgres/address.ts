/** The address of the database, which has a password in it: what is shown of it has none. */
import type { ClientConfig } from 'pg'
import { BillingError } from '@domesday/core/store'

export interface DatabaseAddress {
  readonly config: Pick<ClientConfig, 'connectionString'>
  /** Host, port and database, for logs and errors. */
  readonly shown: string
}

type Env = Readonly<Record<string, string | undefined>>

const form = 'postgres://user:password@host:5432/database'

/** What is wrong with it, in sentences, which quote nothing of it: a part of a password may stand anywhere. */
export const addressFaults = ({ DATABASE_URL: text }: Env): readonly string[] => {
  if (text === undefined || text === '')
    return [`DATABASE_URL is not set: it must be the address of a PostgreSQL database, such as ${form}`]
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text))
    return [`DATABASE_URL is not the address of a PostgreSQL database, such as ${form}`]
  // The host would be read from before the sign, and shown: it is a part of the password.
  return /^\w+:\/\/[^/?#]*[/?#].*@/s.test(text)
    ? ["DATABASE_URL has a '@' behind its host: write / ? # and @ of a password as %2F %3F %23 and %40"]
    : []
}

/** Throws `unusable`. The errors of `URL` and of the driver would quote the whole address. */
export const addressIn = (env: Env): DatabaseAddress => {
  for (const fault of addressFaults(env)) throw new BillingError('unusable', fault)
  const text = env['DATABASE_URL']!,
    url = new URL(text)
  // A socket's folder stands in the query.
  const host = url.host || url.searchParams.get('host') || 'localhost'
  return { config: { connectionString: text }, shown: `${host}${url.pathname}` }
}
