import { describe, expect, it } from 'vitest'
import { urlFor, encodeQuery, redirectOf, targetOf } from './upstream-url.ts'

const settings = { base: 'https://api.example.test', hosts: ['files.example.test'] }
const at = (...args: Parameters<typeof urlFor>): string => urlFor(...args).href

describe('queries', () => {
  it('percent-encodes, repeats lists and leaves out what is not there', () => {
    expect(
      encodeQuery({ postcode: 'SW1A 2AA', q: 'pa="A&B"', id: [1, 2], none: null, off: undefined, yes: true, zero: 0 }),
    ).toBe('postcode=SW1A%202AA&q=pa%3D%22A%26B%22&id=1&id=2&yes=true&zero=0')
  })
})

describe('addresses', () => {
  it("puts a path under the base, and under the base's own path", () => {
    expect(at(['/a/b', { x: 1 }], settings)).toBe('https://api.example.test/a/b?x=1')
    expect(at('/a', { base: 'https://proxy.example.test/upstream/', hosts: [] })).toBe(
      'https://proxy.example.test/upstream/a',
    )
  })

  it('keeps a query that a path brings along', () => {
    expect(at(['/a?page=2', { x: 1 }], settings)).toBe('https://api.example.test/a?page=2&x=1')
  })

  it('takes absolute addresses on declared hosts only', () => {
    expect(at('https://files.example.test/all.csv', settings)).toBe('https://files.example.test/all.csv')
    expect(() => at('https://elsewhere.test/all.csv', settings)).toThrow(
      'elsewhere.test is not one of its declared hosts',
    )
    expect(() => at('https://api.example.test.elsewhere.test/', settings)).toThrow('declared hosts')
    const shared = { ...settings, hosts: ['storage.example.test/own-bucket'] }
    expect(at('https://storage.example.test/own-bucket/a.html', shared)).toContain('/own-bucket/a.html')
    for (const path of ['other/a.html', 'own-bucket-of-others/a.html', 'own-bucket', 'other/own-bucket/a.html'])
      expect(() => at(`https://storage.example.test/${path}`, shared)).toThrow('declared hosts')
    expect(() => at('//elsewhere.test/x', settings)).not.toThrow()
    expect(at('//elsewhere.test/x', settings)).toBe('https://api.example.test//elsewhere.test/x')
  })

  it('does not let a value climb out of its path', () => {
    for (const path of ['/company/../keys', '/company/%2e%2E/keys', '/company/..\\keys', '/company/.', '/..?x=1'])
      expect(() => at(path, settings)).toThrow('dot segment')
    expect(at('/files/a..b/.well-known', settings)).toBe('https://api.example.test/files/a..b/.well-known')
  })

  it('sends a bare # as part of the path', () => {
    expect(at('/search/C#', settings)).toBe('https://api.example.test/search/C%23')
  })

  it('wants a slash or a web address', () => {
    expect(() => at('company/1', settings)).toThrow('slash')
    expect(() => at('file:///etc/passwd', settings)).toThrow('slash')
  })
})

describe('redirects', () => {
  const from = new URL('https://api.example.test/a/b')
  it('resolves them against the upstream and checks the host', () => {
    expect(redirectOf('../c', from, settings).href).toBe('https://api.example.test/c')
    expect(() => redirectOf('https://elsewhere.test/', from, settings)).toThrow('elsewhere.test')
    expect(() => redirectOf('http://api.example.test/', from, settings)).toThrow('from https to http')
    const shared = { ...settings, hosts: ['storage.example.test/own-bucket'] }
    const signed = 'https://storage.example.test/own-bucket/a?signature=b'
    expect(redirectOf(signed, from, shared).href).toBe(signed)
    expect(() => redirectOf('https://storage.example.test/own-bucket/../others/a', from, shared)).toThrow('declared')
    expect(() => redirectOf('ftp://api.example.test/', from, settings)).toThrow('not an http')
  })
})

describe('the gateway', () => {
  it('gets the source before the path, and the origin as a header', () => {
    const url = new URL('https://data.example.test/api/x?y=1')
    expect(targetOf(url, 'police-uk', null)).toEqual({
      origin: 'https://data.example.test',
      path: '/api/x?y=1',
      headers: {},
    })
    expect(targetOf(url, 'police-uk', 'http://127.0.0.1:4010')).toEqual({
      origin: 'http://127.0.0.1:4010',
      path: '/police-uk/api/x?y=1',
      headers: { 'x-upstream-origin': 'https://data.example.test' },
    })
    expect(targetOf(url, 'police-uk', 'http://127.0.0.1:4010/replay/').path).toBe('/replay/police-uk/api/x?y=1')
  })
})
