/** The small package of telemetry behind its port: a service that names it writes the spans of a look-up. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { folderOf } from '../support/folder.ts'
import { here, runSmallService } from './small-service.ts'

it('has the span of a request below that of its caller, and in it those of what was gathered, asked and paid', async () => {
  const file = join(folderOf({ spans: '' }), 'spans')
  const env = { SPANS: file, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' }
  const service = await runSmallService({ telemetry: `${here}/spans` }, {}, { env })
  const [trace, caller] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']
  await service.send('/api/v1/lighthouse/fastnet', { headers: { traceparent: `00-${trace}-${caller}-01` } })
  await service.close()
  const spans = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter((span) => span.trace === trace)
  const below = (parent: string): readonly string[] =>
    spans.filter((span) => span.parent === parent).map(({ name }) => name)
  const [request] = spans.filter(({ parent }) => parent === caller)
  expect(request).toMatchObject({ failed: false, facts: { 'http.response.status_code': 200 } })
  expect(below(request.id)).toEqual(['ledger hold', 'gather', 'ledger settle'])
  const gather = spans.find(({ name }) => name === 'gather')
  expect(below(gather.id)).toEqual([expect.stringMatching(/^ask lighthouses\./), expect.stringMatching(/^ask tides\./)])
  expect(JSON.stringify(spans)).not.toContain('fastnet')
})

it('is not loaded where no collector is named', async () => {
  const service = await runSmallService({ telemetry: `${here}/nowhere` })
  await service.close()
})
