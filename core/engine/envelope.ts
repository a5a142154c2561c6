/**
 * The bytes of an answer. What is the same for all calls is serialised once and cached; each call adds the end of
 * `_meta`.
 */
import type { AnySource, LoadedEndpoint } from '../registry/load.ts'
import type { Matched } from '../contract/endpoint.ts'
import type { Depth } from '../contract/node.ts'
import type { JsonSchema } from '../contract/shape.ts'
import { choice, flag, integer, list, number, object, optional, orNull, table, text } from '../contract/shape.ts'
import type { Body } from '../contract/body.ts'
import { reasons } from '../contract/upstream.ts'
import { toldGaps } from './gap.ts'
import type { Gathered } from './gather.ts'

/** Readers look for what was chosen first. */
const chosenFirst = ({ chosen, asked, candidates }: Matched): Matched => ({ chosen, asked, candidates })

/** The part that is the same for all calls: JSON that ends inside `_meta`. */
export const headOf = (
  { data, matched, missing, gaps, sources }: Gathered,
  {
    at,
    depth,
    settings,
    beyond,
    evidence,
    sandbox,
    about,
  }: {
    /** The clock of the answer, by which the times of its sources are told. */
    readonly at: Date
    readonly depth: Depth
    /** Hash of the settings in force. */
    readonly settings: string
    /** What no source can know, as the settings have it. */
    readonly beyond: readonly string[]
    readonly evidence: string | null
    readonly sandbox: boolean
    readonly about: ReadonlyMap<string, AnySource>
  },
): Buffer => {
  const ids = [...sources.keys()].sort()
  const meta = {
    sources: ids,
    depth,
    as_at: at.toISOString(),
    as_of: Object.fromEntries(ids.map((id) => [id, new Date(sources.get(id)!).toISOString()])),
    missing,
    gaps: toldGaps(gaps, (source) => about.get(source)?.title ?? source),
    beyond,
    attribution: [...new Set(ids.map((id) => about.get(id)?.attribution ?? id))],
    settings,
    evidence,
    ...(matched === undefined ? {} : { matched: chosenFirst(matched as Matched) }),
    ...(sandbox && { sandbox: true }),
  }
  return Buffer.from(`{"data":${JSON.stringify(data)},"_meta":${JSON.stringify(meta).slice(0, -1)},`)
}

/** The whole body: the head, `more` members of `_meta`, and those of this call. */
export const bodyOf = (
  head: Buffer,
  requestId: string,
  charged: number,
  more?: Readonly<Record<string, unknown>>,
): Body => ({
  cached: more ? Buffer.concat([head, Buffer.from(`${JSON.stringify(more).slice(1, -1)},`)]) : head,
  own: `"credits_charged":${charged},"request_id":"${requestId}"}}`,
})

const retryAfter = optional(integer({ description: 'After how long another try may help', minimum: 0, unit: 's' }))
const evidencePattern = '^ev_[0-9a-f]{64}$'

/** The schema of `_meta`, for the reference and for tests. */
export const metaSchema = ({ declared }: LoadedEndpoint): JsonSchema =>
  object(
    {
      credits_charged: integer({ description: 'What this answer cost', minimum: 0, unit: 'credits' }),
      sources: list(text(), 'Ids of the sources that contributed, sorted'),
      depth: choice(['summary', 'standard', 'full'], 'The depth of this answer'),
      request_id: text('Names this request in logs and in the ledger'),
      as_at: text({
        description: 'The time for which the answer was made: what is due, open or overdue is so at it',
        format: 'date-time',
      }),
      as_of: table(text({ format: 'date-time' }), 'When each source was asked'),
      missing: list(
        object({
          section: text('The section that lacks something'),
          source: text('The source that it lacks; the plugin itself, where its code failed'),
          reason: choice(reasons, 'Why'),
          retry_after_s: retryAfter,
        }),
        'Every gap, with its source and reason, and every value that is known in part; empty when the answer is complete',
      ),
      gaps: list(
        object({
          source: text('The source, as in `missing`'),
          reason: choice(reasons, 'Why'),
          sections: list(text(), 'The sections that lack it'),
          detail: text('What is not known, and why, for a reader'),
          known: optional(
            number({ description: 'Of a value that is known in part: how much is', minimum: 0, maximum: 1 }),
          ),
          retry_after_s: retryAfter,
        }),
        'The same once for each source and reason, in words',
      ),
      beyond: list(text(), 'What no source here can know of such a subject, whatever the answer says'),
      attribution: list(text(), 'Lines that the contributing sources oblige you to show'),
      settings: text(
        'Names the prices, weights, curves and bands in force: answers with the same name were weighed and priced alike',
      ),
      evidence: orNull(
        text({
          description: 'Names what this answer was made from; null where that is not kept',
          pattern: evidencePattern,
        }),
      ),
      ...(declared.matched && {
        matched: optional(
          object(
            {
              chosen: text('What was chosen'),
              asked: text('What was asked'),
              candidates: list(text(), 'What else it could have been, five at most'),
            },
            'Present where a name was resolved, or a postcode with letters for digits was mended',
          ),
        ),
      }),
      sandbox: optional(flag('Present, and true, when these are sample data')),
      repeats: optional(
        text('Present where this answer was free or cost less: the request that was charged, which it repeats'),
      ),
      paid: optional(
        object(
          {
            micro_usd: integer({ description: 'What was paid', unit: 'USD / 1,000,000' }),
            network: text('The network of the payment'),
            transaction: text('The transaction that settled it'),
            simulated: flag('True where no money moved'),
          },
          'Present where this call was paid for, not charged',
        ),
      ),
    },
    'About this answer',
  ).schema
