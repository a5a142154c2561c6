/** Every log line of a request names it, and the trace that its caller belongs to. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runService, type RunningService } from '@domesday/tool-testing'
import { openFaultyWorld, type FaultyWorld } from './faulty-world.ts'
import { generous } from './generous.ts'

const trace = '0af7651916cd43dd8448eb211c80319c'
let world: FaultyWorld, service: RunningService, text: string
beforeEach(async () => {
  text = ''
  world = await openFaultyWorld(['location'])
  service = await runService({
    gateway: world.origin,
    configure: generous,
    logTo: { write: (more) => void (text += more) },
  })
})
afterEach(async () => {
  await service.close()
  world.close()
})

const linesOf = async (callerRequestId: string) => {
  world.faults.set('postcodes-io', 'garbage')
  const { headers } = await service.send('/api/v1/location/WA11UH?depth=summary', {
    key: await service.key(100),
    headers: { traceparent: `00-${trace}-b7ad6b7169203331-01`, 'x-request-id': callerRequestId },
  })
  await expect.poll(() => text).toContain('"answered"')
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === 'upstream call failed' || msg === 'answered')
  return { lines, id: headers['x-request-id'] }
}

it('an upstream failure too', async () => {
  const { lines, id } = await linesOf('order-4711')
  expect(lines.map(({ msg }) => msg)).toEqual(['upstream call failed', 'answered'])
  for (const line of lines)
    expect(line).toMatchObject({ request_id: id, trace_id: trace, caller_request_id: 'order-4711' })
  expect(id).not.toBe('order-4711')
})

it('but not an id that a caller made up of other things', async () => {
  const { lines } = await linesOf('someone@example.test')
  expect(lines).toHaveLength(2)
  expect(text).not.toContain('someone')
})
