/**
 * Places whose services inspectors found wanting, and those that only look so: through the whole service, in worlds
 * of their own.
 */
import { buffer } from 'node:stream/consumers'
import { strToU8, zipSync } from 'fflate'
import { afterAll, describe, expect, it } from 'vitest'
import { forgetImports, openGoldenWorld, sampleAnswer, type StandIn } from './world.ts'

afterAll(forgetImports)

const answering = async (pull: string, standIn: StandIn, path: string) => {
  const world = await openGoldenWorld({ pull: [pull], inPart: true }, standIn)
  try {
    const { status, body } = await world.get(path)
    expect(status).toBe(200)
    return body
  } finally {
    await world.close()
  }
}

describe('care around a place', () => {
  const row = (cells: readonly string[]): string =>
    `<table:table-row>${cells.map((cell) => `<table:table-cell office:value-type="string"><text:p>${cell}</text:p></table:table-cell>`).join('')}</table:table-row>`
  const ods = (sheet: string, rows: readonly (readonly string[])[]) => ({
    status: 200,
    headers: { 'content-type': 'application/vnd.oasis.opendocument.spreadsheet' },
    body: Buffer.from(
      zipSync({
        'content.xml': strToU8(
          `<office:document-content><table:table table:name="${sheet}">${rows.map(row).join('')}</table:table></office:document-content>`,
        ),
      }),
    ),
  })
  const header = [
    'Location ID',
    'Dormant (Y/N)',
    'Care home?',
    'Location Name',
    'Location Primary Inspection Category',
    'Location Latest Overall Rating',
    'Location Latitude',
    'Location Longitude',
    'Location ODS Code',
    'Location Postal Code',
    'Primary ID (Dual registration locations)',
  ]
  /** Care homes a few hundred metres north of the postcode, each with its rating. */
  const homes = (ratings: readonly string[]) =>
    ods('HSCA_Active_Locations', [
      header,
      ...ratings.map((rating, i) => [
        `1-${i}`,
        'N',
        'Y',
        `Home ${i}`,
        'Adult social care',
        rating,
        String(53.3897 + i / 100),
        '-2.5996',
        '',
        '',
        '',
      ]),
    ])
  const services = (rows: readonly (readonly [of: string, service: string, rating: string])[]) =>
    ods('Locations', [
      ['Location ID', 'Service / Population Group', 'Domain', 'Latest Rating', 'Publication Date'],
      ...rows.map(([of, service, rating]) => [of, service, 'Overall', rating, '04/10/2025']),
    ])
  const gone = { status: 404, headers: { 'content-type': 'text/plain' }, body: 'not here' }

  const look = (ratings: readonly string[], rated?: Parameters<typeof services>[0]) =>
    answering(
      'cqc',
      ({ source, target }) => {
        if (source !== 'cqc' || !target.endsWith('.ods')) return undefined
        return target.includes('ratings') ? (rated ? services(rated) : gone) : homes(ratings)
      },
      '/health/WA11UH',
    )

  it('is inadequate where all of it is, per service too', async () => {
    const { data } = await look(
      ['Inadequate', 'Inadequate', 'Not Rated', ''],
      [
        ['1-2', 'Homecare', 'Inadequate'],
        ['1-2', 'Supported living', 'Inadequate'],
      ],
    )
    expect(data.service_quality_score).toMatchObject({
      rating: 'INADEQUATE',
      override: { reason: 'All 3 rated care providers within 15 km are rated inadequate.' },
    })
    expect(data.service_quality_score.score).toBeLessThanOrEqual(19)
  })

  it('is not where one of it is good, or one service of it', async () => {
    for (const body of [
      await look(['Inadequate', 'Inadequate', 'Good'], [['1-0', 'Overall', 'Inadequate']]),
      await look(
        ['Inadequate', 'Inadequate', 'Not Rated'],
        [
          ['1-2', 'Homecare', 'Inadequate'],
          ['1-2', 'Supported living', 'Good'],
        ],
      ),
    ]) {
      expect(body.data.service_quality_score.override).toBeUndefined()
      expect(body.data.service_quality_score.possible_ratings).not.toContain('INADEQUATE')
    }
  })

  it('may be where a rating that would tell cannot be read', async () => {
    const { data, _meta } = await look(['Inadequate', 'Inadequate', 'Not Rated'])
    const { override, possible_ratings, bounds, confidence } = data.service_quality_score
    expect(override).toBeUndefined()
    expect(possible_ratings).toContain('INADEQUATE')
    expect(bounds.low).toBeLessThanOrEqual(19)
    expect(confidence).not.toBe('high')
    expect(data.care_providers.find(({ name }: { name: string }) => name === 'Home 2')).toMatchObject({
      rating: null,
      rating_status: 'unknown',
    })
    expect(_meta.missing).toContainEqual({ section: 'care_providers', source: 'cqc', reason: 'not_imported' })
  })
})

describe('schools around a place', () => {
  /**
   * The file with other cells in the row of a school. It is read byte by byte, because some of its files are in
   * Windows-1252.
   */
  const patched = async (call: Parameters<StandIn>[0], urn: string, cells: Readonly<Record<string, string>>) => {
    const answer = await sampleAnswer(call)
    const body = answer.body
    const text = (
      typeof body === 'string' || Buffer.isBuffer(body) ? Buffer.from(body as string) : await buffer(body as never)
    ).toString('latin1')
    const [header = '', ...rows] = text.split(/\r?\n/)
    const columns = header.split(',')
    const changed = rows.map((line) => {
      const values = line.split(',')
      if (values[columns.indexOf('URN')] !== urn) return line
      for (const [name, value] of Object.entries(cells)) values[columns.indexOf(name)] = value
      return values.join(',')
    })
    return { ...answer, body: Buffer.from([header, ...changed].join('\r\n'), 'latin1') }
  }
  const look = async (urn: string, cells: Readonly<Record<string, string>>) => {
    const body = await answering(
      'ofsted',
      (call) =>
        call.source === 'ofsted' && /state-funded.*\.csv$/.test(call.target) ? patched(call, urn, cells) : undefined,
      '/education/WA11UH?depth=full',
    )
    const { summary, schools } = body.data
    return { summary, school: schools.find((one: { urn: string }) => one.urn === urn) }
  }

  it('fall from good to what serious weaknesses are counted as', async () => {
    const { school, summary } = await look('990101', {
      'Category of concern': 'SWK',
      'Most recent category of concern': 'SWK',
      'Inspection start date': '09/09/2026',
      'Safeguarding standards': 'Met',
      Achievement: 'Urgent improvement',
      Inclusion: 'Needs attention',
    })
    expect(school).toMatchObject({
      inspectorate_rating: 'Inadequate',
      inspectorate_rating_basis: 'derived',
      category_of_concern: 'serious_weaknesses',
      last_overall_grade: { rating: 'Good', inspected_on: '2022-05-17' },
    })
    expect(summary).toMatchObject({
      good: 5,
      inadequate: 2,
      derived: { inadequate: 1 },
      category_of_concern: { total: 3, serious_weaknesses: 1 },
    })
  })

  it('are out of special measures once a newer inspection says nothing of them', async () => {
    const { school } = await look('990107', {
      'Most recent category of concern': 'NULL',
      'Inspection start date': '09/09/2026',
      'Safeguarding standards': 'Met',
      Achievement: 'Expected standard',
      Inclusion: 'Expected standard',
    })
    expect(school).toMatchObject({
      inspectorate_rating: 'Good',
      inspectorate_rating_basis: 'derived',
      category_of_concern: null,
      last_overall_grade: { rating: 'Inadequate' },
    })
  })
})
