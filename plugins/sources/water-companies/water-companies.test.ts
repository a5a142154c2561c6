import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSource, type OpenSource } from '@domesday/tool-testing'
import { rated, usualName } from './companies.ts'
import { newestRating, ratingOf, waterCompanies } from './index.ts'
import { ratingsIn, reportOf } from './report.ts'

describe('the ratings', () => {
  let table: OpenSource
  beforeAll(async () => {
    table = await openSource(waterCompanies)
  })
  afterAll(async () => {
    expect(table.unmatched).toEqual([])
    await table.close()
  })

  it('are imported from the newest report that is out; the newest year counts', async () => {
    expect(await table.ask(newestRating, 'United Utilities')).toEqual({
      company: 'United Utilities',
      rating_year: 2024,
      stars: 2,
      stars_out_of: 4,
      water_regulator_rating: 'Requires improvement',
      performance_score: 50,
    })
    expect(await table.ask(newestRating, 'Thames Water')).toMatchObject({ stars: 1, water_regulator_rating: 'Poor' })
    expect(await table.ask(newestRating, 'Severn Trent Water')).toMatchObject({
      stars: 4,
      water_regulator_rating: 'Industry leading',
    })
  })

  it('are there for each company that the regulator rates, and for no other', async () => {
    for (const company of rated)
      expect([company, (await table.ask(newestRating, company))?.rating_year]).toEqual([company, 2024])
    expect(await table.ask(newestRating, 'Dŵr Cymru Welsh Water')).toBeNull()
  })
})

describe('a report', () => {
  const page = (header: readonly string[], ...rows: readonly (readonly string[])[]) => ({
    details: {
      body: `<table class="a">${[header, ...rows].map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n')}</table>`,
    },
  })
  const read = (document: Parameters<typeof ratingsIn>[0]) =>
    ratingsIn(document).map((wire) => ratingOf(wire, 'Sample Water'))

  it('is read in the forms of all years: signs, words, and numbers of five grades', () => {
    const header = ['Year', 'Overall EPA star rating (out of 4)', 'Star rating description']
    expect(
      read(
        page(
          header,
          ['2019', '★★☆☆', 'Company requires improvement'],
          ['2018', '3 stars', 'Good company'],
          ['2017', 'Not rated', ''],
          ['', '2 stars', ''],
        ),
      ),
    ).toEqual([
      {
        company: 'Sample Water',
        rating_year: 2019,
        stars: 2,
        stars_out_of: 4,
        water_regulator_rating: 'Requires improvement',
        performance_score: 50,
      },
      {
        company: 'Sample Water',
        rating_year: 2018,
        stars: 3,
        stars_out_of: 4,
        water_regulator_rating: 'Good',
        performance_score: 75,
      },
      null,
      null,
    ])
    expect(read(page(['Year', 'Rating description', 'EPA rating'], ['2026', 'Fair', '3'], ['2025', '', '5']))).toEqual([
      {
        company: 'Sample Water',
        rating_year: 2026,
        stars: 3,
        stars_out_of: 5,
        water_regulator_rating: 'Fair',
        performance_score: 60,
      },
      null,
    ])
  })

  it('is read past other tables, and holds nothing without its own', () => {
    const other = page(['Year', '2023', '2024'], ['EPA status', 'red', 'amber']),
      own = page(['Year', 'Star rating'], ['2023', '4 stars'])
    expect(read({ details: { body: `${other.details.body}<p>…</p>${own.details.body}` } })).toEqual([
      {
        company: 'Sample Water',
        rating_year: 2023,
        stars: 4,
        stars_out_of: 4,
        water_regulator_rating: null,
        performance_score: 100,
      },
    ])
    expect([read(other), read({}), read({ details: { body: null } })]).toEqual([[], [], []])
  })

  it('is found by the company, whatever else is on the list', () => {
    const { on, link } = reportOf('South West Water', 2023)
    const publication = on.replace('/api/content', '')
    const list = JSON.stringify({
      details: {
        attachments: ['southern-water-epa-data-report-2023', 'south-west-water-epa-data-report-2023'].map((slug) => ({
          url: `${publication}/${slug}`,
        })),
      },
    })
    expect(publication).toBe(
      '/government/publications/water-and-sewerage-companies-in-england-environmental-performance-report-2023',
    )
    expect(link(list)).toBe(`${on}/south-west-water-epa-data-report-2023`)
    expect(link(list.replaceAll('/', '\\/'))).toBe(`${on}/south-west-water-epa-data-report-2023`)
    expect(reportOf('Wessex Water', 2023).link(list)).toBeNull()
  })
})

describe('a company', () => {
  it('has one usual name for several spellings', () => {
    const many = [
      'Thames Water Utilities Limited',
      'THAMES WATER',
      'Northumbrian Water Ltd',
      'Dwr Cymru Cyfyngedig',
      'DŴR CYMRU WELSH WATER',
      'Severn Trent Water Limited',
      'United Utilities Water Limited',
      'Sample Water Ltd',
    ]
    expect(many.map(usualName)).toEqual([
      'Thames Water',
      'Thames Water',
      'Northumbrian Water',
      'Dŵr Cymru Welsh Water',
      'Dŵr Cymru Welsh Water',
      'Severn Trent Water',
      'United Utilities',
      'Sample Water Ltd',
    ])
    expect(rated.map((name) => usualName(`${name} Limited`))).toEqual(rated)
  })
})
