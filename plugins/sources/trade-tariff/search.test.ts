import { describe, expect, it } from 'vitest'
import { readBody } from '../../../test/support/read.ts'
import { search } from './index.ts'
import type { SearchResult } from './search.ts'

const readSearch = (body: unknown, words: string): SearchResult => readBody(search, body, words)

describe('a search', () => {
  it('without results is an answer: a 404 is an error for words, but not for a code, whose own page was already a 404', () => {
    const { none } = search.how as unknown as { readonly none: (reply: object, words: string) => unknown }
    expect([none({ status: 404 }, 'horses'), none({ status: 404 }, '0101999999')]).toEqual([
      undefined,
      { exact: null, hits: [] },
    ])
  })

  it('may be empty', () => {
    const none = { goods_nomenclature_match: {}, reference_match: {} }
    expect(readSearch({ data: { attributes: none } }, 'horses')).toEqual({ exact: null, hits: [] })
    expect(readSearch({ data: { attributes: {} } }, 'horses').hits).toBeNull()
    expect(
      readSearch(
        {
          data: {
            attributes: {
              goods_nomenclature_match: {
                headings: [{ _source: null }, { _source: { goods_nomenclature_item_id: 2201000000 as never } }],
              },
            },
          },
        },
        'horses',
      ).hits,
    ).toMatchObject([{ place: { kind: 'headings', id: '2201' } }])
    expect(() => readSearch({ error: 'not now' }, 'horses')).toThrow('data')
    expect(readSearch({ data: { attributes: { entry: { endpoint: 'sections', id: 4 } } } }, '4').exact).toBeNull()
  })

  it('puts first what is described by just the words, singular or plural, and keeps the order of the service after it', () => {
    const hit = (code: string, description: string, declarable = true) => ({
      _source: { goods_nomenclature_item_id: code, description, declarable },
    })
    const commodities = [
      hit('1', 'For slaughter'),
      hit('2', 'Mules'),
      hit('3', 'Of asses and mules'),
      hit('4', 'Hinnies', false),
    ]
    const codes = (words: string) =>
      readSearch({ data: { attributes: { goods_nomenclature_match: { commodities } } } }, words).hits?.map(
        ({ code }) => code,
      )
    expect(codes('the MULE')).toEqual(['2', '1', '3', '4'])
    expect(codes('asses and mules')).toEqual(['3', '1', '2', '4'])
    expect(codes('hinny')).toEqual(['4', '1', '2', '3'])
    expect(codes('ass & mule')).toEqual(codes('asses and mules'))
    expect(codes('mules of')).toEqual(codes('mule'))
    expect(codes('horses')).toEqual(['1', '2', '3', '4'])
  })
})
