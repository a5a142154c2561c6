import { describe, expect, it } from 'vitest'
import { petitionIn, petitionOutcome, type Petition } from './petition.ts'

describe('the petition that a notice names', () => {
  it('has a petitioner and a day, however they are written', () => {
    expect(
      [
        'A Petition to wind up the above-named Company presented on 24 May 2026 by THE COMMISSIONERS FOR HM REVENUE AND CUSTOMS, of 14 Westfield Avenue, claiming to be a creditor',
        'presented to the court on 2026-05-24 by HARROWBECK TIMBER LIMITED, claiming to be',
        'the petition presented on the 3rd June 2026 by Harrowbeck Timber Ltd was',
        'presented on 03/06/2026 by Ada Marsh of 3 Orrin Street, Leeds',
      ].map((text) => petitionIn('2450', text)),
    ).toEqual([
      { petitioner: 'COMMISSIONERS FOR HM REVENUE AND CUSTOMS', presented: '2026-05-24', advertised: null },
      { petitioner: 'HARROWBECK TIMBER LIMITED', presented: '2026-05-24', advertised: null },
      { petitioner: 'Harrowbeck Timber Ltd', presented: '2026-06-03', advertised: null },
      // A person's name may not be re-used.
      { petitioner: null, presented: '2026-06-03', advertised: null },
    ])
  })

  it('has the day of its advertisement in a dismissal', () => {
    expect(
      petitionIn(
        '2461',
        'presented on 4 May 2026 by HARROWBECK TIMBER LIMITED and advertised in the London Gazette on 18 May 2026 was dismissed on 1 July 2026.',
      ),
    ).toEqual({ petitioner: 'HARROWBECK TIMBER LIMITED', presented: '2026-05-04', advertised: '2026-05-18' })
  })

  it('is none of other notices', () => expect(petitionIn('2452', 'presented on 4 May 2026')).toBeNull())
})

describe('the end of a petition', () => {
  const notice = (code: string, published: string, petition: Partial<Petition> = {}) => ({
    code,
    published,
    matched_by: 'number' as const,
    petition: { petitioner: null, presented: null, advertised: null, ...petition },
  })
  const outcomes = (...notices: readonly ReturnType<typeof notice>[]) =>
    notices.filter(({ code }) => code !== '2461').map((one) => petitionOutcome(one, notices))

  it('is that of the one that is named', () => {
    const first = { petitioner: 'HARROWBECK TIMBER LIMITED', presented: '2026-05-03' },
      second = { petitioner: 'COMMISSIONERS FOR HM REVENUE AND CUSTOMS', presented: '2026-05-24' }
    const petitions = [notice('2450', '2026-05-12', first), notice('2450', '2026-06-02', second)] as const
    const by = (petition: Partial<Petition>) => outcomes(...petitions, notice('2461', '2026-07-15', petition))
    expect(by({ petitioner: 'Harrowbeck Timber Ltd' })).toEqual(['dismissed', null])
    expect(by({ presented: '2026-05-24' })).toEqual([null, 'dismissed'])
    expect(by({ advertised: '2026-06-02' })).toEqual([null, 'dismissed'])
    expect(by({ petitioner: 'WELBURY GLASS LIMITED' })).toEqual([null, null])
  })

  it('is that of the only one, where none is named', () => {
    expect(outcomes(notice('2450', '2026-05-12'), notice('2461', '2026-07-15'))).toEqual(['dismissed'])
  })

  it('is not clear, where one of two was dismissed and which is not said', () => {
    const two = [notice('2450', '2026-05-12'), notice('2450', '2026-06-02')] as const
    expect(outcomes(...two, notice('2461', '2026-07-15'))).toEqual(['unclear', 'unclear'])
    expect(outcomes(...two, notice('2461', '2026-07-15'), notice('2461', '2026-07-22'))).toEqual([
      'dismissed',
      'dismissed',
    ])
  })

  it('is none before the dismissal', () => {
    expect(outcomes(notice('2461', '2026-05-01'), notice('2450', '2026-05-12'))).toEqual([null])
  })
})
