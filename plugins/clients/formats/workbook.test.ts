import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import type { DatasetFile } from '@domesday/core'
import { csvFile, folder } from '../../../test/support/datasets.ts'
import { readWire } from './index.ts'

const read = async (entries: Readonly<Record<string, string>>, file: Partial<DatasetFile>): Promise<any[]> => {
  const path = join(folder(), 'book')
  writeFileSync(path, zipSync(Object.fromEntries(Object.entries(entries).map(([name, text]) => [name, strToU8(text)]))))
  const rows: unknown[] = []
  await readWire(path, csvFile(file), (wire) => rows.push(wire))
  return rows
}

const ods = (...tables: string[]) => ({
  'content.xml': `<?xml version="1.0"?><office:document-content><office:automatic-styles><style:style style:name="ce1"/></office:automatic-styles><office:body><office:spreadsheet>${tables.join('')}</office:spreadsheet></office:body></office:document-content>`,
})
const text = (words: string, more = '') =>
  `<table:table-cell table:style-name="ce1" office:value-type="string"${more}><text:p>${words}</text:p></table:table-cell>`
const number = (value: number, shown: string) =>
  `<table:table-cell office:value-type="float" office:value="${value}"><text:p>${shown}</text:p></table:table-cell>`
const row = (cells: string, more = '') => `<table:table-row table:style-name="ro1"${more}>${cells}</table:table-row>`

describe('an Open Document sheet', () => {
  const readme = `<table:table table:name="README"><table:table-column/>${row(text('Read me'))}</table:table>`
  const data = `<table:table table:name="Ranks &amp; more">
    ${row(text('Published 2019'))}<table:table-row table:number-rows-repeated="1"/>
    ${row(text('code') + text('rank') + text('name') + text('date'))}
    ${row(text('W01') + number(1909, '1,909') + text('Ynys<text:s text:c="2"/>M&#xF4;n <text:span>&amp;</text:span> co') + '<table:table-cell office:value-type="date" office:date-value="2019-11-27"><text:p>27/11/19</text:p></table:table-cell>')}
    ${row('<table:table-cell table:number-columns-repeated="2"/>' + `<table:table-cell office:value-type="string"><office:annotation><text:p>a note</text:p></office:annotation><text:p>two</text:p><text:p>lines</text:p></table:table-cell>` + '<table:table-cell table:number-columns-repeated="16380"/>')}
    ${row(text('W03', ' table:number-columns-repeated="2"'), ' table:number-rows-repeated="2"')}
    ${row('<table:table-cell table:number-columns-repeated="16384"/>', ' table:number-rows-repeated="1048000"')}
  </table:table>`

  it('gives its rows by the header row', async () => {
    const none = { code: '', rank: '', name: '', date: '' }
    expect(await read(ods(readme, data), { as: 'ods', sheet: 'Ranks & more', header: 'code' })).toEqual([
      { code: 'W01', rank: '1909', name: 'Ynys  Môn & co', date: '2019-11-27' },
      { ...none, name: 'two\nlines' },
      { ...none, code: 'W03', rank: 'W03' },
      { ...none, code: 'W03', rank: 'W03' },
    ])
  })

  it('is the first if none is named, and is refused where it is not there or not whole', async () => {
    expect(await read(ods(readme, data), { as: 'ods', columns: ['line'] })).toEqual([{ line: 'Read me' }])
    await expect(read(ods(readme), { as: 'ods', sheet: /Ranks/ })).rejects.toThrow('no such sheet')
    await expect(read({ 'content.xml': ods(data)['content.xml'].split('two')[0]! }, { as: 'ods' })).rejects.toThrow(
      'in the middle of its sheet',
    )
  })

  it('may be larger than what is read at a time', async () => {
    const many = Array.from({ length: 20_000 }, (_, n) => row(text(`code ${n}`) + number(n, String(n)))).join('')
    const rows = await read(ods(`<table:table table:name="big">${many}</table:table>`), {
      as: 'ods',
      columns: ['code', 'n'],
    })
    expect(rows).toHaveLength(20_000)
    expect(rows[19_999]).toEqual({ code: 'code 19999', n: '19999' })
  })
})

describe('an Office Open XML sheet', () => {
  const book = {
    'xl/worksheets/sheet7.xml': `<worksheet><sheetData>
      <row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="inlineStr"><is><t>Share</t></is></c></row>
      <row r="2"/><row r="3" spans="1:3"><c r="A3" s="4" t="s"><v>2</v></c><c r="C3"><f>1/4</f><v>0.25</v></c></row>
      <row r="4"><c r="B4" t="str"><f>A1</f><v>&lt;5</v></c><c r="C4" s="1"/></row></sheetData></worksheet>`,
    'xl/workbook.xml':
      '<workbook><sheets><sheet name="Notes" sheetId="1" r:id="rId1"/><sheet name="SIMD 2020v2 ranks" sheetId="2" r:id="rId9"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Target="/xl/worksheets/sheet7.xml" Id="rId9"/></Relationships>',
    'xl/sharedStrings.xml':
      '<sst><si><t>Data_Zone</t></si><si><r><rPr><b/></rPr><t>Ra</t></r><r><t xml:space="preserve">nk </t></r><rPh sb="0" eb="1"><t>ignored</t></rPh></si><si><t>S01&#48;06506</t></si></sst>',
  }

  it('gives its rows by the header row', async () => {
    expect(await read(book, { as: 'xlsx', sheet: 'SIMD 2020v2 ranks' })).toEqual([
      { Data_Zone: 'S01006506', Rank: '', Share: '0.25' },
      { Data_Zone: '', Rank: '<5', Share: '' },
    ])
  })

  it('may be written with prefixes', async () => {
    const prefixed = Object.fromEntries(
      Object.entries(book).map(([name, xml]) => [name, xml.replaceAll(/<(\/?)(?=\w)/g, '<$1x:')]),
    )
    expect(await read(prefixed, { as: 'xlsx', sheet: /SIMD/ })).toHaveLength(2)
  })

  it('is refused where it is not there', async () => {
    await expect(read(book, { as: 'xlsx', sheet: 'Ranks' })).rejects.toThrow('no such sheet')
    await expect(read(book, { as: 'xlsx' })).rejects.toThrow('no such sheet')
  })
})
