/** Files of strangers do not steer the terminal of whoever checks them. */
import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packOf, seal } from '@domesday/verify'
import { expect, it } from 'vitest'
import { projectRoot } from '../core/registry/load.ts'
import { domesday } from './support/commands.ts'
import { folderOf } from './support/folder.ts'

const steering = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/

const commandWith = async (...argv: readonly string[]) => {
  const env = { DOMESDAY_DATA_DIR: join(folderOf({ keep: '' }), 'data') }
  const { code, out, err } = await domesday({ env }, ...argv)
  return { code, text: out === '' ? err : out }
}
const stranger = (endpoint: string, versions: Readonly<Record<string, string>>): string =>
  join(
    folderOf({
      'pack.json': packOf(
        seal({
          endpoint,
          versions,
          asked: { company: '99000025' },
          depth: 'full',
          include: null,
          now: '2026-10-15T09:00:00.000Z',
          settings: { scores: {} },
          settingsHash: '',
          asks: [],
          answer: { data: {}, missing: [] },
        } as never),
      ),
    }),
    'pack.json',
  )

it.each([
  ['its endpoint', () => stranger('entity\u001b[2J\u001b]0;owned\u0007\u202e', {})],
  ['a version', () => stranger('entity', { 'entity\u001b[1A\u001b[2K': '1\u202e' })],
])('a pack whose %s would', async (_, made) => {
  const file = made()
  for (const flags of [[], ['--json']]) {
    const { text } = await commandWith('verify', file, ...flags)
    expect(text.length).toBeGreaterThan(20)
    expect(text).not.toMatch(steering)
    if (flags.length > 0 && text.startsWith('{')) expect(() => JSON.parse(text.split('\n')[0]!)).not.toThrow()
  }
})

it('settings whose names would', async () => {
  const folder = folderOf({ 'service.yaml': 'endpoints: ["\\e[2Jlocation\\u202e"]\n' })
  mkdirSync(join(folder, 'sources'))
  writeFileSync(join(folder, 'sources/police-uk.yaml'), '"\\e[2J\\u202e": 1\n')
  const { out } = await domesday({ env: { DOMESDAY_CONFIG_DIR: folder } }, 'config', 'check')
  expect(out).toContain('\\u001b[2J')
  expect(out).not.toMatch(steering)
})

it.skipIf(process.platform === 'win32')('what never ends is read up to its limit', async () => {
  const ended = await new Promise<{ code: unknown; err: string }>((resolve) =>
    execFile(
      process.execPath,
      [join(projectRoot, 'core/start.js'), '--run', 'plugins/tools/cli/index.ts', 'verify', '/dev/zero'],
      { env: { PATH: process.env['PATH'], DOMESDAY_DATA_DIR: folderOf({ keep: '' }) } },
      (error, _, err) => resolve({ code: error?.code, err }),
    ),
  )
  expect(ended).toEqual({ code: 2, err: expect.stringContaining('/dev/zero has more than 33554432 bytes') })
})
