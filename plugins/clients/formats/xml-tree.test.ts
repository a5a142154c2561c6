import { describe, expect, it } from 'vitest'
import type { XmlElement } from '@domesday/core'
import { decodeByContentType } from './http-body.ts'
import { readAs } from './read-values.ts'

const tree = async (text: string): Promise<XmlElement> => (await readAs('tree', text)) as XmlElement

describe('XML as a tree', () => {
  it('has elements and texts in the order of the document, with prefixes and blanks', async () => {
    expect(await tree('<x:a b=\'M&amp;S\' c = "2" xmlns:x="urn:x">1 <b/> of <x:c>\n3</x:c>!</x:a>\n')).toEqual({
      name: 'x:a',
      attributes: { b: 'M&S', c: '2', 'xmlns:x': 'urn:x' },
      children: [
        '1 ',
        { name: 'b', attributes: {}, children: [] },
        ' of ',
        { name: 'x:c', attributes: {}, children: ['\n3'] },
        '!',
      ],
    })
  })

  it('joins the text around comments, instructions and CDATA, and decodes all but the last', async () => {
    const { children } = await tree('<a>1<!-- <b> -->2<?do it?>3<![CDATA[<&amp;>]]>&lt;&#163;&#x20AC;&amp;#65;</a>')
    expect(children).toEqual(['123<&amp;><£€&#65;'])
  })

  it('reads what stands before the first element', async () => {
    const html = '<html xmlns="http://www.w3.org/1999/xhtml"><p/></html>'
    for (const before of ['\ufeff', '\r\n\r\n', '<?xml version="1.0"?>\n<!DOCTYPE html>', '\ufeff\n<!-- made by -->'])
      expect((await tree(before + html)).children, before).toEqual([{ name: 'p', attributes: {}, children: [] }])
  })

  it('is decoded as the document says', () => {
    const latin = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>\xe9</a>', 'latin1')
    expect(decodeByContentType(latin, 'application/xhtml+xml', 'tree')).toContain('<a>é</a>')
  })

  it('expands nothing that a document declares', async () => {
    const declared = Array.from({ length: 9 }, (_, i) => `<!ENTITY b${i} "${`&b${i - 1};`.repeat(10)}">`).join('')
    expect((await tree(`<!DOCTYPE a [<!ENTITY b-1 "x">${declared}]><a>&b8;</a>`)).children).toEqual(['&b8;'])
    await expect(tree('<!DOCTYPE a [<!ENTITY f SYSTEM "file:///etc/passwd">]><a>&f;</a>')).rejects.toThrow('not XML')
  })

  it('refuses what is not well-formed, and what is no document', async () => {
    for (const body of [
      '',
      'Service unavailable',
      '{"a":1}',
      'PK\u0003\u0004\u0014\u0000<a/>',
      '%PDF-1.7\n<a/>',
      '<a><b></a>',
      '<a><b><c></b></c></a>',
      '<a/><b/>',
      '<a/>and more',
      '<a b="1" b="2"/>',
      '<a b="1',
      '<a>R & D</a>',
      '<!-- nothing -->',
      '<a><__proto__/></a>',
      '<!DOCTYPE html><html lang="en"><body>Sorry</body></html>',
      '<HTML><BODY>Sorry</BODY></HTML>',
      '<html xmlns="http://www.w3.org/1999/xhtml"><body>Sorry<br></body></html>',
    ])
      await expect(tree(body), body).rejects.toThrow(/^answered something that is not XML$/)
  })

  it('reads 250 levels, and refuses a document of boundless depth', async () => {
    const nested = (levels: number): string => '<a>'.repeat(levels) + '</a>'.repeat(levels)
    expect((await tree(nested(250))).name).toBe('a')
    await expect(tree(nested(100_000))).rejects.toThrow('not XML')
    await expect(tree('<a>'.repeat(100_000))).rejects.toThrow('not XML')
  })

  it('reads a long attribute, such as an image, and many elements', async () => {
    const image = 'x'.repeat(1_000_000)
    const { children } = await tree(`<a><img src="${image}"/>${'<b/>'.repeat(20_000)}</a>`)
    expect((children[0] as XmlElement).attributes['src']).toBe(image)
    expect(children).toHaveLength(20_001)
  })
})
