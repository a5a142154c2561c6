/** `GET /account`: what a key can spend, and the rows of its ledger in pages. Free. */
import {
  BillingError,
  entryKinds,
  invalidParameters,
  json,
  queryOf,
  sendJson,
  type Http,
  type ServiceView,
  type State,
} from '@domesday/core/surface'
import { shownTerms } from '@domesday/surface-parts/key-terms'
import { matching, oneOf, readAll, wholeFrom } from '@domesday/surface-parts/readers'
import { moment, spanFaults } from '@domesday/surface-parts/spans'

export const usualRows = 50
export const mostRows = 500

const readersFor = (endpoints: readonly string[], surfaces: readonly string[]) => ({
  limit: wholeFrom(1, mostRows),
  cursor: matching(/^[A-Za-z0-9_.-]{1,100}$/, "the 'next' of a page"),
  kind: oneOf(entryKinds),
  endpoint: oneOf(endpoints),
  surface: oneOf(surfaces),
  from: moment,
  to: moment,
})

/** The page that a query asks for. Throws the 400 with every fault. */
const pageIn = (url: string, readers: ReturnType<typeof readersFor>) => {
  const { values, faults } = readAll(queryOf(url), readers)
  const all = [...faults, ...spanFaults(values)]
  if (all.length > 0) throw invalidParameters(all)
  const { from, to, ...page } = values
  return { limit: usualRows, ...page, ...(from && { from: from.starts }), ...(to && { to: to.ends }) }
}

/** A cursor that the store does not know is the caller's fault. */
const asFailure = (error: unknown): never => {
  if (!(error instanceof BillingError) || error.code !== 'unknown_cursor') throw error
  throw invalidParameters([{ parameter: 'cursor', detail: "is not the 'next' of a page of this account" }])
}

export const account = (
  http: Http,
  { billing, plugins, sellingToKeys }: Pick<ServiceView, 'billing' | 'plugins' | 'sellingToKeys'>,
): void => {
  const readers = readersFor([...plugins.endpoints.keys()], sellingToKeys)
  http.get('/account', async (ctx) => {
    const id = http.authenticate(ctx.req)
    ;(ctx.state as State).keyId = id
    const page = pageIn(ctx.req.url!, readers)
    const { balance, held, ledger, next } = await billing.ledger.account(id, page).catch(asFailure)
    const terms = shownTerms(await billing.keys.get(id))
    ctx.res.setHeader('x-credits-charged', 0)
    ctx.res.setHeader('x-credits-remaining', balance - held)
    await sendJson(
      ctx,
      json({
        data: {
          id,
          balance,
          held,
          terms,
          ledger: ledger.map((row) => ({
            at: new Date(row.at).toISOString(),
            kind: row.kind,
            amount: row.amount,
            balance: row.balance,
            request_id: row.requestId,
            endpoint: row.endpoint,
            depth: row.depth,
            surface: row.surface,
            subject: row.subject,
          })),
          next,
        },
      }),
    )
  })
}
