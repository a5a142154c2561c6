/** `policy try`: scores kept answers again under proposed settings, for operators. */
import { evidenceClock, hashOf, inColumns, milliseconds, openService, tokens } from '@domesday/core/tool'
import { csvLine } from '@domesday/surface-operator/commands'
import {
  createSums,
  keptAnswers,
  openProgress,
  ProposalFault,
  proposedSettings,
  reasonsFor,
  rescored,
  scaledInWords,
  type Proposed,
  type Rescored,
  type RescoreOutcome,
  type Sums,
} from '@domesday/tool-policy'
import { pathFrom, UsageFault, wholeNumber, type Command, type Invocation } from './command.ts'

const silent = { write: () => {} }
const usualSample = 10_000
const remarkEvery = 1_000

/** Milliseconds that kept answers may be old. */
const ageOf = (text: unknown): number => {
  if (text === undefined) return Infinity
  if (typeof text !== 'string' || !/^\d+[smhd]$/.test(text))
    throw new UsageFault('--since needs a duration such as 30d')
  return milliseconds(text)
}

type Found = Sums & {
  readonly scaled: Proposed['scaled']
  readonly unscored: number
  readonly cannot_be_replayed: number
  readonly reasons: Readonly<Record<string, readonly string[]>>
}

const asText = ({
  answers,
  moved,
  moves,
  nations,
  largest,
  reasons,
  scaled,
  unscored,
  cannot_be_replayed: not,
}: Found): string => {
  const stateOf = ({ score, rating }: { readonly score: number | null; readonly rating: string | null }): string =>
    `${rating ?? 'no rating'} (${score ?? '–'})`
  return [
    `${answers} kept answers were scored again: ${moved} move. ${unscored} have no score, ${not} cannot be replayed.`,
    ...Object.entries(scaled).map(([id, by]) => `${id}: ${scaledInWords(by)}.`),
    '',
    inColumns([
      ['endpoint', 'from', 'to', 'answers'],
      ...moves.map(({ endpoint, from, to, answers: count }) => [endpoint, from ?? '–', to ?? '–', String(count)]),
    ]),
    '',
    inColumns([
      ['nation', 'answers', 'moved'],
      ...nations.map(({ nation, answers: count, moved: some }) => [nation ?? '–', String(count), String(some)]),
    ]),
    ...largest.flatMap((one) => [
      '',
      `${one.path}: ${stateOf(one.before)} → ${stateOf(one.after)}  ${one.id}`,
      ...(reasons[one.id] ?? []).map((reason) => `  ${reason}`),
    ]),
  ].join('\n')
}

/** One table for all: the first column says of what a line is, and the others are empty where they say nothing. */
const columns = [
  'table',
  'id',
  'path',
  'endpoint',
  'nation',
  'rating_before',
  'rating_after',
  'score_before',
  'score_after',
  'answers',
  'moved',
  'reasons',
] as const
type Row = { readonly table: string } & Partial<Record<(typeof columns)[number], unknown>>

const lineOf = (row: Row): string => csvLine(columns.map((column) => row[column]))

const answerRow = (table: string, { id, path, endpoint, nation, before, after }: Rescored): Row => ({
  table,
  id,
  path,
  endpoint,
  nation,
  rating_before: before.rating,
  rating_after: after.rating,
  score_before: before.score,
  score_after: after.score,
})

const sumRows = ({ moves, nations, largest, reasons }: Found): readonly Row[] => [
  ...moves.map(({ endpoint, from, to, answers }) => ({
    table: 'moves',
    endpoint,
    rating_before: from,
    rating_after: to,
    answers,
  })),
  ...nations.map((one) => ({ table: 'nations', ...one })),
  ...largest.map((one) => ({ ...answerRow('largest', one), reasons: reasons[one.id]?.join('\n') })),
]

const run = async (invocation: Invocation): Promise<number> => {
  const { flags, service, print, remark } = invocation
  const sets = [flags['set'] ?? []].flat() as readonly string[]
  const folder = typeof flags['config'] === 'string' ? pathFrom(invocation, flags['config']) : undefined
  if (sets.length === 0 && folder === undefined)
    throw new UsageFault(
      'needs --set <score or endpoint>.<setting>=<value>, or --config <folder> with proposed settings',
    )
  if (flags['csv'] && flags['json']) throw new UsageFault('takes --csv or --json, not both')
  const age = ageOf(flags['since']),
    most = flags['sample'] === undefined ? usualSample : wholeNumber(flags['sample'], 'sample', 1)
  const { container, close } = await openService({ ...service, logTo: silent })
  try {
    const evidence = container.get(tokens.evidence)
    if (evidence === null) throw new UsageFault('finds no evidence: this service keeps none')
    const { plugins, settings: proposed, scaled } = await proposedSettings(service, { folder, sets })
    const proposal = hashOf([...plugins.endpoints.keys()].map((id) => proposed.endpoint(id).inForce))
    const progress =
      typeof flags['out'] === 'string' ? openProgress(pathFrom(invocation, flags['out']), proposal) : null
    const lab = { evidence, plugins, proposed }
    const sums = createSums()
    const others: Record<Extract<RescoreOutcome, string>, number> = { unscored: 0, cannot_be_replayed: 0 }
    let count = 0
    if (flags['csv']) print(csvLine(columns))
    const since = Math.max(0, evidenceClock(container.get(tokens.configured), service)() - age)
    const rows = keptAnswers(evidence, { since, most })
    for await (const [{ id }, outcome] of rescored(rows, lab, progress?.done)) {
      if (progress?.done.has(id) === false) progress.note(id, outcome)
      if (typeof outcome === 'string') others[outcome] += 1
      else {
        sums.add(outcome)
        if (flags['csv']) print(lineOf(answerRow('answers', outcome)))
      }
      if (++count % remarkEvery === 0) remark(`${count} answers`)
    }
    const found = sums.sums()
    const reasons: Record<string, readonly string[]> = {}
    for (const one of found.largest) reasons[one.id] = await reasonsFor(one, lab)
    const all = { ...found, ...others, reasons, scaled }
    if (flags['json']) print(JSON.stringify(all))
    else if (flags['csv']) for (const row of sumRows(all)) print(lineOf(row))
    else print(asText(all))
    return 0
  } catch (error) {
    if (error instanceof ProposalFault) throw new UsageFault(error.message)
    throw error
  } finally {
    await close()
  }
}

export const policyTry: Command = {
  words: 'policy try',
  summary:
    'scores kept answers again under proposed settings: --set distress.weights.filing_delays=0.3 (as often as needed; weights that are not set are scaled), or --config <folder>; --since 30d, --sample 10000, --out <file> to go on where a run was stopped',
  options: {
    set: { type: 'string', multiple: true },
    config: { type: 'string' },
    since: { type: 'string' },
    sample: { type: 'string' },
    out: { type: 'string' },
    csv: { type: 'boolean' },
    json: { type: 'boolean' },
  },
  run,
}
