/** Every answer, on every surface, names the release that gave it; and callers are told what that one brings. */
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { only, runService, type RunningService } from '@domesday/tool-testing'
import { projectRoot } from '../../core/registry/load.ts'

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8')
const { version: release } = JSON.parse(read('package.json')) as { readonly version: string }

let service: RunningService
beforeAll(async () => {
  service = await runService({ configure: only('location') })
})
afterAll(() => service.close())

describe('the release', () => {
  it.each([
    ['a look-up', '/api/v1/location/WA11UH', {}, 200],
    ['the same on its short way', '/api/v1/location/WA11UH', {}, 200],
    ['a failure', '/api/v1/location/nonsense', {}, 400],
    ['a failure on the short way', '/api/v1/location/WA11UH', { key: null }, 401],
    ['a call to be paid for', '/pay/location/WA11UH', { key: null }, 402],
    ['a free path', '/catalogue', { key: null }, 200],
    ['the console', '/', { key: null }, 200],
    ['a page that is not there', '/nothing', { key: null }, 404],
    [
      'the tool protocol',
      '/mcp',
      {
        method: 'POST',
        body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      },
      200,
    ],
    ['a refusal of the tool protocol', '/mcp', { method: 'POST', headers: { host: 'example.org' } }, 403],
  ])('is named by %s', async (_, path, sent, expected) => {
    const { status, headers } = await service.send(path, sent)
    expect([status, headers['domesday-release']]).toEqual([expected, release])
  })

  it('is named where there was no request', async () => {
    const heard = await new Promise<string>((resolve) => {
      let text = ''
      const socket = connect(Number(new URL(service.origin).port), '127.0.0.1', () => socket.write('nonsense\r\n\r\n'))
      socket.on('data', (chunk) => (text += chunk.toString())).on('close', () => resolve(text))
    })
    expect(heard).toContain(`domesday-release: ${release}\r\n`)
  })

  it('has its changes written down for callers', () =>
    expect(read('docs/changes.md')).toContain(`\n## Release ${release}\n`))

  it('leaves the interface the version that it has, and says that keys may be added', async () => {
    const { info, components } = (await service.send('/openapi.json')).body
    expect(info.version).toBe('3.0.0')
    expect(info.description).toContain('Any release may add keys to answers')
    expect(components.headers).toHaveProperty('Domesday-Release')
    expect((await service.send('/llms.txt')).text).toContain('Any release may add keys to answers')
  })
})
