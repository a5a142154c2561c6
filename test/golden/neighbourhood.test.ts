/** Neighbourhoods that are not as their district is: what is known of them outweighs what is known of it. */
import { buffer } from 'node:stream/consumers'
import { strToU8, zipSync } from 'fflate'
import { afterAll, describe, expect, it } from 'vitest'
import { misleads } from './judged.ts'
import { both, figures } from './wire.ts'
import type { Expected } from './case.ts'
import { forgetImports, openGoldenWorld, sampleAnswer, type StandIn } from './world.ts'

afterAll(forgetImports)

const cells = (row: readonly string[]): string =>
  `<row>${row.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`
const workbook = (sheet: string, rows: readonly (readonly string[])[]) =>
  zipSync({
    'xl/workbook.xml': strToU8(
      `<workbook><sheets><sheet name="${sheet}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    ),
    'xl/worksheets/sheet1.xml': strToU8(`<worksheet><sheetData>${rows.map(cells).join('')}</sheetData></worksheet>`),
  })

interface Neighbourhood {
  /** Net pounds a year, with its limits; alone where the workbook has no columns of limits. */
  readonly income: readonly [lower: number, mean: number, upper: number] | number
  /** Of the 33,755 small areas of England, 1 the most deprived. */
  readonly rank: number
  readonly poor: number
  readonly claimants: number
}
interface District {
  readonly pay: number
  readonly working: number
  readonly claiming: number
}

const place = { postcode: 'NW19HZ', lsoa: 'E01000866', msoa: 'E02000174', name: 'Camden 009' }

const incomes =
  ({ income }: Neighbourhood): StandIn =>
  ({ source, target }) =>
    source === 'ons-small-area' && target.endsWith('.xlsx')
      ? {
          status: 200,
          headers: { 'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
          body: Buffer.from(
            workbook('Net annual income', [
              ['Net annual income, financial year ending 2023'],
              ...(typeof income === 'number'
                ? [
                    ['MSOA code', 'Disposable (net) annual income (£)'],
                    [place.msoa, String(income)],
                  ]
                : [
                    [
                      'MSOA code',
                      'MSOA name',
                      'Lower confidence limit (£)',
                      'Disposable (net) annual income (£)',
                      'Upper confidence limit (£)',
                    ],
                    [place.msoa, place.name, ...income.map(String)],
                  ]),
            ]),
          ),
        }
      : undefined

/** The neighbourhood with another rank by all and by income, and another share of residents on low income. */
const deprivation =
  ({ rank, poor }: Neighbourhood): StandIn =>
  async (call) => {
    if (call.source !== 'imd' || !call.target.includes('File_7_')) return undefined
    const { status, headers, body } = await sampleAnswer(call)
    const text = typeof body === 'string' || body instanceof Uint8Array ? Buffer.from(body) : await buffer(body)
    const rows = text
      .toString()
      .split('\n')
      .map((row) => {
        if (!row.startsWith(place.lsoa)) return row
        const tenth = String(Math.ceil((rank * 10) / 33_755))
        return row.split(',').with(5, String(rank)).with(6, tenth).with(7, String(poor)).with(8, String(rank)).join(',')
      })
    return { status, headers: { 'content-type': headers['content-type'] ?? 'text/csv' }, body: rows.join('\n') }
  }

const faultsOf = async (near: Neighbourhood, { pay, working, claiming }: District, expected: Expected) => {
  const given = both(
    incomes(near),
    deprivation(near),
    figures(
      'nomis',
      {},
      {
        '"Camden 009A","1","Claimant count"': near.claimants,
        '"Weekly pay - gross"': pay,
        '"Employment rate - aged 16-64"': working,
        '"Claimants as a proportion of residents aged 16-64"': claiming,
      },
    ),
  )
  const world = await openGoldenWorld({ pull: ['imd', 'ons-small-area'] }, given)
  try {
    const path = `/demographics/${place.postcode}?depth=standard`
    return misleads(path, await world.get(path), expected)
  } finally {
    await world.close()
  }
}

const poorest = { income: [23_480, 26_410, 29_700], rank: 1_412, poor: 0.47, claimants: 135 } as const
const richest = { income: [61_900, 70_840, 81_070], rank: 33_102, poor: 0.018, claimants: 5 } as const
const dear = { pay: 903.5, working: 79.8, claiming: 2.4 }
const cheap = { pay: 512.2, working: 70.1, claiming: 5.9 }

describe('spending power', () => {
  it('is not high among the most deprived twentieth, however well its district is paid', async () => {
    expect(
      await faultsOf(poorest, dear, {
        read: {
          'deprivation.imd_decile': 1,
          'neighbourhood.household_income.net_annual_income': 26_410,
          'labour_market.median_weekly_earnings': 903.5,
        },
        rating: ['LOW', 'VERY_LOW'],
        notRating: ['HIGH', 'VERY_HIGH'],
        atMost: 39,
        confidence: ['high', 'medium'],
        factors: {
          median_earnings:
            /net income .* Camden 009 .*£26,410 .*modelled mean.*2023.*median neighbourhood of England and Wales/,
          benefit_dependency: /neighbourhood Camden 009A/,
        },
        neverAdvises: /premium|higher price/i,
        never: /Households[^"]* earn /,
      }),
    ).toEqual([])
  })

  it('is high among the least deprived, however badly its district is paid', async () => {
    expect(
      await faultsOf(richest, cheap, {
        read: { 'deprivation.imd_decile': 10, 'neighbourhood.household_income.net_annual_income': 70_840 },
        rating: ['HIGH', 'VERY_HIGH'],
        atLeast: 60,
        confidence: ['high', 'medium'],
        factors: { median_earnings: /£70,840/ },
      }),
    ).toEqual([])
  })

  it('is as rough as by a wider area where the workbook states no limits', async () => {
    expect(
      await faultsOf({ ...richest, income: 41_000 }, dear, {
        read: {
          'neighbourhood.household_income.net_annual_income': 41_000,
          'neighbourhood.household_income.lower_limit': null,
          'neighbourhood.household_income.area': null,
          'spending_power_score.signals.0.points_between': [50.1, 80.1],
        },
        factors: { median_earnings: /neighbourhood E02000174 is £41,000 .*a modelled mean \(/ },
      }),
    ).toEqual([])
  })
})
