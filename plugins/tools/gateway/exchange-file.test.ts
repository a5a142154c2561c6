import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readExchanges } from './exchange-file.ts'
import { folderOf } from '../../../test/support/folder.ts'

const faultsOf = (yaml: string, files: Record<string, unknown> = {}): string[] => {
  const folder = folderOf({ 'exchanges.yaml': yaml, ...files })
  try {
    readExchanges(folder)
  } catch (fault) {
    return (fault as Error).message.replaceAll(`${join(folder, 'exchanges.yaml')}:`, '').split('\n')
  }
  return []
}

describe('exchanges.yaml', () => {
  it('may be absent or empty', () => {
    expect(readExchanges(folderOf({}))).toEqual([])
    expect(readExchanges(folderOf({ 'exchanges.yaml': '' }))).toEqual([])
    expect(readExchanges(folderOf({ 'exchanges.yaml': '# none yet\n' }))).toEqual([])
  })

  it('names every fault with its line and column', () => {
    expect(
      faultsOf(`
- request: /postcodes
- request: GET /a
  qurey: { a: 1 }
  status: 99
- request: GET /b
  file: nowhere.json
- just text
- request: GET /c
  text: a
  reply: b
`),
    ).toEqual([
      '2:12  request: a method and a path are needed, such as `GET /postcodes/SW1A2AA`, a space as %20',
      expect.stringMatching(/^4:3 {2}unknown key `qurey`; a row has request, query,/),
      '5:11  status: a whole number from 200 to 599',
      '7:9  file: a file in this folder',
      '8:3  a row is a mapping with a `request:`',
      '9:3  one of reply, text and file, not several',
    ])
  })

  it.each([
    ['query: text', 'query: '],
    ['query: { a: { b: 1 } }', 'query: '],
    ['ignore: { a: 1 }', 'ignore: '],
    ['headers: [accept]', 'headers: '],
    ['headers: { a: 1 }', 'headers: '],
    ['loose: 1', 'loose: '],
    ['type: 1', 'type: '],
    ['reply_headers: { a: 1 }', 'reply_headers: '],
    ['text: 1', 'text: '],
  ])('refuses %s', (line, what) => {
    const faults = faultsOf(`- request: GET /a\n  ${line}\n`)
    expect(faults).toHaveLength(1)
    expect(faults[0]).toContain(`2:${line.indexOf(':') + 5}  ${what}`)
  })

  it('sends no file from outside its folder', () => {
    const folder = folderOf({
      'samples/exchanges.yaml': '- request: GET /a\n  file: ../private.json\n',
      'private.json': '{}',
    })
    expect(() => readExchanges(join(folder, 'samples'))).toThrow(':2:9  file: a file in this folder')
  })

  it('names a syntax error and an unknown anchor', () => {
    expect(faultsOf('- request: "GET /a\n')[0]).toMatch(/^\d+:\d+ {2}/)
    expect(faultsOf('- request: GET /a\n  reply: *base\n')[0]).toMatch(/^2:\d+ {2}.*base/)
    expect(faultsOf('request: GET /a\n')).toEqual(['1:1  a list of rows is needed'])
  })

  it('takes a value of the query as it is written', () => {
    const yaml =
      '- request: GET /a?x=1\n  query: { code: 01, id: 123456789012345678901, list: [1.50, b], none: null, quoted: "01" }\n'
    const [row] = readExchanges(folderOf({ 'exchanges.yaml': yaml }))
    expect(row?.query).toEqual([
      ['x', '1'],
      ['code', '01'],
      ['id', '123456789012345678901'],
      ['list', '1.50'],
      ['list', 'b'],
      ['quoted', '01'],
    ])
  })

  it('lets rows share values by anchors', () => {
    const [, row] = readExchanges(
      folderOf({
        'exchanges.yaml': '- request: GET /a\n  query: &q { page: &p 01 }\n- request: GET /b\n  query: *q\n',
      }),
    )
    expect(row?.query).toEqual([['page', '01']])
  })
})
