/**
 * `verify`: checks an evidence pack offline, then gathers its answer again where its endpoint is installed here; and
 * `keys rotate-signing`, for the keys that sign.
 */
import { configure, Failure, type Configured } from '@domesday/core/tool'
import { rotateSigningKeys } from '@domesday/evidence-parts/signing-keys'
import { openPack } from '@domesday/surface-parts/packs'
import { CannotReplay, replay, type Replayed } from '@domesday/surface-parts/replay'
import { mainScore, type Kept } from '@domesday/surface-parts/replays'
import { ProposalFault, scaledInWords, withSettings } from '@domesday/tool-policy'
import { open, type Pack } from '@domesday/verify'
import { bytesOf, verifyCommand } from '@domesday/verify/command'
import { verifyFile } from '@domesday/verify/signed'
import { noting } from './acting.ts'
import { onlyArgument, pathFrom, UsageFault, type Command, type Invocation } from './command.ts'
import { differenceBetween, differenceInWords, type Answered, type Difference } from './difference.ts'

interface Replay {
  /** Null where it cannot be replayed. */
  readonly identical: boolean | null
  readonly why?: string
  readonly score?: ScoreAndRating
  /** Whether the answer of `--answer` is that of the pack; null where the pack does not tell. */
  readonly is_answer?: boolean | null
  /** Between the answer of `--answer` and the one that is made of the pack today. */
  readonly difference?: Difference
  /** Under the settings of `--set`. */
  readonly rescored?: ScoreAndRating & { readonly weights_scaled_by?: number }
}
interface ScoreAndRating {
  readonly score: number | null
  readonly rating: string | null
}

const scoreIn = ({ endpoint }: Kept, again: Replayed): ScoreAndRating | null => {
  const scored = mainScore(endpoint, again)?.[1]
  return scored === undefined ? null : { score: scored.score, rating: scored.rating }
}

/** Throws a `ProposalFault` for what is wrong with the settings. */
const rescoredOf = async (kept: Kept, sets: readonly string[]): Promise<NonNullable<Replay['rescored']>> => {
  const { settings, scaledBy } = withSettings(kept, sets)
  const score = scoreIn(kept, await replay(kept.endpoint, kept.pack, { settings }))
  if (score === null) throw new ProposalFault(`--set: at depth ${kept.pack.depth} the answer has no score`)
  return { ...score, ...(scaledBy !== null && { weights_scaled_by: scaledBy }) }
}

interface Asked {
  readonly sets: readonly string[]
  readonly answer: Answered | null
}

/** `fault`: what is wrong with the settings of `--set`. */
const replayOf = async (
  { plugins }: Configured,
  pack: Pack,
  { sets, answer }: Asked,
): Promise<{ readonly found: Replay; readonly fault: string | null }> => {
  const { isAnswer } = open(pack)
  const beside = answer && { is_answer: isAnswer(answer) }
  try {
    const row = { id: pack.id, score: null } as never
    const kept = openPack(plugins, { row, pack, timings: [] })
    const again = await replay(kept.endpoint, kept.pack)
    const { data, missing } = again
    const identical = isAnswer({ data, missing })
    // Where both differ from the pack, neither says anything of the other.
    const isTold = answer !== null && (identical === true) !== (beside?.is_answer === true)
    const difference = isTold ? differenceBetween(answer, { data, missing }) : null
    const score = scoreIn(kept, again)
    const found = {
      identical,
      ...(identical !== true && { why: whyOther(pack, identical) }),
      ...(score && { score }),
      ...beside,
      ...(difference && { difference }),
    }
    if (sets.length === 0) return { found, fault: null }
    try {
      return { found: { ...found, rescored: await rescoredOf(kept, sets) }, fault: null }
    } catch (error) {
      if (error instanceof ProposalFault) return { found, fault: error.message }
      throw error
    }
  } catch (error) {
    if (error instanceof CannotReplay || (error instanceof Failure && error.code === 'cannot_be_replayed'))
      return { found: { identical: null, why: error.message, ...beside }, fault: null }
    throw error
  }
}

/** A pack holds the hash of the answer, not the answer. */
const whyOther = ({ form }: Pack, identical: boolean | null): string =>
  identical === null
    ? 'the salt of its answer is left out, so that no answer can be compared with it'
    : `the answer of today's code is another one; it was made by ${Object.entries(form.versions)
        .map(([id, version]) => `${id} ${version}`)
        .join(', ')}`

const answerLine: Readonly<Record<'true' | 'false' | 'null', string>> = {
  true: 'The answer given is the answer of this pack.',
  false: 'The answer given is NOT the answer of this pack.',
  null: 'Whether the answer given is that of this pack cannot be told: the salt of its answer is left out.',
}

const replayLine = ({ identical, why, score, is_answer }: Replay): string => {
  if (identical === true) return 'Replayed here from the pack alone: identical.'
  if (identical === null)
    return score === undefined ? `It cannot be replayed here: ${why}` : `Replayed here from the pack alone: ${why}.`
  const more =
    is_answer === undefined ? '. With --answer <file>, the body that was received, it is told what differs' : ''
  return `Replayed here from the pack alone: NOT identical: ${why}${more}.`
}

const rescoredLine = ({ score, rating, weights_scaled_by: by }: NonNullable<Replay['rescored']>): string =>
  `Under the settings given: ${score ?? 'none'}, ${rating ?? 'no rating'}${by === undefined ? '' : `; ${scaledInWords(by)}`}.`

const linesOf = (found: Replay): string => {
  const { identical, score, is_answer, difference, rescored } = found
  const names = [identical === true ? 'the answer given' : 'the answer then', 'made of the pack'] as const
  return [
    replayLine(found),
    ...(is_answer === undefined ? [] : [answerLine[`${is_answer}`]]),
    ...(difference ? [differenceInWords(difference, names)] : []),
    ...(score ? [`Its score: ${score.score ?? 'none'}, ${score.rating ?? 'no rating'}.`] : []),
    ...(rescored ? [rescoredLine(rescored)] : []),
  ].join('\n')
}

/** The body that was received, or its data and missing. */
const answerIn = (file: string): Answered => {
  let body: { readonly data?: unknown; readonly missing?: unknown; readonly _meta?: { readonly missing?: unknown } }
  try {
    body = JSON.parse(bytesOf(file).toString()) as typeof body
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const why = error instanceof SyntaxError ? 'is not JSON' : code ? `cannot be read (${code})` : message
    throw new UsageFault(`--answer: ${file} ${why}`)
  }
  const missing = body?._meta?.missing ?? body?.missing
  if (body?.data === undefined || missing === undefined)
    throw new UsageFault(`--answer: ${file} is no answer: it has no data, or no _meta.missing or missing`)
  return { data: body.data, missing }
}

const run = async (invocation: Invocation): Promise<number> => {
  const file = pathFrom(invocation, onlyArgument(invocation, 'file'))
  const { flags, service, print, remark } = invocation
  const sets = [flags['set'] ?? []].flat() as readonly string[]
  const answer = typeof flags['answer'] === 'string' ? answerIn(pathFrom(invocation, flags['answer'])) : null
  const options = [
    ...(typeof flags['jwks'] === 'string' ? ['--jwks', pathFrom(invocation, flags['jwks'])] : []),
    ...(flags['json'] ? ['--json'] : []),
  ]
  let checked = ''
  const printing = { print: (text: string) => void (checked = text), remark }
  const status = await verifyCommand([...options, '--', file], printing)
  const pack = status === 1 || checked === '' ? null : (await verifyFile(bytesOf(file), null)).pack
  if (pack === null) {
    if (checked !== '') print(checked)
    return status
  }
  const { found, fault } = await replayOf(await configure(service), pack, { sets, answer })
  print(
    flags['json']
      ? JSON.stringify({ ...(JSON.parse(checked) as object), replay: found })
      : `${checked}\n\n${linesOf(found)}`,
  )
  if (fault !== null) throw new UsageFault(fault)
  return found.identical === true && found.is_answer !== false ? status : Math.max(1, status)
}

const verify: Command = {
  words: 'verify',
  takes: '<file>',
  summary:
    'checks an evidence pack or a signed file offline, with --jwks <file> its signature too, and makes its answer again; --answer <file> says where that differs from the body that was received, --set score.weights.filing_delays=0.4 (of a company, as often as needed) scores it under other settings: weights that are not set are scaled',
  options: {
    jwks: { type: 'string' },
    answer: { type: 'string' },
    set: { type: 'string', multiple: true },
    json: { type: 'boolean' },
  },
  run,
}

const rotateSigning: Command = {
  words: 'keys rotate-signing',
  summary: 'makes a new key that signs evidence, and keeps the public half of the one before; no restart is needed',
  options: { json: { type: 'boolean' } },
  run: async (invocation) => {
    const { args, flags, service, print } = invocation
    if (args.length > 0) throw new UsageFault(`takes no argument: ${args.join(' ')}`)
    const { path, before, now } = await noting(
      invocation,
      () => rotateSigningKeys(service, new Date()),
      ({ before: retired, now: target }) => ({ act: 'keys rotate-signing', target, details: { retired } }),
    )
    print(flags['json'] ? JSON.stringify({ path, before, now }) : `${path}\nsigns with  ${now}\nretired     ${before}`)
    return 0
  },
}

export const verifyCommands: readonly Command[] = [verify, rotateSigning]
