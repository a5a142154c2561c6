/** Every example value in a published parameter schema can be asked here: who copies one gets an answer. */
import { describe, expect, it } from 'vitest'
import { sharedService } from '../support/shared-service.ts'

interface Schema {
  readonly examples?: readonly (string | number)[]
}
type Values = Readonly<Record<string, string | number>>

const service = await sharedService()
const replies = new Map<string, Promise<{ readonly status: number; readonly charged: number | undefined }>>()

/** An address is asked once, however many schemas show it. */
const ask = (address: string) => {
  let reply = replies.get(address)
  if (!reply) {
    reply = service
      .send(`/api/v1${address}`)
      .then(({ status, body }) => ({ status, charged: body._meta?.credits_charged as number | undefined }))
    replies.set(address, reply)
  }
  return reply
}

const rpc = async (method: string, params: object) => {
  const { text } = await service.send('/mcp', {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
  })
  return JSON.parse(/^data: (.*"result".*)$/m.exec(text)![1]!).result
}

/** A path with values in it, and the others behind it. */
const addressOf = (path: string, values: Values): string => {
  const query = Object.entries(values).filter(([name]) => !path.includes(`{${name}}`))
  return (
    path.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(values[name]!)) +
    (query.length > 0
      ? `?${new URLSearchParams(Object.fromEntries(query.map(([name, value]) => [name, String(value)])))}`
      : '')
  )
}
/** What the address of an example gives for each parameter. */
const valuesIn = (path: string, address: string): Values => {
  const [place, query] = address.split('?') as [string, string?]
  const segments = place.split('/')
  return {
    ...Object.fromEntries(
      path
        .split('/')
        .flatMap((name, i) => (name.startsWith('{') ? [[name.slice(1, -1), decodeURIComponent(segments[i]!)]] : [])),
    ),
    ...Object.fromEntries(new URLSearchParams(query)),
  }
}

describe('every example of a parameter', () => {
  it('in the catalogue and among the tools has an answer that is worth its price', async () => {
    const faults: string[] = []
    let asked = 0
    const { endpoints } = (await service.send('/catalogue')).body.data
    const { tools } = await rpc('tools/list', {})
    for (const { path, params, examples, tool } of endpoints) {
      const others = valuesIn(path, examples[0])
      for (const { name, schema } of params as { name: string; schema: Schema }[]) {
        for (const value of schema.examples ?? []) {
          const address = addressOf(path, { ...others, [name]: value })
          const { status, charged } = await ask(address)
          asked += 1
          if (status !== 200 || !charged) faults.push(`${address}: ${status}, ${charged} credits`)
        }
      }
      const listed = tools.find(({ name }: { name: string }) => name === tool)
      for (const [name, schema] of Object.entries<Schema>(listed?.inputSchema.properties ?? {})) {
        for (const value of schema.examples ?? []) {
          const result = await rpc('tools/call', { name: tool, arguments: { ...others, [name]: value } })
          asked += 1
          if (result.isError) faults.push(`${tool} ${name}=${value}: ${result.structuredContent.detail}`)
        }
      }
    }
    expect(faults).toEqual([])
    expect(asked).toBeGreaterThan(30)
  })

  it('in the OpenAPI document has one too', async () => {
    const faults: string[] = []
    const { paths } = (await service.send('/openapi.json')).body
    for (const [path, { get }] of Object.entries<any>(paths)) {
      if (!path.startsWith('/api/v1')) continue
      for (const { name, schema, examples } of get.parameters) {
        expect([path, schema?.examples, schema?.example]).toEqual([path, undefined, undefined])
        for (const [address, { value }] of Object.entries<any>(examples ?? {})) {
          const { status, charged } = await ask(address)
          expect([address, valuesIn(path.slice('/api/v1'.length), address)[name]]).toEqual([address, String(value)])
          if (status !== 200 || !charged) faults.push(`${address} (${value}): ${status}, ${charged} credits`)
        }
      }
    }
    expect(faults).toEqual([])
  })
})
