import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openEndpoint, type OpenEndpoint } from '@domesday/tool-testing'
import { political } from './index.ts'

let endpoint: OpenEndpoint
beforeAll(async () => {
  endpoint = await openEndpoint(political)
})
afterAll(() => endpoint.close())

type Signal = {
  readonly factor: string
  readonly contribution: number
  readonly weight: number
  readonly points: number
  readonly detail: string
}
const signalsOf = (data: { engagement_score: { signals: readonly Signal[] } }) =>
  Object.fromEntries(data.engagement_score.signals.map((signal) => [signal.factor, signal]))

describe('political', () => {
  it('names the constituency and its Member at a summary, and no more', async () => {
    const { data, meta } = await endpoint.look('/political/wa11uh?depth=summary')
    expect(data).toEqual({
      location: {
        postcode: 'WA1 1UH',
        constituency: 'Warrington South',
        local_authority: 'Warrington',
        region: 'North West',
        nation: 'England',
      },
      mp: {
        name: 'Sample Member for Warrington South',
        party: 'Sample Party',
        constituency: 'Warrington South',
        member_since: '2019-12-12',
        seat_since: '2024-07-04',
        status: 'Current Member',
      },
    })
    expect(meta.sources).toEqual(['parliament-members', 'postcodes-io'])
  })

  it('has the petitions signed there, with what the place signed', async () => {
    const {
      data: { petitions },
      meta,
    } = await endpoint.look('/political/WA11UH')
    expect(petitions).toMatchObject({ active_count: 1846 })
    expect(petitions.top_petitions).toHaveLength(5)
    expect(petitions.top_petitions[0]).toMatchObject({
      action: 'Give every secondary school a technician for its workshop',
      signature_count: 412_806,
    })
    const local = petitions.top_petitions.map(({ local_signatures: signed }: { local_signatures: number }) => signed)
    expect(local).toEqual(local.toSorted((a: number, b: number) => b - a))
    expect(petitions.local_signatures).toBeGreaterThan(local.reduce((sum: number, signed: number) => sum + signed, 0))
    expect(meta.missing).toEqual([])
  })

  it('scores four factors by their declared weights', async () => {
    const { data } = await endpoint.look('/political/WA11UH')
    const signals = signalsOf(data)
    expect(Object.values(signals).map(({ factor, weight }) => [factor, weight])).toEqual([
      ['mp_representation', 0.25],
      ['petition_activity', 0.3],
      ['local_petition_engagement', 0.25],
      ['democratic_infrastructure', 0.2],
    ])
    expect(Object.values(signals).reduce((sum, { contribution }) => sum + contribution, 0)).toBe(
      data.engagement_score.score,
    )
    expect(data.engagement_score).toMatchObject({ rating: 'ENGAGED', confidence: 'high' })
    expect(signals['mp_representation']!.detail).toBe(
      'Sample Member for Warrington South has sat in the Commons since 12 December 2019 (6.8 years). The seat was last won by 11,330 votes (23.1 % of those cast).',
    )
    expect(signals['democratic_infrastructure']!.detail).toContain(`${data.last_general_election.turnout_pct} %`)
  })

  it('finds a seat less stable that changed hands, and shows who sat before', async () => {
    const { data } = await endpoint.look('/political/PR30SG?depth=full'),
      steady = await endpoint.look('/political/NW19HZ?depth=full')
    expect(data.mp).toMatchObject({ party: 'Independent', member_since: '2026-05-07' })
    expect(data.past_members).toEqual([
      {
        name: 'Former Sample Member for Lancaster and Wyre',
        party: 'Sample Party',
        from: '2024-07-04',
        to: '2026-03-18',
        reason: 'Resigned',
      },
    ])
    // The margin is the by-election's, the turnout the general election's.
    expect(signalsOf(data)['mp_representation']!.detail).toContain('611 votes (2 %')
    expect(data.last_general_election).toMatchObject({ date: '2024-07-04', turnout_pct: 61.6 })
    expect(signalsOf(data)['mp_representation']!.points).toBeLessThan(
      signalsOf(steady.data)['mp_representation']!.points,
    )
    expect(steady.data.past_members).toEqual([])
  })

  it('has closed petitions beside the open ones only in full', async () => {
    const {
        data: { petitions },
      } = await endpoint.look('/political/CF243AA?depth=full'),
      standard = await endpoint.look('/political/CF243AA')
    expect(new Set(petitions.all_local.map(({ state }: { state: string }) => state))).toEqual(
      new Set(['open', 'closed']),
    )
    expect(standard.data.petitions).not.toHaveProperty('all_local')
    expect(petitions.all_local).toContainEqual({ ...petitions.top_petitions[0], state: 'open' })
  })

  it('tells places that sign from places that do not', async () => {
    const [london, belfast] = [await endpoint.look('/political/NW19HZ'), await endpoint.look('/political/BT12FF')]
    expect(signalsOf(london.data)['local_petition_engagement']!.points).toBeGreaterThan(
      2 * signalsOf(belfast.data)['local_petition_engagement']!.points,
    )
  })

  it('weighs nothing by a figure that is the same for the whole country', async () => {
    const signals = signalsOf((await endpoint.look('/political/NW19HZ')).data)
    expect(signals['petition_activity']).toMatchObject({
      points: null,
      contribution: null,
      detail: 'Does not apply: how many petitions are open in the whole country says nothing of one place.',
    })
    expect(signals['petition_activity']).not.toHaveProperty('points_between')
  })

  it('says since when there is such a constituency, and that nobody states what stood there before', async () => {
    const { data } = await endpoint.look('/political/CF243AA')
    expect(data.boundaries).toEqual({
      since: '2024-05-31',
      before: expect.stringMatching(
        /^Before 31 May 2024 there was no Cardiff East in these boundaries, and no register that is asked here states which constituencies its area was in/,
      ),
    })
  })

  it('on an island is where it is, and no more', async () => {
    const { status, data, meta } = await endpoint.look('/political/GY11WR?depth=full')
    expect([
      status,
      data.mp,
      data.petitions,
      data.past_members,
      data.engagement_score.score,
      data.engagement_score.rating,
    ]).toEqual([200, null, null, null, null, null])
    expect(new Set(meta.missing.map(({ reason }: { reason: string }) => reason))).toEqual(new Set(['not_covered']))
  })

  it('of an unknown postcode is a 404', async () => {
    const { status, body } = await endpoint.look('/political/ZZ99ZZ')
    expect([status, body.code]).toEqual([404, 'unknown_subject'])
  })

  it('answers its examples at every depth, with the same score', async () => {
    for (const path of endpoint.examples) {
      const [summary, standard, full] = [
        await endpoint.look(`${path}?depth=summary`),
        await endpoint.look(path),
        await endpoint.look(`${path}?depth=full`),
      ]
      expect([summary.status, summary.data.mp.name]).toEqual([
        200,
        `Sample Member for ${summary.data.location.constituency}`,
      ])
      expect([full.meta.missing, full.data.engagement_score]).toEqual([[], standard.data.engagement_score])
    }
  })
})

describe('the engagement, where something could not be asked', () => {
  const of = async (without: readonly string[]) => {
    const lacking = await openEndpoint(political, { without })
    const { data } = await lacking.look('/political/WA11UH')
    await lacking.close()
    return { data, score: data.engagement_score, signals: signalsOf(data) }
  }

  it('lies between bounds that hold the true one', async () => {
    const whole = await of([])
    expect(whole.score.bounds).toEqual({ low: whole.score.score, high: whole.score.score })
    for (const source of ['parliament-members', 'parliament-petitions']) {
      const { score } = await of([source])
      expect(score.bounds.low).toBeLessThanOrEqual(whole.score.score)
      expect(score.bounds.high).toBeGreaterThanOrEqual(whole.score.score)
      expect(score.possible_ratings).toContain(whole.score.rating)
    }
  })

  it('knows how long a Member has sat also where the results of elections are not to be had', async () => {
    const whole = await of([])
    const [part, all] = [(await of(['parliament-members/api/Location/Constituency/99001/'])).signals, whole.signals]
    expect(part['mp_representation']).toMatchObject({ points: all['mp_representation']!.points })
    expect(part['mp_representation']).not.toHaveProperty('points_between')
    expect(all['mp_representation']!.detail.startsWith(part['mp_representation']!.detail)).toBe(true)
    expect([part['local_petition_engagement']!.points, part['democratic_infrastructure']!.points]).toEqual([null, null])
  })
})
