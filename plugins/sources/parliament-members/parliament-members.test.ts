import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Operation } from '@domesday/core'
import { readInPart } from '../../../test/support/parts.ts'
import { readBody } from '../../../test/support/read.ts'
import { openSource, recorded, recordings, type OpenSource } from '@domesday/tool-testing'
import { constituency, elections, parliamentMembers, representations, sameName } from './index.ts'
import { electionsFrom, memberFrom, seatFrom, seatNamed, termsFrom } from './seats.ts'

describe('parliament-members', () => {
  let members: OpenSource
  beforeAll(async () => {
    members = await openSource(parliamentMembers)
  })
  afterAll(() => members.close())

  it('knows who sits for a constituency, and since when they sit in the Commons', async () => {
    expect(await members.ask(constituency, 'Holborn and St Pancras')).toEqual({
      id: 99002,
      name: 'Holborn and St Pancras',
      since: '2024-05-31',
      member: {
        name: 'Sample Member for Holborn and St Pancras',
        party: 'Sample Party',
        constituency: 'Holborn and St Pancras',
        member_since: '2010-05-06',
        seat_since: '2024-07-04',
        status: 'Current Member',
      },
    })
  })

  it.each([
    'Warrington South',
    'Cities of London and Westminster',
    'Lancaster and Wyre',
    'Cardiff East',
    'Edinburgh East and Musselburgh',
    'Belfast North',
  ])('knows %s, its election and who has sat', async (name) => {
    const seat = await members.ask(constituency, name)
    const [poll] = (await members.ask(elections, seat!.id))!.filter(({ isGeneral }) => isGeneral)
    expect(poll!.votes! / poll!.electorate!).toBeGreaterThan(0.5)
    expect((await members.ask(representations, seat!.id))![0]).toMatchObject({
      name: seat!.member!.name,
      party: seat!.member!.party,
    })
  })

  it('says since when a seat has its boundaries, where that is stated', async () => {
    expect(await members.ask(constituency, 'Cardiff East')).toMatchObject({ since: '2024-05-31' })
  })

  it('has no Member for a vacant seat, and no seat for a name that is only part of one', async () => {
    expect(await members.ask(constituency, 'Ynys Môn')).toMatchObject({
      name: 'Ynys Môn',
      member: null,
    })
    expect(await members.ask(constituency, 'Lancaster')).toBeNull()
    expect(await members.ask(constituency, 'Atlantis')).toBeNull()
  })

  it('tells elections apart, and leaves out those that were only reckoned', async () => {
    const held = await members.ask(elections, 99004)
    expect(held).toMatchObject([
      { date: '2026-05-07', isGeneral: false, votes: 30_214 },
      { date: '2024-07-04', isGeneral: true, winning_party: 'Sample Party', majority: 3015 },
    ])
    expect(await members.ask(elections, 1)).toBeNull()
  })

  it('knows who sat before', async () => {
    const [now, before] = (await members.ask(representations, 99004))!
    expect([now!.from, now!.to]).toEqual(['2026-05-07', null])
    expect(before).toMatchObject({
      from: '2024-07-04',
      to: '2026-03-18',
      reason: 'Resigned',
      name: 'Former Sample Member for Lancaster and Wyre',
    })
    expect(await members.ask(representations, 1)).toBeNull()
  })
})

describe('a name', () => {
  it('is the same however it is written', () => {
    expect(sameName('Inverness, Skye and West Ross-shire', 'INVERNESS SKYE & WEST ROSS SHIRE')).toBe(true)
    expect(sameName('Montgomeryshire and Glyndŵr', 'Montgomeryshire and Glyndwr')).toBe(true)
    expect(sameName('Ashford', 'Ashford South')).toBe(false)
  })

  it('keeps a constituency that still exists', () => {
    const found = [
      { id: 1, name: 'Kent and Ashford', endDate: null, currentRepresentation: null },
      { id: 2, name: 'Ashford', endDate: '2024-05-30T00:00:00', currentRepresentation: null },
      { id: 3, name: 'Ashford ', endDate: null, currentRepresentation: null },
    ]
    expect(seatNamed('Ashford', found)).toMatchObject({ id: 3, name: 'Ashford' })
    expect(seatNamed('Ashford', found.slice(0, 2))).toBeNull()
  })
})

describe('what is not stated', () => {
  it('becomes null', () => {
    expect(memberFrom({ id: 7, nameListAs: 'Doe, A', latestParty: null }, 'Ashford', null)).toEqual({
      name: 'Doe, A',
      party: null,
      constituency: 'Ashford',
      member_since: null,
      seat_since: null,
      status: null,
    })
    expect(termsFrom([{ member: { value: { id: 7 } }, representation: { membershipEndDate: null } }])).toEqual([
      { name: null, party: null, from: null, to: null, reason: null },
    ])
    expect(electionsFrom([{ isNotional: true }, { isNotional: false }])).toEqual([
      {
        date: null,
        title: null,
        isGeneral: null,
        result: null,
        winning_party: null,
        majority: null,
        electorate: null,
        votes: null,
        turnout_pct: null,
        majority_pct: null,
      },
    ])
  })

  it('leaves out the one term of twelve of which it is not said whether it lasts, and says so', () => {
    const value = Array.from({ length: 12 }, (_, i) => ({
      member: { value: { id: i } },
      representation: i === 2 ? {} : { membershipEndDate: '2020-01-01' },
    }))
    const read = readInPart(representations, { value }, 1)
    expect(read.value).toHaveLength(11)
    expect(read.parts).toContain('1 of 12 rows could not be read')
  })
})

describe('a Member', () => {
  const seated = (latest: object, representation: object = {}) => {
    const member = { value: { id: 7, nameDisplayAs: 'A Doe', latestHouseMembership: latest } }
    const current = { member, representation: { membershipEndDate: null, ...representation } }
    const value = { id: 3, name: 'Ashford', endDate: null, currentRepresentation: current }
    return readInPart(constituency, { items: [{ value }], totalResults: 1 }, 'Ashford')
  }

  it('is never a stranger: one who sits elsewhere, or has left, is not shown', () => {
    expect(seated({ membershipFrom: 'ASHFORD', membershipFromId: 3 })).toMatchObject({
      value: { member: { name: 'A Doe' } },
      parts: [],
    })
    const elsewhere = ['contradictory: the Member of Ashford is said to sit for Dover']
    for (const latest of [{ membershipFrom: 'Dover', membershipFromId: 4 }, { membershipFrom: 'Dover' }])
      expect(seated(latest)).toMatchObject({ value: { member: null }, parts: elsewhere })
    const left = ['contradictory: the Member of Ashford is said to have left on 2026-03-01']
    expect(seated({}, { membershipEndDate: '2026-03-01T00:00:00' })).toMatchObject({
      value: { member: null },
      parts: left,
    })
  })

  it('is not known where it is not stated who sits, and none where nobody does', () => {
    const of = (value: object) =>
      readInPart(constituency, { items: [{ value: { id: 3, name: 'Ashford', endDate: null, ...value } }] }, 'Ashford')
    expect(of({ currentRepresentation: null })).toMatchObject({ value: { member: null }, parts: [] })
    expect(of({}).parts).toEqual(['it is not stated who sits for Ashford'])
  })

  it('is not said to be nobody where the seat may stand on a later page', () => {
    const value = { id: 3, name: 'Ashford South', endDate: null, currentRepresentation: null }
    expect(() => readBody(constituency, { items: [{ value }], totalResults: 21 }, 'Ashford')).toThrow('not listed')
  })
})

describe('an error with the status of an answer', () => {
  it('is a failure, not an empty answer', () => {
    const read = (operation: Operation<any, any>) =>
      readBody(operation, { title: 'An error occurred', status: 500 }, 'Ashford')
    for (const operation of [constituency, elections, representations])
      expect(() => read(operation)).toThrow(/no (items|value)/)
  })
})

describe.skipIf(recordings() === null)('as recorded', () => {
  const body = (file: string): any => recorded('parliament-members', file)
  const inverness = {
    id: 4483,
    name: 'Inverness, Skye and West Ross-shire',
    since: '2024-05-31',
    member: {
      name: 'Mr Angus MacDonald',
      party: 'Liberal Democrat',
      constituency: 'Inverness, Skye and West Ross-shire',
      member_since: '2024-07-04',
      seat_since: '2024-07-04',
      status: 'Current Member',
    },
  }

  it('reads a constituency, found or asked for', () => {
    const read = (wire: unknown, name: string) => readBody(constituency, wire, name)
    expect(read(body('constituency-search-inverness.json'), 'Inverness, Skye & West Ross-shire')).toEqual(inverness)
    expect(read(body('constituency-search-inverness.json'), 'Inverness')).toBeNull()
    expect(seatFrom(body('constituency-4483.json').value)).toEqual(inverness)
  })

  it('reads its elections', () => {
    const read = (wire: unknown) => readBody(elections, wire)
    expect(read(body('constituency-4483-electionresults.json'))).toEqual([
      {
        date: '2024-07-04',
        title: '2024 General Election',
        isGeneral: true,
        result: 'LD Gain',
        winning_party: 'Liberal Democrat',
        majority: 2160,
        electorate: 77_927,
        votes: 48_056,
        turnout_pct: 61.7,
        majority_pct: 4.5,
      },
    ])
  })

  it('reads Members of long standing, and such as have left', () => {
    expect(memberFrom(body('member-172.json').value, 'Hackney', '2024-07-04')).toEqual({
      name: 'Ms Diane Abbott',
      party: 'Independent',
      constituency: 'Hackney North and Stoke Newington',
      member_since: '1987-06-11',
      seat_since: '2024-07-04',
      status: 'Current Member',
    })
    expect(
      body('members-search.json').items.map(
        ({ value }: { value: { id: number } }) => memberFrom(value, 'Ashford', null).member_since,
      ),
    ).toEqual(['2015-05-07', '1953-05-23', '2015-09-30'])
  })
})
