/** One answer of each endpoint as the release before gave it, and what the code of today makes of it. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { open, verify, type Pack } from '@domesday/verify'
import { verifyFile } from '@domesday/verify/signed'
import { openPack } from '@domesday/surface-parts/packs'
import type { EvidenceRow } from '../../core/contract/evidence.ts'
import { canonical } from '../../core/config/hash.ts'
import { projectRoot, type LoadedEndpoint, type Plugins } from '../../core/registry/load.ts'
import { release } from '../../core/http/release.ts'
import { questionsIn } from '../../core/contract/node-kinds.ts'
import { CannotReplay, replay } from '../../plugins/surfaces/parts/replay.ts'
import { questionNames } from '../../core/engine/question-names.ts'
import { nodesOf } from '../../core/registry/graph.ts'

export interface KeptPack {
  /** The release that gave the answer. */
  readonly release: string
  readonly path: string
  readonly pack: Pack
  /** The pack has its hash alone: with the answer itself a test can say what differs. */
  readonly answer: { readonly data: Readonly<Record<string, unknown>>; readonly missing: readonly object[] }
}

const folder = join(import.meta.dirname, 'kept')
export const fileOf = (endpoint: string): string => join(folder, `${endpoint}.json.gz`)

/** By endpoint. */
export const keptPacks = (): ReadonlyMap<string, KeptPack> =>
  new Map(
    readdirSync(folder).map((file) => [
      basename(file, '.json.gz'),
      JSON.parse(gunzipSync(readFileSync(join(folder, file))).toString()) as KeptPack,
    ]),
  )

/** The example of the verifier: an answer by the code of today. */
export const ofToday = async (): Promise<KeptPack> => {
  const example = (name: string): Buffer => readFileSync(join(projectRoot, 'plugins/vocabularies/verify/example', name))
  const { data, _meta } = JSON.parse(example('answer.json').toString()) as {
    readonly data: KeptPack['answer']['data']
    readonly _meta: Pick<KeptPack['answer'], 'missing'>
  }
  const { pack } = await verifyFile(example('signed.json'), null)
  return { release, path: '', pack: pack!, answer: { data, missing: _meta.missing } }
}

export type Found =
  | { readonly state: 'identical' }
  /** `raised`: the questions whose digests have another version than they had. */
  | { readonly state: 'cannot_be_replayed'; readonly why: string; readonly raised: readonly string[] }
  /** `lost`: rows of `_meta.missing` that the answer did not have then. */
  | { readonly state: 'differs'; readonly sections: readonly string[]; readonly lost: readonly string[] }
  | { readonly state: 'unsound'; readonly faults: readonly string[] }

const raisedIn = ({ declared }: Pick<LoadedEndpoint, 'declared'>, { form }: Pack): readonly string[] => {
  const names = questionNames(declared)
  const versions = new Map(questionsIn(nodesOf(declared)).map((node) => [names.get(node), node.operation.version ?? 1]))
  return form.asks
    .filter(({ node, digest_version: then }) => versions.has(node) && versions.get(node) !== then)
    .map(({ node, digest_version: then }) => `${node}: ${then} → ${versions.get(node)}`)
}

const beyond = (now: readonly object[], then: readonly object[]): readonly string[] => {
  const had = new Set(then.map(canonical))
  return now.map(canonical).filter((row) => !had.has(row))
}

/** What becomes of a kept answer under the code of today. */
export const foundOf = async (plugins: Pick<Plugins, 'endpoints'>, { pack, answer }: KeptPack): Promise<Found> => {
  const verified = verify(pack)
  if (!verified.ok) return { state: 'unsound', faults: verified.faults }
  if (open(pack).isAnswer(answer) !== true) return { state: 'unsound', faults: ['The answer beside it is another.'] }
  const endpoint = plugins.endpoints.get(pack.form.endpoint)
  if (endpoint === undefined) return { state: 'cannot_be_replayed', why: 'its endpoint is gone', raised: [] }
  const kept = openPack(plugins, { row: { id: pack.id, score: null } as EvidenceRow, pack, timings: [] })
  try {
    const again = await replay(endpoint, kept.pack)
    const data: Readonly<Record<string, unknown>> = again.data
    const sections = Object.keys({ ...answer.data, ...data }).filter(
      (name) => canonical(data[name] ?? null) !== canonical(answer.data[name] ?? null),
    )
    const lost = beyond(again.missing, answer.missing)
    const isSame = open(pack).isAnswer({ data, missing: again.missing })
    return isSame === true ? { state: 'identical' } : { state: 'differs', sections, lost }
  } catch (error) {
    if (!(error instanceof CannotReplay)) throw error
    return { state: 'cannot_be_replayed', why: error.message, raised: raisedIn(endpoint, pack) }
  }
}
