/**
 * `node --import no-network.ts replay-files.ts <folder>`: gathers the answer of each pack in the folder again, from the
 * file alone, and prints what came of it as JSON.
 */
import { lookup } from 'node:dns/promises'
import { readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { open, verify } from '@domesday/verify'
import { openPack } from '@domesday/surface-parts/packs'
import { projectRoot } from '../../core/registry/load.ts'
import { replay } from '../../plugins/surfaces/parts/replay.ts'
import { inspect } from '../../core/service/configure.ts'
import { tried } from './no-network.ts'

export interface ReplayedFile {
  readonly file: string
  /** Whether it has the hash that the pack holds. */
  readonly identical: boolean | null
}
export interface ReplayedFiles {
  /** What of the network the process was refused when it tried each way to it. */
  readonly refused: number
  /** How often a replay tried one. */
  readonly tried: number
  readonly files: readonly ReplayedFile[]
}

const ways = [
  () => fetch('http://127.0.0.1/'),
  () => request('http://127.0.0.1/'),
  () => connect(80, '127.0.0.1'),
  () => lookup('localhost'),
]
const isRefused = async (way: () => unknown): Promise<boolean> => {
  try {
    await way()
    return false
  } catch (error) {
    return (error as Error).message.startsWith('there is no network here')
  }
}

const replayed = async (folder: string): Promise<ReplayedFiles> => {
  const refused = await Promise.all(ways.map(isRefused))
  tried.count = 0
  const { plugins, lines } = await inspect(join(projectRoot, 'config'), {})
  if (lines.length > 0) throw new Error(lines.join('\n'))
  const files: ReplayedFile[] = []
  for (const file of readdirSync(folder).toSorted()) {
    const verified = verify(JSON.parse(readFileSync(join(folder, file), 'utf8')))
    if (!verified.ok) throw new Error(`${file}: ${verified.faults.join(' ')}`)
    const { pack } = verified
    const kept = openPack(plugins, { row: { id: pack.id, score: null } as never, pack, timings: [] })
    const { data, missing } = await replay(kept.endpoint, kept.pack)
    files.push({ file, identical: open(pack).isAnswer({ data, missing }) })
  }
  return { refused: refused.filter(Boolean).length, tried: tried.count, files }
}

const [folder] = process.argv.slice(2)
console.log(JSON.stringify(await replayed(folder!)))
