import { describe, expect, it } from 'vitest'
import { credentials, glob, headersAgree, leaves, plain, readCall, shown } from './matching.ts'

describe('texts', () => {
  it('compares numbers by value and codes as they are written', () => {
    expect(plain('51.50')).toBe(plain(51.5))
    expect(plain('-0.10')).toBe('-0.1')
    expect(plain('01')).toBe('01')
    expect(plain('1e3')).toBe('1e3')
    expect(plain('12345678901234567')).toBe('12345678901234567')
  })

  it('takes a star for any run of characters and all else literally', () => {
    expect(glob('51.5*:*')('51.50,-0.1:51.6')).toBe(true)
    expect(glob('a.c*')('abcd')).toBe(false)
    expect(glob('*\n*')('one\ntwo')).toBe(true)
    expect(glob('51.50')('51.5')).toBe(true)
    expect(glob('(a)')('a')).toBe(false)
  })
})

describe('leaves', () => {
  it('ignores the order of members and of a list, nulls, and credentials at any depth', () => {
    const hidden = credentials()
    const one = leaves({ b: ['2', '1.0'], a: { x: 'y', app_key: 'secret' }, c: null }, hidden)
    expect(one).toEqual(leaves({ a: { x: 'y' }, b: [1, 2] }, hidden))
    expect(one).not.toEqual(leaves({ a: { x: 'y' }, b: [1] }, hidden))
    expect(leaves(null, hidden)).toEqual([])
  })

  it('keeps a name apart from the same text elsewhere', () => {
    expect(leaves({ a: '1', b: '2' }, () => false)).not.toEqual(leaves({ a: '2', b: '1' }, () => false))
  })
})

describe('headers', () => {
  const headers = { accept: 'application/json, text/plain', 'x-api-version': '2' }
  it.each([
    [{ accept: 'json' }, true, true],
    [{ Accept: 'json' }, true, true],
    [{ accept: 'xml' }, false, false],
    [{ accept: '!xml' }, true, true],
    [{ accept: '!json' }, false, false],
    [{ authorization: null }, true, true],
    [{ 'x-api-version': null }, false, false],
    [{ 'x-api-version': '2', accept: 'json' }, true, true],
    [{ authorization: 'Basic' }, false, false],
    [{ authorization: '!Basic' }, true, true],
  ])('%j agrees whole: %s, in part: %s', (conditions, whole, part) => {
    expect(headersAgree(conditions, headers, true)).toBe(whole)
    expect(headersAgree(conditions, headers, false)).toBe(part)
  })

  it('compares other headers than accept whole, or in part', () => {
    expect(headersAgree({ 'x-layer': 'flood' }, { 'x-layer': 'flood-zones' }, true)).toBe(false)
    expect(headersAgree({ 'x-layer': 'flood' }, { 'x-layer': 'flood-zones' }, false)).toBe(true)
  })
})

describe('a call', () => {
  const call = (target: string, body = '', type = ''): ReturnType<typeof readCall> =>
    readCall({
      source: 'a',
      method: 'POST',
      target,
      headers: type ? { 'content-type': type } : {},
      body: Buffer.from(body),
    })

  it('has a decoded path, its query and its body', () => {
    const { path, segments, query } = call('/area/SW1A%202AA/a%2Fb?q=x+y%3F&q=2?')
    expect(path).toBe('/area/SW1A%202AA/a%2Fb')
    expect(segments).toEqual(['area', 'SW1A 2AA', 'a/b'])
    expect(query.getAll('q')).toEqual(['x y?', '2?'])
    expect(call('/100%').segments).toEqual(['100%'])
  })

  it('reads JSON, forms and text, and no body as null', () => {
    expect(call('/', '{"a":[1]}', 'application/json').body).toEqual({ a: [1] })
    expect(call('/', 'a=1&b=x&b=y', 'application/x-www-form-urlencoded').body).toEqual({ a: '1', b: ['x', 'y'] })
    expect(call('/', ' <a/>\n', 'text/xml').body).toBe('<a/>')
    expect(call('/').body).toBeNull()
  })

  it('shows no credential, be it named by habit or by the source', () => {
    const { query } = call('/?app_key=one&uid=two&page=3')
    expect(shown(query, credentials([{ query: 'uid', secret: 'API_KEY' }]))).toEqual({
      app_key: '***',
      uid: '***',
      page: '3',
    })
    expect(shown(query, credentials())['uid']).toBe('two')
  })
})
