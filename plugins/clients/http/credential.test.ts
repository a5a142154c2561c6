import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { flag, type Auth } from '@domesday/core'
import { envNames, missingEnv } from '@domesday/core/client'
import { clientOf, declare, respondJson, loopback, settingsFor, type Seen } from '../../../test/support/loopback.ts'
import { upstreamFaultOf } from '../../../test/support/faults.ts'

const env = {
  TEST_SOURCE_API_KEY: ' k&y ',
  TEST_SOURCE_EMAIL: 'me@example.test',
  TEST_SOURCE_TOKEN: 'tok',
  TEST_SOURCE_PASSWORD: 'pass',
  TEST_SOURCE_CLIENT_ID: 'client',
  TEST_SOURCE_CLIENT_SECRET: 's3cret',
  TEST_SOURCE_TENANT_ID: 'tenant/1',
}
const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`

const askOnce = async (auth: readonly Auth[], other: object = {}): Promise<Seen> => {
  const { origin, seen } = await loopback((response) => respondJson(response, {}))
  const about = declare({ auth, ...other })
  const lookup = about.get('lookup', { path: () => ['/lookup', { a: 1 }], digest: flag(), read: () => true })
  await clientOf([about], settingsFor(origin), { env }).ask(lookup, null)
  return seen[0]!
}

describe('schemes', () => {
  it('a key in a header, also with a prefix and with a second header', async () => {
    const { headers } = await askOnce([
      { header: 'X-AUTH-KEY', secret: 'API_KEY', prefix: 'Key ' },
      { header: 'X-AUTH-EMAIL', secret: 'EMAIL' },
    ])
    expect(headers).toMatchObject({ 'x-auth-key': 'Key k&y', 'x-auth-email': 'me@example.test' })
  })
  it('a key in the query, encoded', async () => {
    expect((await askOnce([{ query: 'app_key', secret: 'API_KEY' }])).url).toBe('/lookup?a=1&app_key=k%26y')
  })
  it('a bearer token', async () => {
    expect((await askOnce([{ bearer: 'TOKEN' }])).headers.authorization).toBe('Bearer tok')
  })
  it('Basic, with the key as user name alone or with a password', async () => {
    expect((await askOnce([{ basic: 'API_KEY' }])).headers.authorization).toBe(basic('k&y:'))
    expect((await askOnce([{ basic: 'EMAIL', password: 'PASSWORD' }])).headers.authorization).toBe(
      basic('me@example.test:pass'),
    )
  })
})

it('of another source, where a publisher has one account for both', async () => {
  const about = { secretsOf: 'other-source', auth: [{ basic: 'API_KEY' }] as const }
  const env = { OTHER_SOURCE_API_KEY: 'theirs', TEST_SOURCE_API_KEY: 'own' }
  const { origin, seen } = await loopback((response) => respondJson(response, {}))
  const own = declare(about)
  const lookup = own.get('lookup', { path: () => '/', digest: flag(), read: () => true })
  await clientOf([own], settingsFor(origin), { env }).ask(lookup, null)
  expect(seen[0]!.headers.authorization).toBe(basic('theirs:'))
  expect(missingEnv(own, {})).toEqual(['OTHER_SOURCE_API_KEY'])
})

describe('a key for each product', () => {
  const auth: readonly Auth[] = [
    { header: 'X-Key', secret: 'API_KEY', below: '/land/' },
    { header: 'X-Key', secret: 'TOKEN', below: '/sea/' },
    { header: 'X-Mail', secret: 'EMAIL' },
  ]
  const about = declare({ auth })
  const lookup = about.get('lookup', { path: (path: string) => path, digest: flag(), read: () => true })

  it('goes with its own paths only, also where the base has a path', async () => {
    const { origin, seen } = await loopback((response) => respondJson(response, {}))
    const client = clientOf([about], settingsFor(`${origin}/land/api/`), { env })
    for (const path of ['/land/1?a=1', '/sea/1', '/landing', '/']) await client.ask(lookup, path)
    expect(seen.map(({ url, headers }) => [url, headers['x-key'], headers['x-mail']])).toEqual([
      ['/land/api/land/1?a=1', 'k&y', 'me@example.test'],
      ['/land/api/sea/1', 'tok', 'me@example.test'],
      ['/land/api/landing', undefined, 'me@example.test'],
      ['/land/api/', undefined, 'me@example.test'],
    ])
  })

  it('stops no other product where it is not set, and is named where it is', async () => {
    const { origin, seen } = await loopback((response) => respondJson(response, {}, 401))
    const { TEST_SOURCE_TOKEN: _, ...partly } = env
    const client = clientOf([about], settingsFor(origin), { env: partly })
    expect(missingEnv(about, partly)).toEqual(['TEST_SOURCE_TOKEN'])
    expect(await upstreamFaultOf(client.ask(lookup, '/sea/1'))).toMatchObject({
      reason: 'not_configured',
      message: 'needs TEST_SOURCE_TOKEN',
    })
    expect(seen).toHaveLength(0)
    expect((await upstreamFaultOf(client.ask(lookup, '/land/1'))).message).toBe(
      'rejected the credential (401): check TEST_SOURCE_API_KEY, TEST_SOURCE_EMAIL',
    )
    const { TEST_SOURCE_EMAIL: __, ...fewer } = partly
    expect(
      (await upstreamFaultOf(clientOf([about], settingsFor(origin), { env: fewer }).ask(lookup, '/land/1'))).message,
    ).toBe('needs TEST_SOURCE_EMAIL')
  })

  it('is said to be missing while the source is left alone too, and does not end that', async () => {
    const { origin, seen } = await loopback((response) => respondJson(response, {}, 500))
    const { TEST_SOURCE_TOKEN: _, ...partly } = env
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const client = clientOf([about], settingsFor(origin, { breaker: { failures: 2, for: 500 } }), { env: partly })
    const reasonOf = async (path: string) => (await upstreamFaultOf(client.ask(lookup, path))).reason
    await reasonOf('/land/1')
    await reasonOf('/land/2')
    expect(await reasonOf('/sea/1')).toBe('not_configured')
    vi.setSystemTime(Date.now() + 500)
    expect(await reasonOf('/sea/1')).toBe('not_configured')
    // One failure of the probe opens a breaker that was not closed; a closed one needs two.
    expect(await reasonOf('/land/3')).toBe('upstream_failed')
    expect(await reasonOf('/land/4')).toBe('not_asked')
    expect(seen).toHaveLength(3)
  })

  it('lists them all', () => {
    expect(envNames({ id: 'test-source', auth })).toEqual([
      'TEST_SOURCE_API_KEY',
      'TEST_SOURCE_TOKEN',
      'TEST_SOURCE_EMAIL',
    ])
    expect(envNames({ id: 'test-source', auth }, {}, '/sea/1')).toEqual(['TEST_SOURCE_TOKEN', 'TEST_SOURCE_EMAIL'])
  })
})

describe('what is set and what is not', () => {
  const auth: readonly Auth[] = [
    { oauth: 'https://login.example.test/${TENANT_ID}/token', client: 'body' },
    { header: 'x-api-key', secret: 'API_KEY' },
  ]

  it('lists the variables of a source', () => {
    expect(envNames({ id: 'dvsa-mot-history', auth })).toEqual([
      'DVSA_MOT_HISTORY_CLIENT_ID',
      'DVSA_MOT_HISTORY_CLIENT_SECRET',
      'DVSA_MOT_HISTORY_TENANT_ID',
      'DVSA_MOT_HISTORY_API_KEY',
    ])
    expect(envNames({ id: 'postcodes-io' })).toEqual([])
  })

  it('makes no call without them, and names those that lack', async () => {
    const { origin, seen } = await loopback((response) => respondJson(response, {}))
    const about = declare({ auth })
    const lookup = about.get('lookup', { path: () => '/lookup', digest: flag(), read: () => true })
    const partly = {
      TEST_SOURCE_CLIENT_ID: 'client',
      TEST_SOURCE_CLIENT_SECRET: '  ',
      TEST_SOURCE_TOKEN_URL: 'https://login.example.test/token',
    }
    const client = clientOf([about], settingsFor(origin), { env: partly })
    expect(missingEnv(about, partly)).toEqual(['TEST_SOURCE_CLIENT_SECRET', 'TEST_SOURCE_API_KEY'])
    expect(await upstreamFaultOf(client.ask(lookup, null))).toMatchObject({
      reason: 'not_configured',
      message: 'needs TEST_SOURCE_CLIENT_SECRET, TEST_SOURCE_API_KEY',
    })
    // A gateway that is not the sandbox changes nothing.
    expect(
      (
        await upstreamFaultOf(
          clientOf([about], settingsFor('https://api.example.test'), { gateway: origin }).ask(lookup, null),
        )
      ).reason,
    ).toBe('not_configured')
    expect(seen).toHaveLength(0)
  })

  it('asks a keyless source without its key', async () => {
    const { origin, seen } = await loopback((response) => respondJson(response, {}))
    const about = declare({ auth: [{ query: 'app_key', secret: 'API_KEY' }], keyless: true })
    const lookup = about.get('lookup', { path: () => '/lookup', digest: flag(), read: () => true })
    const client = clientOf([about], settingsFor(origin))
    await client.ask(lookup, null)
    expect(missingEnv(about, {})).toEqual(['TEST_SOURCE_API_KEY'])
    expect(seen[0]!.url).toBe('/lookup')
  })

  it('sends none to an anonymous gateway, and needs none there', async () => {
    const { origin, seen } = await loopback((response) => respondJson(response, {}))
    const about = declare({ auth })
    const lookup = about.get('lookup', { path: () => '/lookup', digest: flag(), read: () => true })
    const client = clientOf([about], settingsFor('https://api.example.test'), { env, gateway: origin, anonymous: true })
    await client.ask(lookup, null)
    expect(seen.map(({ url }) => url)).toEqual(['/test-source/lookup'])
    expect(seen[0]!.headers).not.toHaveProperty('x-api-key')
  })

  it('names the variable when the upstream refuses the credential, and never the value', async () => {
    const { origin } = await loopback((response) => respondJson(response, { error: 'k&y is wrong' }, 401))
    const about = declare({ auth: [{ header: 'x-api-key', secret: 'API_KEY' }] })
    const lookup = about.get('lookup', { path: () => '/lookup', digest: flag(), read: () => true, none: () => null })
    const client = clientOf([about], settingsFor(origin), { env })
    expect(await upstreamFaultOf(client.ask(lookup, null))).toMatchObject({
      reason: 'upstream_failed',
      message: 'rejected the credential (401): check TEST_SOURCE_API_KEY',
    })
    expect(JSON.stringify(client.warnings)).not.toContain('k&y')
  })

  it('takes a credential that cannot be sent for what it is', async () => {
    const { origin } = await loopback((response) => respondJson(response, {}))
    const about = declare({ auth: [{ header: 'x-api-key', secret: 'API_KEY' }] })
    const lookup = about.get('lookup', { path: () => '/lookup', digest: flag(), read: () => true })
    const fault = await upstreamFaultOf(
      clientOf([about], settingsFor(origin), { env: { TEST_SOURCE_API_KEY: 'sec\nret' } }).ask(lookup, null),
    )
    expect(fault.message).toMatch(/^cannot be asked: invalid x-api-key header/)
  })
})
