/**
 * `verify`: checks an evidence pack offline, then gathers its answer again where its endpoint is installed here; and
 * `keys rotate-signing`, for the keys that sign.
 */
import { readFileSync } from 'node:fs'
import { CannotReplay, replay, type SettingsInForce } from '@domesday/core/surface'
import { configure, Failure, type Configured } from '@domesday/core/tool'
import { rotateSigningKeys } from '@domesday/evidence-parts/signing-keys'
import { openPack } from '@domesday/surface-parts/packs'
import { mainScore } from '@domesday/surface-parts/replays'
import { ProposalFault, withSettings } from '@domesday/tool-policy'
import { open, type Pack } from '@domesday/verify'
import { verifyCommand } from '@domesday/verify/command'
import { verifyFile } from '@domesday/verify/signed'
import { noting } from './acting.ts'
import { onlyArgument, UsageFault, type Command, type Invocation } from './command.ts'

interface Replay {
  /** Null where it cannot be replayed. */
  readonly identical: boolean | null
  readonly why?: string
  readonly score?: { readonly score: number | null; readonly rating: string | null }
  /** Under the settings of `--set`. */
  readonly rescored?: { readonly score: number | null; readonly rating: string | null }
}

const replayOf = async ({ plugins }: Configured, pack: Pack, sets: readonly string[]): Promise<Replay> => {
  try {
    const row = { id: pack.id, score: null } as never
    const kept = openPack(plugins, { row, pack, timings: [] })
    const scoreUnder = async (settings: SettingsInForce) => {
      const again = await replay(kept.endpoint, kept.pack, { settings })
      const scored = mainScore(kept.endpoint, again)?.[1]
      return { again, score: scored && { score: scored.score, rating: scored.rating } }
    }
    const { again, score } = await scoreUnder(kept.pack.settings)
    const identical = open(pack).isAnswer({ data: again.data, missing: again.missing })
    const rescored = sets.length === 0 ? undefined : (await scoreUnder(withSettings(kept, sets))).score
    return {
      identical,
      ...(identical === false && { why: differing(pack) }),
      ...(score && { score }),
      ...(rescored && { rescored }),
    }
  } catch (error) {
    if (error instanceof CannotReplay || (error instanceof Failure && error.code === 'cannot_be_replayed'))
      return { identical: null, why: error.message }
    throw error
  }
}

/** A pack holds the hash of the answer, not the answer: what differs can only be told by the versions. */
const differing = ({ form }: Pack): string =>
  `the answer of today's code is another one; it was made by ${Object.entries(form.versions)
    .map(([id, version]) => `${id} ${version}`)
    .join(', ')}`

const lineOf = ({ identical, why, score, rescored }: Replay): string =>
  [
    identical === null
      ? `It cannot be replayed here: ${why}`
      : identical
        ? 'Replayed here from the pack alone: identical.'
        : `Replayed here from the pack alone: NOT identical: ${why}`,
    ...(score ? [`Its score: ${score.score ?? 'none'}, ${score.rating ?? 'no rating'}.`] : []),
    ...(rescored ? [`Under the settings given: ${rescored.score ?? 'none'}, ${rescored.rating ?? 'no rating'}.`] : []),
  ].join('\n')

const run = async (invocation: Invocation): Promise<number> => {
  const file = onlyArgument(invocation, 'file')
  const { flags, service, print, remark } = invocation
  const sets = [flags['set'] ?? []].flat() as readonly string[]
  const options = [
    ...(typeof flags['jwks'] === 'string' ? ['--jwks', flags['jwks']] : []),
    ...(flags['json'] ? ['--json'] : []),
  ]
  let found = ''
  const printing = { print: (text: string) => void (found = text), remark }
  const status = await verifyCommand([...options, '--', file], printing)
  const pack = status === 1 || found === '' ? null : (await verifyFile(readFileSync(file), null)).pack
  if (pack === null) {
    if (found !== '') print(found)
    return status
  }
  const replayed = await replayOf(await configure(service), pack, sets).catch((error: unknown) => {
    throw error instanceof ProposalFault ? new UsageFault(`--set: ${error.message}`) : error
  })
  print(
    flags['json']
      ? JSON.stringify({ ...(JSON.parse(found) as object), replay: replayed })
      : `${found}\n\n${lineOf(replayed)}`,
  )
  return replayed.identical === true ? status : Math.max(1, status)
}

const verify: Command = {
  words: 'verify',
  takes: '<file>',
  summary:
    'checks an evidence pack or a signed file offline, with --jwks <file> its signature too, and makes its answer again; --set score.weights.<factor>=0.4 scores it under other settings',
  options: { jwks: { type: 'string' }, json: { type: 'boolean' }, set: { type: 'string', multiple: true } },
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
