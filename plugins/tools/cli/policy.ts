/** `policy try`: scores kept answers again under proposed settings, for operators. */
import { hashOf, inColumns, milliseconds, openService, tokens } from '@domesday/core/tool'
import { csvLine } from '@domesday/surface-operator/commands'
import {
  createSums,
  keptAnswers,
  openProgress,
  ProposalFault,
  proposedSettings,
  reasonsFor,
  rescored,
  type RescoreOutcome,
  type Sums,
} from '@domesday/tool-policy'
import { UsageFault, wholeNumber, type Command, type Invocation } from './command.ts'

const silent = { write: () => {} }
const usualSample = 10_000
const remarkEvery = 1_000

const sinceOf = (text: unknown): number => {
  if (text === undefined) return 0
  if (typeof text !== 'string' || !/^\d+[smhd]$/.test(text))
    throw new UsageFault('--since needs a duration such as 30d')
  return Date.now() - milliseconds(text)
}

type Found = Sums & {
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
  unscored,
  cannot_be_replayed: not,
}: Found): string => {
  const stateOf = ({ score, rating }: { readonly score: number | null; readonly rating: string | null }): string =>
    `${rating ?? 'no rating'} (${score ?? '–'})`
  return [
    `${answers} kept answers were scored again: ${moved} move. ${unscored} have no score, ${not} cannot be replayed.`,
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

const columns = ['endpoint', 'from', 'to', 'answers'] as const

const run = async (invocation: Invocation): Promise<number> => {
  const { flags, service, print, remark } = invocation
  const sets = [flags['set'] ?? []].flat() as readonly string[]
  const folder = flags['config'] as string | undefined
  if (sets.length === 0 && folder === undefined)
    throw new UsageFault(
      'needs --set <score or endpoint>.<setting>=<value>, or --config <folder> with proposed settings',
    )
  if (flags['csv'] && flags['json']) throw new UsageFault('takes --csv or --json, not both')
  const since = sinceOf(flags['since']),
    most = flags['sample'] === undefined ? usualSample : wholeNumber(flags['sample'], 'sample', 1)
  const { container, close } = await openService({ ...service, logTo: silent })
  try {
    const { plugins } = container.get(tokens.configured)
    const evidence = container.get(tokens.evidence)
    if (evidence === null) throw new UsageFault('finds no evidence: this service keeps none')
    const proposed = await proposedSettings(service, plugins, { folder, sets })
    const proposal = hashOf([...plugins.endpoints.keys()].map((id) => proposed.endpoint(id).inForce))
    const progress = typeof flags['out'] === 'string' ? openProgress(flags['out'], proposal) : null
    const lab = { evidence, plugins, proposed }
    const sums = createSums()
    const others: Record<Extract<RescoreOutcome, string>, number> = { unscored: 0, cannot_be_replayed: 0 }
    let count = 0
    const rows = keptAnswers(evidence, { since, most })
    for await (const [{ id }, outcome] of rescored(rows, lab, progress?.done)) {
      if (progress?.done.has(id) === false) progress.note(id, outcome)
      if (typeof outcome === 'string') others[outcome] += 1
      else sums.add(outcome)
      if (++count % remarkEvery === 0) remark(`${count} answers`)
    }
    const found = sums.sums()
    const reasons: Record<string, readonly string[]> = {}
    for (const one of found.largest) reasons[one.id] = await reasonsFor(one, lab)
    const all = { ...found, ...others, reasons }
    if (flags['json']) print(JSON.stringify(all))
    else if (flags['csv'])
      for (const cells of [columns, ...found.moves.map((move) => columns.map((column) => move[column]))])
        print(csvLine(cells))
    else print(asText(all))
    return 0
  } catch (error) {
    if (error instanceof ProposalFault) throw new UsageFault(`--set: ${error.message}`)
    throw error
  } finally {
    await close()
  }
}

export const policyTry: Command = {
  words: 'policy try',
  summary:
    'scores kept answers again under proposed settings: --set distress.weights.filing_delays=0.3 (as often as needed), or --config <folder>; --since 30d, --sample 10000, --out <file> to go on where a run was stopped',
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
