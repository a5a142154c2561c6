import { join } from 'node:path'
import { readFileSync } from 'node:fs'
import { openSource, recordings, type OpenSource } from '@domesday/tool-testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inspectionOf, ofsted, outcomeOf, outcomes, outcomesReach, ratingOf, type Published } from './index.ts'
import { noteOf } from './note.ts'
import { reachOf } from './reach.ts'

let inspectorate: OpenSource
beforeAll(async () => {
  inspectorate = await openSource(ofsted)
})
afterAll(() => inspectorate.close())

const of = async (urn: string): Promise<Published | undefined> => (await inspectorate.ask(outcomes, [urn]))[urn]

describe('the outcome for a school', () => {
  it('is its last graded judgement', async () => {
    expect(await of('990101')).toEqual({
      inspectorate_rating: 'Good',
      inspectorate_rating_basis: 'graded',
      inspected_on: '2022-05-17',
      rating_note: null,
      category_of_concern: null,
      report_card: null,
      last_overall_grade: { rating: 'Good', inspected_on: '2022-05-17' },
    })
  })

  it('follows from a newer report card, beside which the last grade is given', async () => {
    expect(await of('990104')).toMatchObject({
      inspectorate_rating: 'Good',
      inspectorate_rating_basis: 'derived',
      inspected_on: '2026-05-12',
      report_card: { inspected_on: '2026-05-12', grades: { achievement: 'Expected standard', safeguarding: 'Met' } },
      last_overall_grade: { rating: 'Requires Improvement', inspected_on: '2024-03-19' },
    })
  })

  it('is the category of concern that the school is in, before any grade', async () => {
    expect(await of('990107')).toMatchObject({
      inspectorate_rating: 'Inadequate',
      inspectorate_rating_basis: 'graded',
      category_of_concern: 'special_measures',
    })
    expect(await of('990114')).toMatchObject({
      inspectorate_rating: 'Requires Improvement',
      inspectorate_rating_basis: 'derived',
      category_of_concern: 'requires_significant_improvement',
      inspected_on: '2026-03-17',
      report_card: { grades: { safeguarding: 'Not met' } },
    })
  })

  it('follows from the report card where there was no grade', async () => {
    expect(await of('990105')).toMatchObject({
      inspectorate_rating: 'Requires Improvement',
      inspectorate_rating_basis: 'derived',
      inspected_on: '2026-02-03',
    })
    expect(await of('990106')).toMatchObject({
      inspectorate_rating: 'Outstanding',
      inspectorate_rating_basis: 'derived',
      last_overall_grade: null,
    })
  })

  it('follows from the grades of areas where the whole was not judged', async () => {
    expect(await of('990108')).toMatchObject({
      inspectorate_rating: 'Good',
      inspectorate_rating_basis: 'derived',
      inspected_on: '2025-02-25',
      report_card: null,
    })
  })

  it('is what a visit without grades said to remain', async () => {
    expect(await of('990131')).toMatchObject({
      inspectorate_rating: 'Good',
      inspectorate_rating_basis: 'graded',
      inspected_on: '2022-06-22',
    })
    expect(await of('990102')).toMatchObject({
      inspectorate_rating: 'Outstanding',
      inspected_on: '2023-10-04',
      last_overall_grade: { inspected_on: '2013-03-12' },
    })
  })

  it('stands where a newer visit did not repeat it, which is given too', async () => {
    expect(await of('990113')).toMatchObject({
      inspectorate_rating: 'Good',
      inspectorate_rating_basis: 'graded',
      inspected_on: '2021-12-01',
      rating_note: expect.stringMatching(/newer visit of 10 June 2025 .*Standards maintained/),
    })
  })

  it('is null if a visit did not repeat the grade, and the grade is not published', async () => {
    expect(await of('990115')).toMatchObject({
      inspectorate_rating: null,
      inspectorate_rating_basis: 'no_single_grade',
      inspected_on: '2025-03-11',
    })
  })

  it('may be of the school that it was before', async () => {
    expect(await of('990109')).toMatchObject({
      inspectorate_rating: 'Good',
      rating_note: expect.stringMatching(/succeeded/),
    })
  })

  it('is known of independent schools that Ofsted inspects, from a file of their own', async () => {
    expect(await of('990110')).toMatchObject({
      inspectorate_rating: 'Good',
      inspectorate_rating_basis: 'graded',
      inspected_on: '2023-03-21',
    })
  })

  it('is not there for a school that was not inspected', async () => {
    expect(await inspectorate.ask(outcomes, ['990121', '101173'])).toEqual({})
    expect(await inspectorate.ask(outcomes, [])).toEqual({})
  })
})

it('outcomes are marked as read from columns of which no real rows could be had', () => {
  expect(outcomes.confidence).toBe('unconfirmed')
})

describe('a report card in one word', () => {
  const areas = { inclusion: 'Strong standard', achievement: 'Exceptional', leadership_and_governance: 'Exceptional' }
  const rating = (more: Readonly<Record<string, string>> = {}, safeguarding: string | null = 'Met') =>
    ratingOf({ areas: { ...areas, ...more }, safeguarding })

  it('is decided by the worst area', () => {
    expect(rating({ inclusion: 'Urgent improvement' })).toBe('Inadequate')
    expect(rating({ inclusion: 'Needs attention' })).toBe('Requires Improvement')
    expect(rating({ inclusion: 'Expected standard' })).toBe('Good')
  })

  it('is outstanding with exceptional achievement and leadership and nothing below strong', () => {
    expect(rating()).toBe('Outstanding')
    expect(rating({ achievement: 'Strong standard' })).toBe('Good')
    expect(rating({ leadership_and_governance: 'Strong standard' })).toBe('Good')
  })

  it('is inadequate where safeguarding is not met, whatever else', () => {
    expect(rating({}, 'Not met')).toBe('Inadequate')
    expect(rating({}, null)).toBe('Outstanding')
  })

  it('is none where an area has an unknown word', () => {
    expect(rating({ inclusion: 'Emerging' })).toBeNull()
    expect(rating({}, 'Partly met')).toBeNull()
  })

  it('is none without an area', () => {
    expect(ratingOf({ areas: {}, safeguarding: 'Met' })).toBeNull()
  })
})

describe('a row', () => {
  const areas = {
    'Latest OEIF overall effectiveness': 'Not judged',
    'Latest OEIF quality of education': '2',
    'Latest OEIF effectiveness of leadership and management': '3',
  }

  it('without any values is not an inspection', () => {
    expect(
      inspectionOf({
        URN: '1',
        'Latest OEIF overall effectiveness': 'NULL',
        Inclusion: '',
        Achievement: 'Not applicable',
        'Ungraded inspection overall outcome': 'NULL',
      }),
    ).toEqual({
      urn: '1',
      graded: null,
      ungraded: null,
      card: null,
      concern: null,
      month: null,
      newest: null,
    })
    expect(outcomeOf(inspectionOf({ URN: '1' })!)).toBeNull()
    expect(inspectionOf({ URN: '' })).toBeNull()
  })

  it('takes the worse of quality and leadership where the whole was not judged, 9 being no grade', () => {
    expect(outcomeOf(inspectionOf({ URN: '1', ...areas })!)).toMatchObject({
      rating: 'Requires Improvement',
      basis: 'derived',
    })
    expect(
      outcomeOf(inspectionOf({ URN: '1', ...areas, 'Latest OEIF effectiveness of leadership and management': '9' })!),
    ).toMatchObject({ rating: 'Good' })
    expect(
      outcomeOf(inspectionOf({ URN: '1', ...areas, 'Latest OEIF  safeguarding is effective?': 'No' })!),
    ).toMatchObject({ rating: 'Inadequate', basis: 'derived' })
  })

  it('prefers a report card to grades of areas', () => {
    const card = {
      Inclusion: 'Expected standard',
      'Safeguarding standards': 'Met',
      'Inspection start date': '02/06/2026',
    }
    expect(outcomeOf(inspectionOf({ URN: '1', ...areas, ...card })!)).toMatchObject({
      rating: 'Good',
      basis: 'derived',
      on: '2026-06-02',
    })
  })

  it('has no word where its report card gives none, whatever was graded before', () => {
    const card = { Inclusion: 'Emerging', 'Safeguarding standards': 'Met', 'Inspection start date': '02/06/2026' }
    expect(outcomeOf(inspectionOf({ URN: '1', ...areas, ...card })!)).toMatchObject({
      rating: null,
      basis: 'no_single_grade',
      on: '2026-06-02',
    })
  })

  it('prefers grades of areas to an older visit’s statement of what remains', () => {
    const visit = {
      'Ungraded inspection overall outcome': 'School remains Good',
      'Date of latest ungraded inspection': '11/03/2022',
    }
    const on = { 'Inspection start date of latest OEIF graded inspection': '04/02/2025' }
    expect(outcomeOf(inspectionOf({ URN: '1', ...areas, ...on, ...visit })!)).toMatchObject({
      rating: 'Requires Improvement',
      basis: 'derived',
      on: '2025-02-04',
      visit: null,
    })
  })

  it.each([
    ['School remains Good (Concerns) - S5 Next', 'Good'],
    ['School remains Outstanding', 'Outstanding'],
    ['Improved significantly', null],
    ['Some aspects not as strong', null],
  ])('with the outcome "%s" alone is %s', (outcome, rating) => {
    const visit = { 'Ungraded inspection overall outcome': outcome, 'Date of latest ungraded inspection': '11/03/2025' }
    expect(outcomeOf(inspectionOf({ URN: '1', ...visit })!)?.rating).toBe(rating)
  })
})

describe('a category of concern', () => {
  const outstanding = {
    'Latest OEIF overall effectiveness': '1',
    'Inspection start date of latest OEIF graded inspection': '12/03/2013',
  }
  const card = {
    Inclusion: 'Expected standard',
    Achievement: 'Strong standard',
    'Safeguarding standards': 'Met',
    'Inspection start date': '10/02/2026',
  }
  const outcome = (wire: Readonly<Record<string, string>>) =>
    outcomeOf(inspectionOf({ URN: '1', ...outstanding, ...wire })!)

  it.each([
    ['SM', 'special_measures', 'Inadequate'],
    ['SWK', 'serious_weaknesses', 'Inadequate'],
    ['Serious Weaknesses', 'serious_weaknesses', 'Inadequate'],
    ['RSI', 'requires_significant_improvement', 'Requires Improvement'],
  ])('written %s outranks the old grade and the report card', (code, concern, rating) => {
    const said = { concern, rating, basis: 'derived', on: '2026-02-10', lastGrade: { rating: 'Outstanding' } }
    expect(outcome({ ...card, 'Most recent category of concern': code })).toMatchObject(said)
    expect(outcome({ ...card, 'Category of concern': code })).toMatchObject(said)
  })

  it('that is unknown leaves no reliable rating', () => {
    expect(outcome({ ...card, 'Category of concern': 'XYZ' })).toMatchObject({
      concern: 'other',
      rating: null,
      basis: 'no_single_grade',
    })
  })

  it('from an inspection that is not the newest has ended', () => {
    expect(outcome({ ...card, 'Latest OEIF category of concern': 'SM' })).toMatchObject({
      concern: null,
      rating: 'Good',
    })
    expect(outcome({ 'Latest OEIF category of concern': 'SM' })).toMatchObject({ concern: 'special_measures' })
  })

  it.each(['', 'NULL', 'None', 'No', 'Not applicable'])('is none where it is "%s"', (code) => {
    expect(outcome({ 'Most recent category of concern': code })).toMatchObject({ concern: null, rating: 'Outstanding' })
  })

  it('is an inspection, where nothing else is known of one', () => {
    expect(outcomeOf(inspectionOf({ URN: '1', 'Most recent category of concern': 'SM' })!)).toMatchObject({
      rating: 'Inadequate',
      basis: 'derived',
      on: null,
    })
  })
})

describe('the note on a rating', () => {
  const outcome = {
    rating: 'Good',
    basis: 'graded',
    on: '2020-01-01',
    ofPredecessor: false,
    concern: null,
    reportCard: null,
    lastGrade: { rating: 'Good', on: '2020-01-01' },
    visit: null,
  } as const
  const card = { on: '2026-01-01', areas: {} }
  it('is none for a plain grade', () => {
    expect(noteOf(outcome)).toBeNull()
  })
  it('says that a rating is derived, or of a predecessor', () => {
    expect(noteOf({ ...outcome, basis: 'derived', ofPredecessor: true, reportCard: card, lastGrade: null })).toBe(
      'Our reading of the report card of 1 January 2026 by its worst area; Ofsted gives no overall grade. That inspection was of the school that this one succeeded.',
    )
  })
  it('tells of a newer visit that gave no grade', () => {
    expect(noteOf({ ...outcome, visit: { on: '2025-06-10', outcome: 'Some aspects not as strong' } })).toBe(
      'A newer visit of 10 June 2025 gave no grade (“Some aspects not as strong”).',
    )
  })
  it('says that a category of concern decides, and what the last grade was', () => {
    expect(
      noteOf({
        ...outcome,
        rating: 'Inadequate',
        basis: 'derived',
        on: '2026-02-10',
        concern: 'special_measures',
        reportCard: card,
        lastGrade: { rating: 'Outstanding', on: '2013-03-12' },
      }),
    ).toBe(
      'Ofsted has put the school in special measures, by its inspection of 10 February 2026. It counts as Inadequate here, whatever else was found. Its last overall grade was Outstanding, on 12 March 2013.',
    )
    expect(noteOf({ ...outcome, rating: null, basis: 'no_single_grade', concern: 'other', lastGrade: null })).toMatch(
      /a category of concern that is not known here.* No word is shown for it/,
    )
  })
})

describe('how far the files reach', () => {
  it('is the newest day in the rows of each', async () => {
    expect(await inspectorate.ask(outcomesReach, {})).toEqual({
      'state-funded': '2026-08-20',
      independent: expect.stringMatching(/^2023-/),
    })
  })

  it('is the day on which the newest school opened, where none was inspected since, and no day to come', () => {
    const rows = [
      inspectionOf({ URN: '1', 'Publication date': '12/06/2026' }, 'state-funded')!,
      inspectionOf({ URN: '2', 'School open date': '01/09/2026' }, 'state-funded')!,
      inspectionOf({ URN: '3', 'Inspection start date': '01/09/2062' }, 'state-funded')!,
    ]
    const where = (_: string, month: unknown) => rows.filter((row) => row.month === month)
    expect(reachOf({ asOf: '2026-10-12T04:00:00Z', where })).toEqual({
      'state-funded': '2026-09-01',
      independent: null,
    })
  })
})

describe('the page', () => {
  interface File {
    readonly addresses: () => readonly [{ readonly link: (page: string) => string | null }]
  }
  const [{ addresses }] = ofsted.pull as unknown as readonly File[] & readonly [File]
  const [{ link }] = addresses()
  const address = (asAt: string, type = 'csv') =>
    `https://assets.publishing.service.gov.uk/media/0a/Management_information_-_state-funded_schools_-_latest_inspections_as_at_${asAt}.${type}`

  it('leads to the newest of its files, wherever on the page, in either way to write a month', () => {
    const page = [
      address('30_Nov_2025'),
      address('31_July_2026'),
      address('31_Aug_2026', 'ods'),
      address('30_June_2026'),
    ]
    expect(link(page.map((href) => `<a href="${href}">`).join(' '))).toBe(address('31_July_2026'))
  })

  it('may have no file', () => {
    expect(link('<a href="https://assets.publishing.service.gov.uk/media/0a/Five_year_data.csv">')).toBeNull()
  })
})

describe.skipIf(recordings() === null)('the recorded header', () => {
  it('has every column that a row is read from', () => {
    const header = (file: string) => readFileSync(file, 'latin1').split(/\r?\n/)[0]!.split(',')
    const recorded = header(join(recordings()!, 'ofsted/state-funded-latest-inspections-2026-header-only.csv'))
    const asked = new Set<string>()
    inspectionOf(
      new Proxy<Record<string, string>>(
        {},
        {
          get: (_, name) => {
            asked.add(String(name))
            return 'x'
          },
        },
      ),
    )
    expect([...asked].filter((name) => !recorded.includes(name))).toEqual([])
    expect(asked.size).toBeGreaterThan(18)
  })
})
