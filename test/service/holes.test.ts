/** One null among the entries of a list, as a portal writes for a record that it cannot show, costs no other entry. */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runService, type RunningService } from '@domesday/core/testing'
import { inspect } from '../../core/boot/configure.ts'
import { projectRoot } from '../../core/boot/load.ts'
import { envNames } from '../../core/upstream/auth.ts'
import { openFaultyWorld, type FaultyWorld } from './faulty-world.ts'
import { generous } from './generous.ts'

const { plugins, reading } = await inspect(join(projectRoot, 'config'), {})
const env = Object.fromEntries([...plugins.sources.values()].flatMap((source) => envNames(source).filter((name) => !name.endsWith('_TOKEN_URL')).map((name) => [name, 'sample'])))

const live = [...plugins.sources.keys()].filter((id) => (reading.settings.get(`source:${id}`) as { readonly breaker?: object }).breaker)

/** Nothing is kept, so that each look-up asks all that it needs, and nobody has to wait for it. */
const forgetful = (dir: string): void => {
  generous(dir)
  appendFileSync(join(dir, 'service.yaml'), '\nmemo: { entries: 1, bytes: 1B }\nanswers: { entries: 1, bytes: 1B }\n')
  mkdirSync(join(dir, 'sources'), { recursive: true })
  for (const id of live) writeFileSync(join(dir, 'sources', `${id}.yaml`), 'rate: { calls: 100000, per: 1s }\n')
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value)
/** The same with a null in the middle of every list of objects. */
const withHoles = (value: unknown): unknown => {
  if (Array.isArray(value)) {
    const entries: readonly unknown[] = value.map(withHoles), middle = entries.length >> 1
    return entries.length > 0 && value.every(isObject) ? [...entries.slice(0, middle), null, ...entries.slice(middle)] : entries
  }
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withHoles(member)])) : value
}

let world: FaultyWorld, service: RunningService
beforeAll(async () => {
  world = await openFaultyWorld([...plugins.endpoints.keys()])
  service = await runService({ gateway: world.origin, env, configure: forgetful })
})
afterAll(async () => {
  await service.close()
  world.close()
})

describe.each([...plugins.endpoints.keys()])('%s', (id) => {
  const [example] = Object.keys((reading.settings.get(`endpoint:${id}`) as { examples: object }).examples)

  it('says the same', async () => {
    const look = async () => {
      const { status, body } = await service.send(`/api/v1${example}${example!.includes('?') ? '&' : '?'}depth=full`)
      expect(status).toBe(200)
      return { data: body.data, missing: body._meta.missing }
    }
    world.alter = null
    const whole = await look()
    world.alter = withHoles
    expect(await look()).toEqual(whole)
  })
})
