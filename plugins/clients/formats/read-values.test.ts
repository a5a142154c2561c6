import { deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { decodeByContentType, decompress } from './http-body.ts'
import { readAs } from './read-values.ts'

describe('JSON', () => {
  it('is read with or without a byte order mark', () => {
    expect(readAs('json', '\ufeff {"a":1}\n')).toEqual({ a: 1 })
  })
  it('leaves out a null among objects, and no other', () => {
    expect(readAs('json', '{"items":[null, {"a":[{"b":null},\n null ,{"b":[]}]},null]}')).toEqual({
      items: [{ a: [{ b: null }, { b: [] }] }],
    })
    for (const whole of ['[null]', '[1,null,2]', '[[1,2],null]', '["a",null,{}]', '{"a":null,"b":[{"c":",null,"}]}'])
      expect(readAs('json', whole)).toEqual(JSON.parse(whole))
  })
  it('holds a document of boundless depth for no answer', () => {
    const deep = 100_000
    expect(() => readAs('json', `${'['.repeat(deep)}null${']'.repeat(deep)}`)).toThrow('not JSON')
  })
  it('never quotes the body of what is not JSON', () => {
    expect(() => readAs('json', '<html>secret</html>')).toThrow(/^answered something that is not JSON$/)
    expect(() => readAs('json', '')).toThrow('not JSON')
  })
})

describe('XML', () => {
  it('has attributes by @, lists for repeated elements, and text only', async () => {
    expect(
      await readAs(
        'xml',
        '<?xml version="1.0"?><feed n="1"><entry><id>007</id></entry><entry xml:lang="en">b</entry><x><![CDATA[<&amp;>]]></x></feed><!-- made in 3 ms -->',
      ),
    ).toEqual({ feed: { '@n': '1', entry: [{ id: '007' }, { '#text': 'b', '@xml:lang': 'en' }], x: '<&amp;>' } })
  })
  it('reads the five entities and character references, in attributes too', async () => {
    expect(await readAs('xml', '<a b="M&amp;S">&lt;caf&#233; &#x20AC;&gt; &eacute; &amp;#65;</a>')).toEqual({
      a: { '@b': 'M&S', '#text': '<café €> &eacute; &#65;' },
    })
  })
  it('is quick with many entities', async () => {
    const { a } = (await readAs('xml', `<a>${'M&amp;S '.repeat(50_000)}</a>`)) as { a: string }
    expect(a).toHaveLength(4 * 50_000 - 1)
  })
  it('expands nothing that a document declares', async () => {
    const bomb = `<!DOCTYPE a [<!ENTITY b "${'x'.repeat(1_000)}">${Array.from({ length: 9 }, (_, i) => `<!ENTITY b${i} "${`&b${i === 0 ? '' : i - 1};`.repeat(10)}">`).join('')}]><a>&b8;</a>`
    expect(JSON.stringify(await readAs('xml', bomb)).length).toBeLessThan(100)
    await expect(readAs('xml', '<!DOCTYPE a [<!ENTITY f SYSTEM "file:///etc/passwd">]><a>&f;</a>')).rejects.toThrow(
      'not XML',
    )
  })
  it('refuses what is not XML, not whole, or a web page', async () => {
    for (const body of [
      '',
      'Service unavailable',
      '{"a":1}',
      '<feed><entry>',
      '<feed><entry/></fee',
      '<html><body>Sorry</body></html>',
      '<!DOCTYPE html><html></html>',
      '<a/><b/>',
    ]) {
      await expect(readAs('xml', body), body).rejects.toThrow('not XML')
    }
    expect(await readAs('xml', '<feed/>')).toEqual({ feed: '' })
  })
})

describe('CSV', () => {
  it('gives rows by the trimmed names of the header', async () => {
    expect(await readAs('csv', '\ufeffid, name \r\n007,"a ""b"", c"\r\n\r\n')).toEqual([
      { id: '007', name: 'a "b", c' },
    ])
  })
  it('gives no rows for an empty body and for a header alone', async () => {
    expect(await readAs('csv', '')).toEqual([])
    expect(await readAs('csv', 'id,name\n')).toEqual([])
  })
  it('refuses an error page', async () => {
    await expect(readAs('csv', '<html>\n')).rejects.toThrow('not CSV')
    await expect(readAs('csv', '{"error":1}')).rejects.toThrow('not CSV')
  })
})

describe('encodings of text', () => {
  const latin = Buffer.from('Caf\xe9', 'latin1')
  it('follows the content type, then the XML declaration', () => {
    expect(decodeByContentType(latin, 'text/plain; charset=ISO-8859-1')).toBe('Café')
    expect(decodeByContentType(latin, 'text/csv;charset="windows-1252"', 'csv')).toBe('Café')
    expect(
      decodeByContentType(
        Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>\xe9</a>', 'latin1'),
        'text/xml',
        'xml',
      ),
    ).toContain('<a>é</a>')
    expect(decodeByContentType(Buffer.from('Café'), 'application/json; charset=no-such')).toBe('Café')
  })
  it('falls back to Windows-1252 where nothing is said and it is not UTF-8', () => {
    expect(decodeByContentType(latin, undefined)).toBe('Café')
    expect(decodeByContentType(Buffer.from('\ufeffCafé'), 'text/plain')).toBe('Café')
  })
})

describe('packed bodies', () => {
  it('come apart in the reverse order', async () => {
    const packed = gzipSync(deflateSync('hello'))
    expect(Buffer.from(await decompress(packed, { 'content-encoding': 'deflate, gzip' }, 1_000)).toString()).toBe(
      'hello',
    )
  })
  it('may not grow over the cap', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000))
    expect(bomb.length).toBeLessThan(50_000)
    await expect(decompress(bomb, { 'content-encoding': 'gzip' }, 1_000_000)).rejects.toThrow('over 1000000 bytes')
  })
  it('are refused when cut short or packed in an unknown way', async () => {
    await expect(decompress(gzipSync('hello').subarray(0, 12), { 'content-encoding': 'gzip' }, 1_000)).rejects.toThrow(
      'does not decompress',
    )
    await expect(decompress(Buffer.from('x'), { 'content-encoding': 'zstd' }, 1_000)).rejects.toThrow('not asked for')
  })
})
