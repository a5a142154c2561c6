/** Keeps evidence of sample subjects at earlier times, so that a sandbox shows what changed since. */
import { planOf } from '../engine/plan.ts'
import type { Progress } from '../engine/progress.ts'
import { questionNames } from '../engine/question-names.ts'
import { newRequestId } from '../http/request-id.ts'
import { rawOf } from '../http/raw.ts'
import type { Container } from './container.ts'
import { tokens } from './tokens.ts'

/** Creates each pack once per data folder; later starts reuse it. */
export const keepEarlier = async ({ get }: Container): Promise<void> => {
  const { plugins, current } = get(tokens.configured)
  const evidence = get(tokens.evidence)
  const upstream = get(tokens.clients)
  for (const { path, on, said } of evidence === null ? [] : await get(tokens.earlier)()) {
    const endpoint = [...plugins.endpoints.values()].find(
      ({ declared }) => declared.path.split('/')[1] === path.split('/')[1],
    )
    if (endpoint === undefined) continue
    const names = questionNames(endpoint.declared)
    const plan = planOf(endpoint, current().endpoint(endpoint.declared.id), rawOf(endpoint, path, ''))
    const ask: Progress['ask'] = async (operation, question, node) => {
      const answered = await upstream.ask(operation, question)
      const until = on.getTime() + answered.until - answered.at
      return { ...answered, at: on.getTime(), until, value: said(names.get(node!)!, answered.value) }
    }
    const at = on.getTime()
    const held = await evidence!.list({ owner: null, lookup: plan.lookupHash, since: at, before: at + 1, limit: 1 })
    const id = held.rows[0]?.id ?? (await get(tokens.makingAt)(on)(plan, newRequestId(), { ask })).evidence
    if (id !== null) get(tokens.earlierPacks).add(id)
  }
}
