/**
 * `npm run example-pack`: the example of the verifier. It is the evidence of an answer of the sandbox, signed, with the
 * key set and the answer itself. The key that signed it is thrown away.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runService } from '@domesday/tool-testing'
import { projectRoot } from '../../core/registry/load.ts'

const path = '/entity/99000025?depth=standard'
const folder = join(projectRoot, 'plugins/vocabularies/verify/example')

const { send, key: newKey, close } = await runService()
try {
  const key = await newKey(100)
  const answer = await send(`/api/v1${path}`, { key })
  const headers = { accept: 'application/jose+json' }
  const signed = await send(`/evidence/${answer.body._meta.evidence}`, { key, headers })
  const keys = await send('/.well-known/jwks.json', { key: null })
  for (const { status, text } of [answer, signed, keys])
    if (status !== 200) throw new Error(`answered ${status}: ${text}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  writeFileSync(join(folder, 'answer.json'), answer.text)
  writeFileSync(join(folder, 'signed.json'), signed.text)
  writeFileSync(join(folder, 'jwks.json'), keys.text)
} finally {
  await close()
}
