import { describe, expect, it } from 'vitest'
import { amount, context, contexts, filed, filedOn, note, page, unit } from './document.fixture.ts'

const currentAssets = async (text: string, more = ''): Promise<number | null> =>
  (await filedOn({ body: amount('CurrentAssets', 'now', text, more) })).years[0]!.figures.current_assets

describe('a number', () => {
  it.each([
    ['1,234', '', 1234],
    ['1,234', 'sign="-"', -1234],
    ['(1,234)', 'sign="-"', -1234],
    ['(1,234)', '', 1234],
    ['1.25', 'scale="3"', 1250],
    ['4.35', 'scale="2" decimals="-3"', 435],
    ['12', 'scale="0"', 12],
    ['0', 'sign="-"', 0],
    ['-50', '', -50],
    [' £ 1 234 ', '', 1234],
    ['1,234.5', 'format="ixt:numcommadot"', 1234.5],
    ['1,234.5', 'format="ixt2:numdotdecimal"', 1234.5],
    ['1,234.5', 'format="ixt4:num-dot-decimal"', 1234.5],
    ['1.234,5', 'format="ixt:numdotcomma"', 1234.5],
    ['1.234.567,5', 'format="ixt4:num-comma-decimal"', 1_234_567.5],
    ['1\u00a0234.5', 'format="ixt:numspacedot"', 1234.5],
    ['1 234,5', 'format="ixt:numspacecomma"', 1234.5],
    ['-', 'format="ixt:numdash"', 0],
    ['–', 'format="ixt2:zerodash"', 0],
    ['nil', 'format="ixt4:fixed-zero"', 0],
    ['-', '', null],
    ['', '', null],
    ['', 'format="ixt2:nocontent"', null],
    ['see note 4', '', null],
    ['5', 'xsi:nil="true"', null],
    ['5', 'scale="999"', null],
    ['5', 'scale="many"', null],
  ])('%j with %s is %s', async (text, more, value) => {
    expect(await currentAssets(text, more)).toBe(value)
  })

  it('may have markup, comments, references and other facts within it, without what is excluded', async () => {
    expect(await currentAssets('<span>1,<b>2</b></span><!-- no -->34')).toBe(1234)
    expect(await currentAssets('1<![CDATA[,2]]>&#51;4')).toBe(1234)
    expect(await currentAssets('1,2<ix:exclude>page 9</ix:exclude>34')).toBe(1234)
    const both = amount('CurrentAssets', 'now', amount('CashBankOnHand', 'now', '7'))
    expect((await filedOn({ body: both })).years[0]!.figures).toMatchObject({ current_assets: 7, cash: 7 })
  })

  it('is none where it is as long as a page', async () => {
    expect(await currentAssets(`${'<b/>'.repeat(5_000)}5`)).toBeNull()
    expect(await currentAssets('5'.repeat(5_000))).toBeNull()
    expect(await currentAssets(`5${'<b/>'.repeat(900)}<b>${'<b/>'.repeat(900)}</b>`)).toBeNull()
  })
})

describe('a document', () => {
  const given = { body: note('BalanceSheetDate', 'now', '') + amount('CurrentAssets', 'now', '5') }
  const readsFive = async (document: string): Promise<void> => {
    const found = await filed(document)
    expect([found?.balance_sheet, found?.currency, found?.years[0]!.figures.current_assets]).toEqual([
      '2025-12-31',
      'GBP',
      5,
    ])
  }

  it('is read by namespaces, whatever their prefixes and versions', async () => {
    const document = page(given)
    await readsFive(document)
    await readsFive(document.replace('2013/inlineXBRL', '2008/inlineXBRL'))
    await readsFive(document.replaceAll('ix:', 'in:').replace('xmlns:ix=', 'xmlns:in='))
    await readsFive(document.replaceAll('xbrli:', 'x:').replace('xmlns:xbrli=', 'xmlns:x='))
    await readsFive(document.replaceAll('"core:', '"frs-core:'))
    expect(await filed(document.replace('2013/inlineXBRL', '2099/other'))).toBeNull()
  })

  it('may declare a namespace where it uses it', async () => {
    const space = ' xmlns:ix="http://www.xbrl.org/2013/inlineXBRL"'
    await readsFive(
      page(given)
        .replace(space, '')
        .replaceAll(/<ix:(nonFraction|nonNumeric|header)/g, `$&${space}`),
    )
  })

  it('may have single quotes, and blanks around what they belong to', async () => {
    await readsFive(page(given).replaceAll(/="([^"]*)"/g, " = '$1'"))
  })

  it('may have facts in its header, and its contexts before or after them', async () => {
    await readsFive(page({ body: '<p/>', hidden: given.body }))
    await readsFive(page(given).replace(/(<div style.*<\/div>)(.*)(<\/body>)/, '$2$1$3'))
  })

  it('has dates with times and blanks', async () => {
    await readsFive(page({ ...given, contexts: contexts.replaceAll(/>(\d{4}-\d\d-\d\d)</g, '>\n $1T00:00:00\n<') }))
  })

  it('has texts that go on elsewhere', async () => {
    const name = note('EntityCurrentLegalOrRegisteredName', 'year', 'QUILLMARSH', 'continuedAt="more"')
    const more = '<ix:continuation id="more" continuedAt="more">LIMITED</ix:continuation>'
    expect((await filedOn({ body: more + name })).name).toBe('QUILLMARSH LIMITED')
  })

  it('has contexts without a date, tuples and fractions, which say nothing', async () => {
    const forever = context('now', '2025-12-31').replace(/<xbrli:instant>.*instant>/, '<xbrli:forever/>')
    expect(await filed(page({ ...given, contexts: forever }))).toBeNull()
    const body = ['tuple', 'fraction'].map(
      (kind) => `<ix:${kind} name="core:CurrentAssets" contextRef="now">5</ix:${kind}>`,
    )
    expect((await filedOn({ body: body.join('') })).years[0]!.figures.current_assets).toBeNull()
  })
})

describe('plain XBRL', () => {
  const document = `<?xml version="1.0"?>
<xbrli:xbrl xmlns:xbrli="http://www.xbrl.org/2003/instance" xmlns:pt="http://www.xbrl.org/uk/fr/gaap/pt/2004-12-01" xmlns:ae="urn:ae">
  <pt:ShareholderFunds decimals="0" unitRef="GBP" contextRef="e1">-100</pt:ShareholderFunds>
  <pt:Tuple><pt:CashBankInHand unitRef="GBP" contextRef="e1">40</pt:CashBankInHand></pt:Tuple>
  <pt:CashBankInHand unitRef="GBP" contextRef="e0">30</pt:CashBankInHand>
  <ae:CompaniesHouseRegisteredNumber contextRef="y1">99000993</ae:CompaniesHouseRegisteredNumber>
  <ae:CompanyDormant contextRef="y1">true</ae:CompanyDormant>
  <ae:CompanyEntitledToExemptionUnderSection480CompaniesAct2006 contextRef="y1">true</ae:CompanyEntitledToExemptionUnderSection480CompaniesAct2006>
  <ae:CompanyEntitledToExemptionUnderSection477CompaniesAct2006 contextRef="y1">false</ae:CompanyEntitledToExemptionUnderSection477CompaniesAct2006>
  ${context('y1', '2025-01-01/2025-12-31')}${context('e1', '2025-12-31')}${context('e0', '2024-12-31')}
  ${unit('GBP', 'iso4217:GBP')}
</xbrli:xbrl>`

  it('has facts as elements', async () => {
    const found = await filed(document)
    expect(found).toMatchObject({
      company_number: '99000993',
      balance_sheet: '2025-12-31',
      period_start: '2025-01-01',
      dormant: true,
      audited: null,
      currency: 'GBP',
    })
    expect(found!.exemption).toContain('section 480')
    expect(found!.years.map(({ figures }) => [figures.net_assets, figures.cash])).toEqual([
      [-100, 40],
      [null, 30],
    ])
  })
})
