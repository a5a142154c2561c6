/** Spans of a look-up, as a collector receives them. */
import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createHttpServer } from 'node:http'
import { runService } from '@domesday/tool-testing'
import { describe, expect, it, onTestFinished } from 'vitest'

interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, unknown> }[]
  readonly status: { readonly code?: number; readonly message?: string }
}

const collector = async () => {
  const spans: Span[] = [],
    bodies: string[] = []
  const server = createHttpServer((req, res) => {
    let body = ''
    req.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
    req.on('end', () => {
      bodies.push(body)
      for (const { scopeSpans } of JSON.parse(body).resourceSpans)
        for (const one of scopeSpans) spans.push(...one.spans)
      res.end('{}')
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => void server.close())
  return { spans, bodies, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** The exporter reads the environment of the process, as its specification says. */
const exportingTo = (url: string): Record<string, string> => {
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = url
  onTestFinished(() => void delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT'])
  return { OTEL_EXPORTER_OTLP_ENDPOINT: url }
}
const factsOf = ({ attributes }: Span): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

describe('with a collector', () => {
  it('a look-up is a span below its caller, with what it gathered, asked and paid; nobody who was looked up', async () => {
    const { spans, bodies, url } = await collector()
    const lines: string[] = []
    const service = await runService({ env: exportingTo(url), logTo: { write: (line) => void lines.push(line) } })
    const caller = { trace: '0af7651916cd43dd8448eb211c80319c', span: 'b7ad6b7169203331' }
    await service.send('/api/v1/entity/99000017?depth=summary', {
      headers: { traceparent: `00-${caller.trace}-${caller.span}-01` },
    })
    await service.send('/api/v1/entity/99999999?depth=summary')
    // Another depth is another answer, of some of the same questions.
    await service.send('/api/v1/entity/99000017?depth=standard')
    await service.close()

    const [request, refused] = spans.filter(({ kind }) => kind === 2)
    expect(request).toMatchObject({ traceId: caller.trace, parentSpanId: caller.span })
    expect(request!.name).toBe('GET /entity/{identifier}')
    expect(factsOf(request!)).toMatchObject({ 'http.response.status_code': 200, 'domesday.credits_charged': 2 })
    const below = (parent: Span): readonly string[] =>
      spans.filter(({ parentSpanId }) => parentSpanId === parent.spanId).map(({ name }) => name)
    expect(below(request!)).toEqual(['ledger hold', 'gather', 'ledger settle'])
    const gather = spans.find(({ name, traceId }) => name === 'gather' && traceId === caller.trace)!
    expect(below(gather)).toContain('ask companies-house.profile')
    const profiles = spans.filter(({ name }) => name === 'ask companies-house.profile').map(factsOf)
    expect(profiles[0]).toMatchObject({ source: 'companies-house', operation: 'profile', outcome: 'ok' })
    expect(profiles.at(-1)).toMatchObject({ outcome: 'cache' })

    expect(factsOf(refused!)).toMatchObject({ 'http.response.status_code': 404, 'error.type': 'unknown_subject' })
    expect(refused!.traceId).not.toBe(caller.trace)
    const answered = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(
      answered
        .filter(({ msg }) => msg === 'answered')
        .map(({ trace_id: id }) => id)
        .slice(0, 2),
    ).toEqual([caller.trace, refused!.traceId])
    expect(bodies.join()).not.toMatch(/99000017|Quillmarsh|99999999/)
  })

  it('that cannot be reached answers are as ever, and the log says so', async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => {
      taken.listen(0, '127.0.0.1', resolve)
    })
    const { port } = taken.address() as AddressInfo
    await new Promise((resolve) => taken.close(resolve))
    const lines: string[] = []
    const service = await runService({
      env: exportingTo(`http://127.0.0.1:${port}`),
      logTo: { write: (line) => void lines.push(line) },
    })
    expect((await service.send('/api/v1/location/WA11UH?depth=summary')).status).toBe(200)
    await service.close()
    expect(lines.join('')).toContain('spans cannot be sent to the collector')
  })

  it('a start that a wrong sampler prevents leaves no store open behind it', async ({ skip }) => {
    skip(!existsSync('/proc/self/fd'), 'open files are listed on Linux alone')
    const dataDir = mkdtempSync(join(tmpdir(), 'domesday-tracing-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    const env = { ...exportingTo('http://127.0.0.1:1'), OTEL_TRACES_SAMPLER_ARG: '2' }
    await expect(runService({ env, dataDir })).rejects.toThrow("OTEL_TRACES_SAMPLER_ARG must be from 0 to 1, not '2'")
    const open = readdirSync('/proc/self/fd').flatMap((fd) => {
      try {
        return [readlinkSync(`/proc/self/fd/${fd}`)]
      } catch {
        // It was closed meanwhile.
        return []
      }
    })
    expect(open.filter((file) => file.startsWith(dataDir))).toEqual([])
  })
})
