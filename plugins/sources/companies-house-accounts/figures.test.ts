import { describe, expect, it } from 'vitest'
import { faultsAgainst } from '@domesday/tool-testing'
import { amount, context, contexts, filed, filedOn, note, page, unit } from './document.fixture.ts'
import { figureNames, filedShape, type Figures } from './filed.ts'

/** The figures of the balance sheet that are filed. */
const current = async (body: string, more: Partial<Parameters<typeof page>[0]> = {}): Promise<Partial<Figures>> => {
  const { figures } = (await filedOn({ body, ...more })).years[0]!
  return Object.fromEntries(Object.entries(figures).filter(([, value]) => value !== null))
}

describe('the figures of a document', () => {
  it('are those of its balance sheet and of the one before, null where nothing is filed', async () => {
    const found = await filedOn({
      body: [
        amount('NetAssetsLiabilities', 'now', '1,250'),
        amount('NetAssetsLiabilities', 'then', '900'),
        amount('TurnoverRevenue', 'year', '10,000'),
        amount('ProfitLoss', 'before', '75', 'sign="-"'),
      ].join(''),
    })
    const sure = { contradicting: [], withheld: [] }
    const none = Object.fromEntries(figureNames.map((name) => [name, null]))
    expect(found).toEqual({
      company_number: '99000991',
      name: null,
      balance_sheet: '2025-12-31',
      period_start: '2025-01-01',
      dormant: null,
      audited: null,
      exemption: null,
      standard: null,
      currency: 'GBP',
      years: [
        { on: '2025-12-31', from: '2025-01-01', figures: { ...none, net_assets: 1250, turnover: 10_000 }, ...sure },
        { on: '2024-12-31', from: '2024-01-01', figures: { ...none, net_assets: 900, profit: -75 }, ...sure },
      ],
    })
    expect(faultsAgainst(filedShape.schema, found)).toEqual([])
  })

  it('are none of a document that tags nothing', async () => {
    expect(await filed(page({ body: '<p>A report</p>' }))).toBeNull()
    expect(await filed(page({ body: '<p/>', contexts: '' }))).toBeNull()
    expect(await filed(page({ body: amount('CurrentAssets', 'nowhere', '5') }))).toBeNull()
    expect(await filed('<feed><entry contextRef="now">5</entry></feed>')).toBeNull()
  })

  it('are all null of a balance sheet without figures', async () => {
    const { years, balance_sheet } = await filedOn({})
    expect(balance_sheet).toBe('2025-12-31')
    expect(years).toHaveLength(1)
    expect(Object.values(years[0]!.figures).every((value) => value === null)).toBe(true)
  })

  it('of the prior year alone stay those of the prior year', async () => {
    const { years } = await filedOn({ body: amount('CurrentAssets', 'then', '5') })
    expect(years.map(({ on, figures }) => [on, figures.current_assets])).toEqual([
      ['2025-12-31', null],
      ['2024-12-31', 5],
    ])
  })

  it('are of the prior day that is stated, a year before or not', async () => {
    for (const before of ['2024-07-31', '2024-12-30', '2025-01-01']) {
      const { years } = await filedOn({
        contexts: context('now', '2025-12-31') + context('then', before) + context('year', '2025-01-01/2025-12-31'),
        body: amount('CurrentAssets', 'now', '6') + amount('CurrentAssets', 'then', '5'),
      })
      expect(years.map(({ on, from, figures }) => [on, from, figures.current_assets])).toEqual([
        ['2025-12-31', '2025-01-01', 6],
        [before, null, 5],
      ])
    }
  })

  it('of a period need not end on the day of the prior balance sheet', async () => {
    const { years } = await filedOn({
      contexts: contexts.replace('2024-12-31<', '2025-01-01<'),
      body: amount('CurrentAssets', 'then', '5') + amount('TurnoverRevenue', 'before', '7'),
    })
    expect(years[1]).toMatchObject({
      on: '2025-01-01',
      from: '2024-01-01',
      figures: { current_assets: 5, turnover: 7 },
    })
  })

  it('are dated by their contexts, whose identifiers mean nothing', async () => {
    const { years } = await filedOn({
      contexts: context('then', '2025-12-31') + context('now', '2024-12-31'),
      body: amount('CurrentAssets', 'then', '6') + amount('CurrentAssets', 'now', '5'),
    })
    expect(years.map(({ on, figures }) => [on, figures.current_assets])).toEqual([
      ['2025-12-31', 6],
      ['2024-12-31', 5],
    ])
  })

  it('are of a day or of a period, as their tag is', async () => {
    expect(await current(amount('CurrentAssets', 'year', '5') + amount('TurnoverRevenue', 'now', '7'))).toEqual({})
  })
})

describe('tags', () => {
  it('of several kinds the first wins, whatever their order', async () => {
    expect(await current(amount('Equity', 'now', '1') + amount('NetAssetsLiabilities', 'now', '2'))).toEqual({
      net_assets: 2,
    })
    expect(await current(amount('TangibleFixedAssets', 'now', '1') + amount('StocksInventory', 'now', '2'))).toEqual({
      fixed_assets: 1,
      stock: 2,
    })
    expect(await current(amount('FixedAssets', 'now', '') + amount('PropertyPlantEquipment', 'now', '3'))).toEqual({
      fixed_assets: 3,
    })
  })

  it('with dimensions are parts, and no total', async () => {
    const share = context('share', '2025-12-31', { EquityClassesDimension: 'ShareCapital' })
    const typed = context('typed', '2025-12-31').replace(
      '</xbrli:entity>',
      '<xbrli:segment><xbrldi:typedMember dimension="core:AnyDimension"><core:x>1</core:x></xbrldi:typedMember></xbrli:segment></xbrli:entity>',
    )
    const scenario = context('scenario', '2025-12-31').replace(
      '</xbrli:context>',
      '<xbrli:scenario><core:restated/></xbrli:scenario></xbrli:context>',
    )
    const body = ['share', 'typed', 'scenario'].map((id) => amount('Equity', id, '9')).join('')
    expect(await current(body, { contexts: contexts + share + typed + scenario })).toEqual({})
  })

  it('of creditors say by a dimension when they fall due, by either of two or by both', async () => {
    const maturity = 'MaturitiesOrExpirationPeriodsDimension'
    const instruments = 'FinancialInstrumentCurrentNon-currentDimension'
    for (const [soon, later] of [
      [{ [maturity]: 'WithinOneYear' }, { [maturity]: 'AfterOneYear' }],
      [{ [instruments]: 'CurrentFinancialInstruments' }, { [instruments]: 'Non-currentFinancialInstruments' }],
      [
        { [maturity]: 'WithinOneYear', [instruments]: 'CurrentFinancialInstruments' },
        { [maturity]: 'AfterOneYear', [instruments]: 'Non-currentFinancialInstruments' },
      ],
    ]) {
      const given = {
        contexts: contexts + context('soon', '2025-12-31', soon) + context('later', '2025-12-31', later),
      }
      expect(await current(amount('Creditors', 'soon', '4') + amount('Creditors', 'later', '8'), given)).toEqual({
        creditors_within_one_year: 4,
        creditors_after_one_year: 8,
      })
    }
    // How much of them is due within a year it does not say.
    expect(await current(amount('Creditors', 'now', '4'))).toEqual({})
    const bank = context('bank', '2025-12-31', { [maturity]: 'WithinOneYear', OtherDimension: 'Bank' })
    expect(await current(amount('Creditors', 'bank', '4'), { contexts: contexts + bank })).toEqual({})
    expect(await current(amount('CreditorsDueWithinOneYear', 'now', '4'))).toEqual({ creditors_within_one_year: 4 })
  })

  it('count once where they stand twice, and are told where they differ: the page is given', async () => {
    const twice = amount('CurrentAssets', 'now', '5') + amount('CurrentAssets', 'now', '5.00')
    expect((await filedOn({ body: twice })).years[0]!.contradicting).toEqual([])
    const both = twice + amount('CurrentAssets', 'then', '4')
    const { years } = await filedOn({ hidden: amount('CurrentAssets', 'now', '7'), body: both })
    expect(years.map(({ contradicting, figures }) => [contradicting, figures.current_assets])).toEqual([
      [['current_assets'], 5],
      [[], 4],
    ])
  })

  it('are not contradicted by a note that repeats them in thousands', async () => {
    const noted = (thousands: string) =>
      filedOn({
        body: amount('CurrentAssets', 'now', '402,700') + amount('CurrentAssets', 'now', thousands, 'scale="3"'),
      })
    expect((await noted('403')).years[0]!).toMatchObject({ contradicting: [], figures: { current_assets: 402_700 } })
    expect((await noted('404')).years[0]!.contradicting).toEqual(['current_assets'])
  })
})

describe('units', () => {
  it('say the currency', async () => {
    const euro = await filedOn({ units: unit('u', 'iso4217:EUR'), body: amount('CurrentAssets', 'now', '5') })
    expect([euro.currency, euro.years[0]!.figures.current_assets]).toEqual(['EUR', 5])
  })

  it('of another currency than most figures have are not mixed in', async () => {
    const body =
      amount('CurrentAssets', 'now', '5').replace('"u"', '"usd"') +
      amount('CurrentAssets', 'now', '4') +
      amount('Debtors', 'now', '3') +
      amount('Stocks', 'now', '2').replace('"u"', '"usd"')
    const units = unit('usd', 'iso4217:USD') + unit('u', 'iso4217:GBP')
    const both = await filedOn({ units, body: body + amount('CashBankOnHand', 'now', '1') })
    expect([both.currency, both.years[0]!.contradicting]).toEqual(['GBP', []])
    expect(both.years[0]!.figures).toMatchObject({ current_assets: 4, debtors: 3, cash: 1, stock: null })
  })
})

describe('staff', () => {
  const staff = (text: string, more?: string): string =>
    amount('AverageNumberEmployeesDuringPeriod', 'year', text, more)

  it('are whole people, whatever unit a filer gives them', async () => {
    expect(await current(staff('3'))).toEqual({ staff: 3 })
    expect(await current(staff('0'))).toEqual({ staff: 0 })
  })

  it('that are scaled down are what is written', async () => {
    expect(await current(staff('3', 'scale="-2"'))).toEqual({ staff: 3 })
  })

  it('that no number of people can be are withheld', async () => {
    for (const impossible of [staff('0.03'), staff('2.5'), staff('1', 'sign="-"')]) {
      const found = await filedOn({ body: impossible })
      expect([found.years[0]!.withheld, found.years[0]!.figures.staff], impossible).toEqual([['staff'], null])
    }
  })
})

describe('what a document says of itself', () => {
  it('is read of its header', async () => {
    const found = await filedOn({
      hidden: [
        note('UKCompaniesHouseRegisteredNumber', 'year', ' 99000992 '),
        note('EntityCurrentLegalOrRegisteredName', 'year', 'QUILL &amp; <b>MARSH</b> LTD'),
        note('EntityDormantTruefalse', 'year', '', 'format="ixt:booleanfalse"'),
        note('AccountsStatusAuditedOrUnaudited', 'status', ''),
        note('AccountingStandardsApplied', 'standard', ''),
      ].join(''),
      contexts:
        contexts +
        context('status', '2025-01-01/2025-12-31', { AccountsStatusDimension: 'AuditExempt-NoAccountantsReport' }) +
        // Declared, and not used.
        context('audited', '2025-01-01/2025-12-31', { AccountsStatusDimension: 'Audited' }) +
        context('standard', '2025-01-01/2025-12-31', { AccountingStandardsDimension: 'Micro-entities' }),
    })
    expect(found).toMatchObject({
      company_number: '99000992',
      name: 'QUILL & MARSH LTD',
      dormant: false,
      audited: false,
      exemption: 'exempt from audit, without an accountant’s report',
      standard: 'micro-entities',
    })
  })

  it('is unknown where a choice is made by no member, or by one that is not known', async () => {
    const given = contexts + context('other', '2025-01-01/2025-12-31', { AccountsStatusDimension: 'constructor' })
    for (const on of ['year', 'other'])
      expect(
        await filedOn({
          contexts: given,
          body: note('AccountsStatusAuditedOrUnaudited', on, '') + note('AccountingStandardsApplied', on, ''),
        }),
      ).toMatchObject({ audited: null, exemption: null, standard: null })
  })

  it('names the section of the Act that a statement claims', async () => {
    const exemption = 'StatementThatCompanyEntitledToExemptionFromAuditUnderSection'
    for (const [tag, section] of [
      [`${exemption}477CompaniesAct2006RelatingToSmallCompanies`, 'section 477'],
      [`${exemption}480CompaniesAct2006RelatingToDormantCompanies`, 'section 480'],
      [`${exemption}479aCompaniesAct2006RelatingToSmallCompanies`, 'section 479A'],
      ['CompanyEntitledToExemptionUnderSection480CompaniesAct2006RelatingToDormantCompanies', 'section 480'],
    ] as const)
      expect((await filedOn({ body: note(tag, 'year', 'The company was entitled …') })).exemption).toContain(section)
    expect((await filedOn({ body: note(`${exemption}477CompaniesAct2006`, 'year', 'false') })).exemption).toBeNull()
  })

  it('has dormancy in the ways that filers write it', async () => {
    const dormant = async (body: string): Promise<boolean | null> => (await filedOn({ body })).dormant
    expect(await dormant(note('EntityDormantTruefalse', 'year', '', 'format="ixt2:booleantrue"'))).toBe(true)
    expect(await dormant(note('EntityDormantTruefalse', 'year', 'No', 'format="ixt4:fixed-false"'))).toBe(false)
    expect(await dormant(note('EntityDormant', 'year', 'true'))).toBe(true)
    expect(await dormant(note('CompanyNotDormant', 'year', 'true'))).toBe(false)
    expect(await dormant(note('CompanyNotDormant', 'year', 'false'))).toBe(true)
    expect(await dormant(note('EntityDormant', 'year', 'see note 1'))).toBeNull()
  })

  it('keeps no names of people and no notes', async () => {
    const found = await filedOn({
      body:
        note('NameEntityOfficer', 'year', 'Perrin Vasswood') +
        note('DirectorSigningFinancialStatements', 'year', 'Perrin Vasswood') +
        note('DescriptionPrincipalActivities', 'year', 'Trade of Vasswood'),
    })
    expect(JSON.stringify(found)).not.toContain('Vasswood')
  })
})
