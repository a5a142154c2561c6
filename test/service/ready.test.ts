/** What the catalogue calls ready is answered; what it does not costs nothing. */
import { afterAll, describe, expect, it } from 'vitest'
import { runService } from '@domesday/tool-testing'
import { openFaultyWorld } from './faulty-world.ts'
import { generous } from './generous.ts'

const named = ['connectivity', 'director', 'education', 'health', 'legal', 'tenders', 'transport', 'vehicle']
const world = await openFaultyWorld(named)
/** Without a credential, and without a dataset. */
const service = await runService({
  mode: 'live',
  gateway: world.origin,
  now: () => Date.parse('2026-10-15T09:00:00Z'),
  configure: generous,
})
afterAll(async () => {
  await service.close()
  world.close()
})

interface Entry {
  readonly id: string
  readonly ready: boolean
  readonly examples: readonly string[]
}
const { body } = await service.send('/catalogue', { key: null })
const entries: readonly Entry[] = body.data.endpoints.filter(({ id }: Entry) => named.includes(id))

describe('an endpoint of the catalogue', () => {
  it('is not ready where its subject may be known, and nothing else of it', () => {
    const ready = Object.fromEntries(entries.map(({ id, ready }) => [id, ready]))
    expect(ready).toEqual({
      connectivity: false,
      director: false,
      education: false,
      health: true,
      legal: true,
      // Contracts Finder needs neither a key nor an import.
      tenders: true,
      transport: true,
      vehicle: false,
    })
  })

  it.each(entries)('is charged for if it is ready, and only then: $id', async ({ ready, examples }) => {
    const charged = await Promise.all(
      examples.map(async (path) => Number((await service.send(`/api/v1${path}`)).headers['x-credits-charged'])),
    )
    expect(Math.max(...charged) > 0).toBe(ready)
  })
})
