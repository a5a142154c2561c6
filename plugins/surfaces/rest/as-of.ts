/**
 * The answer that a caller was charged for by the end of a day, made again from its evidence. No source is asked, and
 * nothing is charged.
 */
import { ukDay } from '@domesday/core'
import {
  attributions,
  bodyOf,
  Failure,
  hashOf,
  headOf,
  type Body,
  type Plan,
  type ServiceView,
} from '@domesday/core/surface'
import { findPack, isAnswerOf, openPack } from '@domesday/surface-parts/packs'
import { cannotReplay, replayed } from '@domesday/surface-parts/replays'

const hour = 3_600_000

/** The first millisecond after a day in the United Kingdom, whose midnight is that of UTC or an hour before. */
const endOf = (day: string): number => {
  const midnight = Date.parse(day) + 24 * hour
  return ukDay(new Date(midnight - hour)) === day ? midnight : midnight - hour
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
  const found = await findPack(evidence, row.id, [owner])
  const kept = openPack(plugins, found),
    again = await replayed(kept)
  // What was not said then is not shown as if it had been.
  if (isAnswerOf(found, again) === false) throw cannotReplay(row.id, 'the code of today makes another answer of it')
  const head = headOf(again, {
    depth: row.depth,
    settings: hashOf(kept.pack.settings),
    evidence: row.id,
    sandbox,
    attributionOf: attributions(plugins.sources),
  })
  return bodyOf(head, requestId, 0)
}
