/** `domesday mcp`, as desktop clients start it: the official client over standard input and output. */
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { projectRoot } from '@domesday/core/tool'
import { expect, it } from 'vitest'
import { domesday } from '../support/commands.ts'
import { sharedService } from '../support/shared-service.ts'

const command = [join(projectRoot, 'core/start.js'), '--run', 'plugins/tools/cli/index.ts', 'mcp']
const service = await sharedService()

/** Milliseconds; the client's own minute is over on a busy machine. */
const patient = { timeout: 600_000 }
const open = async (url: string, key: string): Promise<Client> => {
  const client = new Client({ name: 'test', version: '1' })
  const env = { PATH: process.env['PATH']!, DOMESDAY_KEY: key }
  const args = [...command, '--url', url]
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' }) as never,
    patient,
  )
  return client
}

it('lists the tools of a running server, and calls one with the key', async () => {
  const client = await open(`${service.origin}/`, await service.key(20))
  expect((await client.listTools(undefined, patient)).tools).toHaveLength(14)
  const call = { name: 'uk_vehicle_intelligence', arguments: { registration: 'ZZ08BUK' } }
  expect(await client.callTool(call, undefined, patient)).toMatchObject({
    structuredContent: { data: { vehicle: { make: 'PEUGEOT' } } },
  })
  expect(await client.callTool({ ...call, arguments: {} }, undefined, patient)).toMatchObject({ isError: true })
  await client.close()
})

it('answers all that it read before its input ended, and ends', async () => {
  const asked = (id: number, method: string, params: object) =>
    `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`
  const client = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
  const input = Readable.from([
    asked(1, 'initialize', client),
    asked(2, 'tools/call', { name: 'uk_vehicle_intelligence', arguments: { registration: 'ZZ08BUK' } }),
  ])
  const env = { DOMESDAY_KEY: await service.key(20) }
  const { code, out } = await domesday({ env, input }, 'mcp', '--url', service.origin)
  const answers = new Map(out.split('\n').map((line) => [JSON.parse(line).id as number, JSON.parse(line).result]))
  expect([code, answers.get(1)?.serverInfo.name]).toEqual([0, expect.any(String)])
  expect(answers.get(2)).toMatchObject({ structuredContent: { data: { vehicle: { make: 'PEUGEOT' } } } })
})

it('answers with an error, and does not wait, where there is no server or no such key', async () => {
  await expect(open('http://127.0.0.1:1', 'x')).rejects.toThrow(/fetch failed|ECONNREFUSED|connect/)
  await expect(open(service.origin, 'domesday_live_nobody')).rejects.toThrow(/401|[Ii]nvalid|[Uu]nauthor/)
})

it('says what it needs', async () => {
  const run = (...args: readonly string[]) => domesday({ env: {} }, 'mcp', ...args)
  expect(await run()).toEqual({ code: 2, out: '', err: 'domesday: mcp needs a key: --key, or DOMESDAY_KEY' })
  expect(await run('--key', 'x', '--url', 'nonsense')).toEqual({
    code: 2,
    out: '',
    err: "domesday: mcp needs an address as --url, not 'nonsense'",
  })
})
