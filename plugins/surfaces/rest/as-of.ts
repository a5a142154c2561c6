/**
 * The answer that was made by the end of a day and charged to the caller, made again from its evidence. No source is
 * asked, and nothing is charged.
 */
import {
  bodyOf,
  Failure,
  hashOf,
  headOf,
  ukMidnightAfter,
  type Body,
  type Plan,
  type ServiceView,
} from '@domesday/core/surface'
import { findPack, isAnswerOf, openPack } from '@domesday/surface-parts/packs'
import { cannotReplay, replayed } from '@domesday/surface-parts/replays'

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
  const page = await evidence?.list({ owner, lookup: plan.lookupHash, before: ukMidnightAfter(day), limit: 1 })
  const [row] = page?.rows ?? []
  if (row === undefined)
    throw new Failure(
      'not_kept',
      `No answer to this question is kept that was made by the end of ${day} and charged to you.`,
    )
  const found = await findPack(evidence, row.id, [owner])
  const kept = openPack(plugins, found),
    again = await replayed(kept)
  // What was not said then is not shown as if it had been.
  if (isAnswerOf(found, again) === false) throw cannotReplay(row.id, 'the code of today makes another answer of it')
  const head = headOf(again, {
    at: new Date(kept.pack.now),
    depth: row.depth,
    settings: hashOf(kept.pack.settings),
    beyond: plan.settings.beyond,
    evidence: row.id,
    sandbox,
    about: plugins.sources,
  })
  return bodyOf(head, requestId, 0)
}
