/** Sources whose terms keep them from a service that charges, until its operator has spoken. */
import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runService, type RunningService } from '@domesday/tool-testing'
import { inspect } from '../../core/service/configure.ts'
import { greeting } from '../../core/service/greeting.ts'
import { tokens } from '../../core/service/tokens.ts'
import type { Listening } from '../../core/service/service.ts'
import { openFaultyWorld, type FaultyWorld } from './faulty-world.ts'
import { generous } from './generous.ts'

const planning = '/api/v1/planning/WA11UH'
const env = { FCA_REGISTER_EMAIL: 'a@example.org', FCA_REGISTER_API_KEY: 'k', COMPANIES_HOUSE_API_KEY: 'k' }
let world: FaultyWorld, service: RunningService
const start = async (mode: 'sandbox' | 'live', licences = '{}') => {
  service = await runService({
    mode,
    env,
    gateway: world.origin,
    now: () => Date.parse('2026-10-15T09:00:00Z'),
    configure: (dir) => {
      generous(dir)
      appendFileSync(join(dir, 'service.yaml'), `licences: ${licences}\n`)
    },
  })
}
beforeEach(async () => {
  world = await openFaultyWorld(['planning', 'entity', 'location'])
})
afterEach(async () => {
  await service.close()
  world.close()
})
const rowsOf = async (path: string, source: string) => {
  const { status, body } = await service.send(path)
  expect(status).toBe(200)
  return body._meta.missing
    .filter((row: { readonly source: string }) => row.source === source)
    .map(({ reason }: { readonly reason: string }) => reason)
}
const says = async () =>
  greeting({ container: service.container, origin: service.origin, metricsOrigin: null } as Listening)

describe('in live mode', () => {
  it('a source that needs a licence, or whose keeper warns off, is not asked', async () => {
    await start('live')
    expect(new Set(await rowsOf(planning, 'planning-applications'))).toEqual(new Set(['not_licensed']))
    expect(await rowsOf('/api/v1/entity/99000017', 'fca-register')).toContain('not_licensed')
    expect(world.calls).not.toContain('planning-applications')
    expect(world.calls).not.toContain('fca-register')
  })

  it('it is once the operator says that the licence is held, or the warning accepted', async () => {
    await start('live', '{ fca-register: held, planning-applications: accepted }')
    expect(await rowsOf(planning, 'planning-applications')).toEqual([])
    expect(await rowsOf('/api/v1/entity/99000017', 'fca-register')).toEqual([])
    expect(world.calls).toContain('planning-applications')
    expect(world.calls).toContain('fca-register')
  })

  it('a part of a source is off by itself, and says so', async () => {
    await start('live')
    const { status, body } = await service.send('/api/v1/location/BT12FF')
    expect([status, body.code]).toEqual([503, 'source_not_licensed'])
    expect(body.detail).toContain('postcodes of Northern Ireland')
    expect(body.detail).toContain('https://www.ons.gov.uk/')
    expect(world.calls).toEqual([])
    expect((await service.send('/api/v1/location/WA11UH')).status).toBe(200)
  })

  it('and on once its own licence is held', async () => {
    await start('live', '{ postcodes-io.northern-ireland: held }')
    expect((await service.send('/api/v1/location/BT12FF?depth=summary')).status).toBe(200)
  })

  it('what the operator says counts from the moment it is written, both ways', async () => {
    await start('live')
    const write = (licences: string) =>
      writeFileSync(join(service.configDir, 'service.yaml'), `endpoints: [planning, location]\nlicences: ${licences}\n`)
    const current = () => service.container.get(tokens.configured).current().service.licences
    const bt = '/api/v1/location/BT12FF?depth=summary'
    expect((await service.send(bt)).status).toBe(503)
    write('{ postcodes-io.northern-ireland: held }')
    await expect.poll(current).not.toEqual({})
    expect((await service.send(bt)).status).toBe(200)
    write('{}')
    await expect.poll(current).toEqual({})
    service.container.get(tokens.answering).forget()
    expect((await service.send(bt)).status).toBe(503)
  })

  it('the catalogue and the start say what is off, and what the operator answers for', async () => {
    await start('live', '{ planning-applications: accepted }')
    const { body } = await service.send('/catalogue', { key: null })
    const sourceOf = (id: string) => body.data.sources.find((one: { readonly id: string }) => one.id === id)
    expect(sourceOf('fca-register')).toMatchObject({ charging: 'licence_needed', may_keep: '7d', ready: false })
    expect(sourceOf('planning-applications')).toMatchObject({ charging: 'discouraged', ready: true })
    expect(sourceOf('postcodes-io')).toMatchObject({
      charging: 'attribution',
      ready: true,
      parts: [{ part: 'northern-ireland', charging: 'licence_needed', ready: false }],
    })
    expect(body.data.endpoints.find(({ id }: { readonly id: string }) => id === 'entity').missing).toContainEqual({
      source: 'fca-register',
      reason: 'not_licensed',
      env: [],
    })
    const said = await says()
    expect(said).toMatch(/fca-register +off: needs a licence; write licences: \{ fca-register: held \}/)
    expect(said).toContain('off: postcodes of Northern Ireland: needs a licence')
    expect(said).toMatch(/planning-applications +ready/)
    expect(said).toContain('On your word (accepted): planning-applications')
  })
})

it('in the sandbox, whose data are samples, nothing is off', async () => {
  await start('sandbox')
  expect(await rowsOf(planning, 'planning-applications')).toEqual([])
  expect((await service.send('/api/v1/location/BT12FF?depth=summary')).status).toBe(200)
})

it('only what is reserved can be spoken of, in its own word', async () => {
  await start('sandbox')
  const faults = async (licences: string) => {
    writeFileSync(
      join(service.configDir, 'service.yaml'),
      `endpoints: [planning, entity, location]\nlicences: ${licences}\n`,
    )
    const { lines } = await inspect(service.configDir, {})
    return lines.map((line) => line.replace(/^.*?service\.yaml:/, ''))
  }
  expect(await faults('{ planning-applications: held }')).toEqual([
    "2:36  licences.planning-applications must be accepted, not 'held'",
  ])
  expect(await faults('{ fca-registers: held }')).toEqual([
    "2:13  unknown key 'fca-registers'; did you mean 'fca-register'?",
  ])
  expect(await faults('{ fca-register: yes }')).toHaveLength(1)
  expect(await faults('{ fca-register: held, postcodes-io.northern-ireland: held }')).toEqual([])
})
