/** `domesday-verify`: what it prints, and its exit status. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyCommand } from './command.ts'
import { packOf, redact, seal } from './index.ts'
import { gathering } from './pack.fixture.ts'
import { signPack, thumbprintOf, type PublicKey } from './signed.ts'

const dir = mkdtempSync(join(tmpdir(), 'domesday-verify-'))
afterAll(() => rmSync(dir, { recursive: true }))
const write = (name: string, text: string): string => {
  writeFileSync(join(dir, name), text)
  return join(dir, name)
}
const pack = packOf(seal(gathering))

let signed: string, keySet: string, kid: string
beforeAll(async () => {
  const { publicKey, privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519' })
  const bare = (await exportJWK(publicKey)) as Omit<PublicKey, 'kid'>
  kid = await thumbprintOf(bare)
  signed = write('signed.json', await signPack(redact(pack, ['/asked']), kid, privateKey))
  keySet = write('jwks.json', JSON.stringify({ keys: [{ ...bare, kid, use: 'sig' }] }))
})

const run = async (...args: readonly string[]) => {
  const out: string[] = [],
    err: string[] = []
  const status = await verifyCommand(args, { print: (text) => out.push(text), remark: (text) => err.push(text) })
  return { status, out: out.join('\n'), err: err.join('\n') }
}

describe('domesday-verify', () => {
  it('says what it checked of a signed file, what that proves and what not', async () => {
    const { status, out, err } = await run(signed, '--jwks', keySet)
    expect([status, err]).toEqual([0, ''])
    expect(out.split('\n')).toEqual(
      expect.arrayContaining([
        `The file has its canonical bytes, and the signature is that of the key ${kid}.`,
        'The structure is that of domesday-evidence/1.',
        'Left out: /asked',
        `The id is the hash of the form: ${pack.id}`,
      ]),
    )
    expect(out).toMatch(/15 of 16 sealed values are there/)
    expect(out).toMatch(/What this proves: .*signed exactly these bytes/s)
    expect(out).toMatch(/does not prove: that a register or another source is right/)
  })

  it('has not checked a signed file without keys, and says so', async () => {
    const { status, out } = await run(signed)
    expect(status).toBe(2)
    expect(out).toContain('Its signature was NOT checked: give the key set with --jwks.')
    expect(out).not.toContain('What this proves')
  })

  it('takes a pack for what it is without a signature', async () => {
    const file = write('pack.json', JSON.stringify(pack, null, 2))
    const { status, out } = await run(file)
    expect([status, out.split('\n')[0]]).toEqual([0, 'The file is not signed: anyone may have made it.'])
    expect(await run(file, '--jwks', keySet)).toMatchObject({
      status: 1,
      out: expect.stringContaining('- The file is not signed.'),
    })
  })

  it('lists every fault, and lets no text of the file steer the terminal', async () => {
    const name = '\u001b[2Jgone\u202e'
    const { status, out } = await run(write('changed.json', JSON.stringify({ ...pack, [name]: 1, id: 'x' })))
    expect(status).toBe(1)
    expect(out.split('\n')).toEqual([
      'The file is refused, for 2 faults:',
      '- /\\u{1b}[2Jgone\\u{202e} is not a member of this format.',
      '- /id is not `ev_` and 64 hex digits.',
    ])
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`more${i}`, i]))
    expect((await run(write('many.json', JSON.stringify({ ...pack, ...many })))).out).toMatch(/\nand 10 more$/)
  })

  it('says the same for programs', async () => {
    const { status, out } = await run(signed, '--jwks', keySet, '--json')
    expect([status, JSON.parse(out)]).toEqual([
      0,
      {
        ok: true,
        format: 'domesday-evidence/1',
        id: pack.id,
        signature: 'valid',
        kid,
        left_out: ['/asked'],
        not_replayable: [],
        faults: [],
      },
    ])
    expect(JSON.parse((await run(signed, '--json')).out)).toMatchObject({ ok: false, signature: 'not_checked' })
  })

  it('is not used like this', async () => {
    const wrong: readonly (readonly [RegExp, ...string[]])[] = [
      [/needs exactly one file/],
      [/needs exactly one file/, signed, signed],
      [/Unknown option '--jwk'/, signed, '--jwk', keySet],
      [/no such file/, join(dir, 'none.json')],
      [/cannot use the keys in .*signed\.json:\nThe key set has no list of keys/s, signed, '--jwks', signed],
    ]
    for (const [words, ...args] of wrong) {
      const { status, out, err } = await run(...args)
      expect([status, out]).toEqual([2, ''])
      expect(err).toMatch(words)
    }
    expect(await run('--help')).toMatchObject({ status: 0, out: expect.stringContaining('Exit status: 0') })
  })
})
