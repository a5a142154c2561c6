/** `verify` and `keys rotate-signing`: evidence that others can check. */
import { rotateSigningKeys } from '@domesday/evidence-parts/signing-keys'
import { verifyCommand } from '@domesday/verify/command'
import { onlyArgument, type Command } from './command.ts'

const verify: Command = {
  words: 'verify',
  takes: '<file>',
  summary: 'checks an evidence pack offline: its structure and hashes, and with --jwks <file> its signature',
  options: { jwks: { type: 'string' }, json: { type: 'boolean' } },
  run: async (invocation) => {
    const { flags, print, remark } = invocation
    const options = [...(flags['jwks'] ? ['--jwks', String(flags['jwks'])] : []), ...(flags['json'] ? ['--json'] : [])]
    return verifyCommand([...options, '--', onlyArgument(invocation, 'file')], { print, remark })
  },
}

const rotateSigning: Command = {
  words: 'keys rotate-signing',
  summary: 'makes a new key that signs evidence, and keeps the public half of the one before; no restart is needed',
  options: { json: { type: 'boolean' } },
  run: async ({ service: { dataDir, env }, flags, print }) => {
    const { path, before, now } = await rotateSigningKeys({ dataDir, env }, new Date())
    print(flags['json'] ? JSON.stringify({ path, before, now }) : `${path}\nsigns with  ${now}\nretired     ${before}`)
    return 0
  },
}

export const signedEvidenceCommands: readonly Command[] = [verify, rotateSigning]
