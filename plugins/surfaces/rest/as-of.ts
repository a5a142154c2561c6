/**
 * `?on=2026-03-01`: the answer that this caller was charged for by the end of that day, made again from its evidence.
 * No source is asked, and nothing is charged.
 */
import { ukDay } from '@domesday/core'
import {
  attributions,
  bodyOf,
  Failure,
  hashOf,
  headOf,
  invalidParameters,
  queryOf,
  type Body,
  type Plan,
  type ServiceView,
} from '@domesday/core/surface'
import { findPack, openPack } from '@domesday/surface-parts/packs'
import { replayed } from '@domesday/surface-parts/replays'

export const onParameter = 'on'

const hour = 3_600_000

/** The first millisecond after a day in the United Kingdom, whose midnight is that of UTC or an hour before. */
const endOf = (day: string): number => {
  const midnight = Date.parse(day) + 24 * hour
  return ukDay(new Date(midnight - hour)) === day ? midnight : midnight - hour
}

/** The day that is asked for; null without one. Throws the 400. */
export const dayIn = (url: string, now: () => Date): string | null => {
  if (!/[?&]on=/.test(url)) return null
  const day = queryOf(url)[onParameter]
  const fault = (detail: string): Failure => invalidParameters([{ parameter: onParameter, detail }])
  if (typeof day !== 'string') throw fault('is given more than once')
  const at = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(day) : NaN
  if (Number.isNaN(at) || !new Date(at).toISOString().startsWith(day)) throw fault('must be a date such as 2026-03-01')
  if (day > ukDay(now())) throw fault('is in the future')
  return day
}

/** Throws the 404 where nothing of that day is kept, the 409 where it cannot be made again. */
export const answerOn = async (
  { evidence, plugins, sandbox }: Pick<ServiceView, 'evidence' | 'plugins' | 'sandbox'>,
  {
    day,
    owner,
    plan,
    requestId,
  }: { readonly day: string; readonly owner: string; readonly plan: Plan; readonly requestId: string },
): Promise<Body> => {
  const page = await evidence?.list({ owner, lookup: plan.lookupHash, before: endOf(day), limit: 1 })
  const [row] = page?.rows ?? []
  if (row === undefined)
    throw new Failure('not_kept', `No answer to this question is kept that you were charged for by the end of ${day}.`)
  const kept = openPack(plugins, await findPack(evidence, row.id, owner))
  const head = headOf(await replayed(kept), {
    depth: row.depth,
    settings: hashOf(kept.pack.settings),
    evidence: row.id,
    sandbox,
    attributionOf: attributions(plugins.sources),
  })
  return bodyOf(head, requestId, 0)
}
