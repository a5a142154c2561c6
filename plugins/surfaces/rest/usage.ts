/** `GET /account/usage`: what a key used in a span of time. Free. */
import {
  invalidParameters,
  json,
  queryOf,
  sendJson,
  usageDimensions,
  type Http,
  type ServiceView,
  type State,
  type UsageRow,
} from '@domesday/core/surface'
import { readAll, someOf } from '@domesday/surface-parts/readers'
import { moment, spanFaults, spanOf } from '@domesday/surface-parts/spans'

export const usagePath = '/account/usage'
/** A caller sees its own key only. */
export const ownDimensions = usageDimensions.filter((one) => one !== 'key')
/** Rows of one answer. */
const most = 10_000
const longestSpan = 366 * 86_400_000

const readers = { from: moment, to: moment, by: someOf(ownDimensions) }

/** The query. Throws the 400 with every fault. */
const queryIn = (url: string, now: number) => {
  const { values, faults } = readAll(queryOf(url), readers)
  const span = spanOf(values, now)
  const all = [
    ...faults,
    ...spanFaults(values),
    ...(span.to - span.from > longestSpan ? [{ parameter: 'from', detail: "is more than a year before 'to'" }] : []),
  ]
  if (all.length > 0) throw invalidParameters(all)
  return { ...span, by: values.by ?? [] }
}

const shown = ({ of, microUsd, ...sums }: UsageRow) => ({ ...of, ...sums, micro_usd: microUsd })

export const usage = (http: Http, { billing }: Pick<ServiceView, 'billing'>): void => {
  http.get(usagePath, async (ctx) => {
    const keyId = http.authenticate(ctx.req)
    ;(ctx.state as State).keyId = keyId
    // It may read a year of rows, unlike other free paths.
    await http.perKey().count(keyId, ctx.res)
    const { from, to, by } = queryIn(ctx.req.url!, Date.now())
    const rows = await billing.reports.usage({ from, to, keyId, by })
    if (rows.length > most)
      throw invalidParameters([
        { parameter: 'by', detail: `makes more than ${most} rows: ask for a shorter time, or for fewer dimensions` },
      ])
    ctx.res.setHeader('x-credits-charged', 0)
    ctx.res.setHeader('x-credits-remaining', await billing.ledger.remaining(keyId))
    const span = { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
    await sendJson(ctx, json({ data: { ...span, by, rows: rows.map(shown) } }))
  })
}
