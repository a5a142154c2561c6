/**
 * `npm run kept-packs [-- <endpoint> …]`: keeps one answer of each endpoint as this release gives it, for the next to
 * replay. Of the examples it takes the one at full depth that rests on most answers of sources.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { gzipSync } from 'node:zlib'
import { runService, type RunningService } from '@domesday/tool-testing'
import { open, type Pack } from '@domesday/verify'
import { release } from '../../core/http/release.ts'
import { tokens } from '../../core/service/tokens.ts'
import { fileOf, type KeptPack } from './kept-packs.ts'

const answered = ({ pack }: KeptPack): number =>
  new Set(open(pack).gathering.asks.flatMap(({ node, outcome }) => (outcome && 'value' in outcome ? [node] : []))).size

const keptOf = async ({ send, container }: RunningService, path: string, isFlat: boolean): Promise<KeptPack | null> => {
  const asked = isFlat ? path : `${path}${path.includes('?') ? '&' : '?'}depth=full`
  const { status, body } = await send(`/api/v1${asked}`)
  const found = status === 200 ? await container.get(tokens.evidence)!.find(body._meta.evidence ?? '', null) : null
  return (
    found && {
      release,
      path: asked,
      pack: found.pack as Pack,
      answer: { data: body.data, missing: body._meta.missing },
    }
  )
}

const service = await runService()
try {
  const { plugins, current } = service.container.get(tokens.configured)
  const wanted = process.argv.slice(2)
  for (const id of wanted.length > 0 ? wanted : plugins.endpoints.keys()) {
    const endpoint = plugins.endpoints.get(id)
    if (endpoint === undefined) throw new Error(`there is no endpoint '${id}'`)
    const kept: KeptPack[] = []
    for (const path of Object.keys(current().endpoint(id).examples)) {
      const one = await keptOf(service, path, endpoint.flat)
      if (one !== null) kept.push(one)
    }
    const [fullest] = kept.toSorted((a, b) => answered(b) - answered(a))
    if (fullest === undefined) throw new Error(`no example of '${id}' has an answer`)
    mkdirSync(dirname(fileOf(id)), { recursive: true })
    writeFileSync(fileOf(id), gzipSync(JSON.stringify(fullest), { level: 9 }))
    console.log(`${id}: ${fullest.path}`)
  }
} finally {
  await service.close()
}
