import { describe, expect, it } from 'vitest'
import { credentials, readCall } from './matching.ts'
import { asksForToken, bodyWithoutSecrets, pathWithoutSecrets, secretsIn, withoutSecrets } from './secrets.ts'

const request = (target: string, headers: Record<string, string> = {}, body = '') =>
  readCall({ source: 'a', method: 'POST', target, headers, body: Buffer.from(body) })

describe('secrets of a request', () => {
  it('are in its headers, as sent and taken apart', () => {
    const basic = Buffer.from('key-of-the-house:word-to-pass').toString('base64')
    const headers = {
      authorization: `Basic ${basic}`,
      'ocp-apim-subscription-key': 'subscription-1',
      accept: 'application/json',
    }
    const found = secretsIn(request('/', headers), credentials())
    expect(found).toEqual([`Basic ${basic}`, basic, 'key-of-the-house', 'word-to-pass', 'subscription-1'])
    expect(secretsIn(request('/', { authorization: 'Bearer abc.def.ghi' }), credentials())).toContain('abc.def.ghi')
  })

  it('are in its query and its form', () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const found = secretsIn(
      request('/?app_key=one&page=2', form, 'grant_type=client_credentials&client_secret=two&scope=all'),
      credentials(),
    )
    expect(found).toEqual(['one', 'two'])
    expect(secretsIn(request('/?uid=three'), credentials([{ query: 'uid', secret: 'API_KEY' }]))).toEqual(['three'])
    expect(secretsIn(request('/', {}, 'plain text'), credentials())).toEqual([])
  })
})

describe('taking them out', () => {
  it('finds them escaped for an address and for JSON', () => {
    const secret = 'ab/cd+"efgh'
    const text = `${secret} ${encodeURIComponent(secret)} ${JSON.stringify(secret)} ${JSON.stringify(secret).replaceAll('/', '\\/')}`
    expect(withoutSecrets(text, [secret])).toBe('*** *** "***" "***"')
    expect(withoutSecrets('longer-secret-12', ['longer-secret', 'longer-secret-12'])).toBe('***')
  })

  it('leaves a short one, which may be any word', () =>
    expect(withoutSecrets('the key of the house', ['key'])).toBe('the key of the house'))

  it('opens a segment of a path', () => {
    expect(pathWithoutSecrets('/keys/abcdefgh12/info', ['abcdefgh12'], false)).toBe('/keys/*/info')
    const tenant = '/2b5e1c9a-0000-4000-8000-123456789abc/oauth2/v2.0/token'
    expect(pathWithoutSecrets(tenant, [], true)).toBe('/*/oauth2/v2.0/token')
    expect(pathWithoutSecrets(tenant, [], false)).toBe(tenant)
  })

  it('replaces issued tokens and nothing else, whatever the bytes are', () => {
    const clean = Buffer.from([0x7b, 0xff, 0x00, 0xe9, 0x7d])
    expect(bodyWithoutSecrets(clean, ['another-secret'])).toBe(clean)
    const sent =
      '{"access_token" : "ey\\"J0","name":"Café","refresh_token":"r","expires_in":60,"echo":"sécret-of-mine"}'
    const body = bodyWithoutSecrets(Buffer.from(sent), ['sécret-of-mine'])
    expect(JSON.parse(body.toString('utf8'))).toEqual({
      access_token: 'recorded-token',
      name: 'Café',
      refresh_token: 'recorded-token',
      expires_in: 60,
      echo: '***',
    })
  })

  it('knows a request for a token', () => {
    expect(
      asksForToken(
        request('/', { 'content-type': 'application/x-www-form-urlencoded' }, 'grant_type=client_credentials'),
      ),
    ).toBe(true)
    expect(asksForToken(request('/', {}, '{"q":1}'))).toBe(false)
    expect(asksForToken(request('/'))).toBe(false)
  })
})
