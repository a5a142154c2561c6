/** `evidence` and `changes` as tools: what an answer was made from, and what changed since an earlier one. Free. */
import { list, object, optional, orNull, table, text, type JsonSchema, type Shape, type Shapes } from '@domesday/core'
import { invalidParameters, lookupHashOf, type HeaderSink, type Http, type ServiceView } from '@domesday/core/surface'
import { counting } from '@domesday/surface-parts/looks'
import { matching, readAll } from '@domesday/surface-parts/readers'
import { portable } from './schemas.ts'
import { failure, metaKey, type FreeTool } from './tools.ts'

type Service = Pick<ServiceView, 'evidence' | 'plugins'>

/** Other answers to the same question that are named. */
const othersShown = 20

const any: Shape<unknown> = { schema: { type: ['object', 'array', 'string', 'number', 'boolean', 'null'] } }
const number: Shape<number | null> = { schema: { type: ['number', 'null'] } }
const named = { id: text(), at: text(), depth: text(), score: number, rating: orNull(text()), verdict: text() }
const evidenceShape = object({
  ...named,
  path: text(),
  endpoint: text(),
  now: text(),
  asked: any,
  include: orNull(list(text())),
  settings: text(),
  versions: table(text()),
  asks: list(
    object({
      source: text(),
      operation: text(),
      question: any,
      outcome: any,
      fetched_at: orNull(text()),
      from: orNull(text()),
    }),
  ),
  not_replayable: list(text()),
  others: list(object(named)),
})
const changesShape = object({
  from: text(),
  to: text(),
  sections: list(table(any)),
  factors: list(table(any)),
  score: table(number),
})

/** An id of another form is as unknown as one that was never made. */
const id = matching(/^[\s\S]{0,200}$/, 'an id of evidence')

const tool = <const A extends Readonly<Record<string, string>>>({
  name,
  title,
  description,
  given,
  shape,
  run,
}: {
  readonly name: string
  readonly title: string
  readonly description: string
  /** Ids of evidence, and what each is. */
  readonly given: A
  readonly shape: Shape<unknown>
  readonly run: (ids: Readonly<Record<keyof A, string>>, keyId: string, to: HeaderSink) => Promise<object>
}): FreeTool => {
  const names = Object.keys(given) as (keyof A & string)[]
  const { properties } = object(
    Object.fromEntries(names.map((one) => [one, optional(text(given[one]!))])) as Shapes,
  ).schema
  return {
    entry: {
      name,
      title,
      description: `${description} Free.`,
      inputSchema: { type: 'object', properties, required: names, additionalProperties: false } as JsonSchema,
      outputSchema: portable({
        type: 'object',
        anyOf: [object({ data: shape, _meta: table(any) }).schema, failure],
      }) as JsonSchema,
      annotations: { title, readOnlyHint: true, openWorldHint: false },
      _meta: { [metaKey]: { credits: { flat: 0 } } },
    },
    run: async (raw, keyId, to) => {
      const readers = Object.fromEntries(names.map((one) => [one, id]))
      const asText = Object.fromEntries(
        Object.entries(raw)
          .filter(([, value]) => value !== null)
          .map(([one, value]) => [one, typeof value === 'object' ? JSON.stringify(value) : String(value)]),
      )
      const { values, faults } = readAll(asText, readers, names)
      if (faults.length > 0) throw invalidParameters(faults)
      return (await run(values as Readonly<Record<keyof A, string>>, keyId, to)) as Readonly<Record<string, unknown>>
    },
  }
}

/** Both find what the key itself was charged for. */
export const evidenceTools = (
  { evidence, plugins }: Service,
  http: Pick<Http, 'limit' | 'principal'>,
): readonly FreeTool[] => {
  const countReplay = counting(http, 'replays')
  const packs = () => import('@domesday/surface-parts/packs')
  return [
    tool({
      name: 'evidence',
      title: 'What an answer was made from',
      description:
        'What an earlier answer was made from: what was asked, each question to a source with what came back and when, and `others`: earlier and later answers to the same question, with their scores.',
      given: { id: 'As in `_meta.evidence` of the answer' },
      shape: evidenceShape,
      run: async ({ id }, keyId) => {
        const { findPack, readPack } = await packs()
        const found = await findPack(evidence, id, [keyId])
        const read = readPack(found)
        const lookup = lookupHashOf({ ...read, asked: read.asked ?? {} })
        const { rows } = await evidence!.list({ owner: keyId, lookup, limit: othersShown + 1 })
        const others = rows
          .filter((row) => row.id !== found.row.id)
          .slice(0, othersShown)
          .map(({ id, at, depth, score, rating, verdict }) => ({
            id,
            at: new Date(at).toISOString(),
            depth,
            score,
            rating,
            verdict,
          }))
        return { ...read, others }
      },
    }),
    tool({
      name: 'changes',
      title: 'What changed between two answers',
      description:
        'What changed between two answers to one question at one depth, and why: sections as JSON Patch, factors with both sentences, and how many points of the score are due to code, settings, clock and evidence.',
      given: { from: '`_meta.evidence` of the earlier answer', to: '`_meta.evidence` of the later one' },
      shape: changesShape,
      run: async ({ from, to }, keyId, headers) => {
        await countReplay(headers)
        const { findPack, openPack } = await packs()
        const opened = async (id: string) => openPack(plugins, await findPack(evidence, id, [keyId]))
        const { changesBetween } = await import('@domesday/surface-parts/changes')
        return changesBetween(await opened(from), await opened(to))
      },
    }),
  ]
}
