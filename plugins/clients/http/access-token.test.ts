import { describe, expect, it } from 'vitest'
import { flag, type Auth } from '@domesday/core'
import { clientOf, declare, respondJson, loopback, settingsFor } from '../../../test/support/loopback.ts'
import { upstreamFaultOf } from '../../../test/support/faults.ts'

const env = {
  TEST_SOURCE_CLIENT_ID: 'client',
  TEST_SOURCE_CLIENT_SECRET: 's3cret',
  TEST_SOURCE_TENANT_ID: 'tenant/1',
  TEST_SOURCE_API_KEY: 'key',
}
const declared = (client: 'basic' | 'body', more: readonly Auth[] = []) => {
  const about = declare({
    auth: [{ oauth: 'https://login.example.test/${TENANT_ID}/token', scope: 'read all', client }, ...more],
  })
  return {
    about,
    lookup: about.get('lookup', {
      path: (id: number) => `/lookup/${id}`,
      digest: flag(),
      read: (wire: { readonly ok: boolean }) => wire.ok,
    }),
  }
}
/** Both the token server and the upstream, behind a gateway. */
const behind = (gateway: string, other: object = {}) => ({ env, gateway, ...other })
const settings = settingsFor('https://api.example.test')
const isToken = (url: string): boolean => url.endsWith('/token')

describe('client credentials', () => {
  it('come from the token address, through the gateway, with the secrets in the body', async () => {
    const { origin, seen } = await loopback((response, { url }) =>
      respondJson(response, isToken(url) ? { access_token: 'T1', expires_in: '1199' } : { ok: true }),
    )
    const { about, lookup } = declared('body', [{ header: 'X-API-Key', secret: 'API_KEY' }])
    const client = clientOf([about], settings, behind(origin))
    expect((await client.ask(lookup, 1)).value).toBe(true)
    const [token, call] = seen
    expect(token).toMatchObject({
      method: 'POST',
      url: '/test-source/tenant%2F1/token',
      headers: { 'x-upstream-origin': 'https://login.example.test' },
    })
    expect(Object.fromEntries(new URLSearchParams(token!.body))).toEqual({
      grant_type: 'client_credentials',
      scope: 'read all',
      client_id: 'client',
      client_secret: 's3cret',
    })
    expect(token!.headers).not.toHaveProperty('authorization')
    expect(token!.headers).not.toHaveProperty('x-api-key')
    expect(call).toMatchObject({
      url: '/test-source/lookup/1',
      headers: { authorization: 'Bearer T1', 'x-api-key': 'key', 'x-upstream-origin': 'https://api.example.test' },
    })
  })

  it('may go by Basic, and TOKEN_URL and SCOPE override what is declared', async () => {
    const { origin, seen } = await loopback((response, { url }) =>
      respondJson(response, isToken(url) ? { access_token: 'T1' } : { ok: true }),
    )
    const { about, lookup } = declared('basic')
    const client = clientOf(
      [about],
      settings,
      behind(origin, {
        env: { ...env, TEST_SOURCE_TOKEN_URL: 'https://other.example.test/my/token', TEST_SOURCE_SCOPE: 'mine' },
      }),
    )
    await client.ask(lookup, 1)
    expect(seen[0]).toMatchObject({
      url: '/test-source/my/token',
      headers: {
        authorization: `Basic ${Buffer.from('client:s3cret').toString('base64')}`,
        'x-upstream-origin': 'https://other.example.test',
      },
    })
    expect(Object.fromEntries(new URLSearchParams(seen[0]!.body))).toEqual({
      grant_type: 'client_credentials',
      scope: 'mine',
    })
  })

  it('are fetched once for many calls, and again when they run out', async () => {
    let time = 1_000_000
    let tokens = 0
    const { origin, seen } = await loopback((response, { url }) =>
      respondJson(response, isToken(url) ? { access_token: `T${++tokens}`, expires_in: 600 } : { ok: true }),
    )
    const { about, lookup } = declared('body')
    const client = clientOf([about], settings, behind(origin, { now: () => time }))
    await Promise.all([1, 2, 3, 4].map((id) => client.ask(lookup, id)))
    expect(tokens).toBe(1)
    time += 530_000
    await client.ask(lookup, 5)
    expect(tokens).toBe(1)
    time += 11_000
    await client.ask(lookup, 6)
    expect(seen.at(-1)!.headers.authorization).toBe('Bearer T2')
  })

  it.each([
    ['a 401', 401, {}],
    ['a 400 that says so', 400, { error: 'invalid_access_token' }],
    ['a 403 that says so', 403, { message: 'The token has expired' }],
  ])('are renewed once on %s', async (_, status, body) => {
    let tokens = 0
    const { origin, seen } = await loopback((response, { url, headers }) => {
      if (isToken(url)) return respondJson(response, { access_token: `T${++tokens}`, expires_in: 600 })
      return headers.authorization === 'Bearer T1'
        ? respondJson(response, body, status)
        : respondJson(response, { ok: true })
    })
    const { about, lookup } = declared('body')
    expect((await clientOf([about], settings, behind(origin)).ask(lookup, 1)).value).toBe(true)
    expect(seen).toHaveLength(4)
  })

  it('are not renewed for ever', async () => {
    const { origin, seen } = await loopback((response, { url }) =>
      isToken(url) ? respondJson(response, { access_token: 'T', expires_in: 600 }) : respondJson(response, {}, 401),
    )
    const { about, lookup } = declared('body')
    expect(await upstreamFaultOf(clientOf([about], settings, behind(origin)).ask(lookup, 1))).toMatchObject({
      reason: 'upstream_failed',
      message: expect.stringContaining('TEST_SOURCE_CLIENT_SECRET'),
    })
    expect(seen).toHaveLength(4)
  })

  it('do not hold the only place of the source while they are fetched', async () => {
    const { origin } = await loopback((response, { url }) =>
      respondJson(response, isToken(url) ? { access_token: 'T', expires_in: 600 } : { ok: true }),
    )
    const { about, lookup } = declared('body')
    expect((await clientOf([about], { ...settings, concurrency: 1 }, behind(origin)).ask(lookup, 1)).value).toBe(true)
  })
})

describe('a token server in trouble', () => {
  const fault = async (status: number, body: object) => {
    const { origin, seen } = await loopback((response) => respondJson(response, body, status))
    const { about, lookup } = declared('body')
    const client = clientOf([about], { ...settings, tries: 2 }, behind(origin))
    return { fault: await upstreamFaultOf(client.ask(lookup, 1)), calls: seen.length }
  }
  it('refuses the client', async () => {
    expect(await fault(400, { error: 'invalid_client' })).toMatchObject({
      calls: 1,
      fault: { reason: 'upstream_failed', message: expect.stringContaining('TEST_SOURCE_CLIENT_ID') },
    })
  })
  it('is down, which is tried again', async () => {
    expect(await fault(503, {})).toMatchObject({
      calls: 2,
      fault: { reason: 'upstream_failed', message: 'answered 503' },
    })
  })
  it('gives no token', async () => {
    expect(await fault(200, { token: 'T' })).toMatchObject({ calls: 1, fault: { message: 'gave no access token' } })
  })
})
