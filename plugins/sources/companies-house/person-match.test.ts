import { describe, expect, it } from 'vitest'
import { noSuch, ambiguous } from '@domesday/core'
import { matchPerson, type OfficerHit, type PersonMatch } from './index.ts'

const officer = (id: string, name: string, born: string | null, appointments = 1): OfficerHit => ({
  id,
  name,
  otherName: null,
  born,
  appointments,
})
const records = [
  officer('a', 'Jo BLOGGSWORTH', '1970-01', 4),
  officer('b', 'Ms Jo Ann BLOGGSWORTH', '1970-01'),
  officer('c', 'Bloggsworth, Jo', '1970-01', 2),
  officer('d', 'Jo BLOGGSWORTH', '1981-05'),
  officer('e', 'Jo BLOGGSWORTH', null),
]

describe('the one person of a name', () => {
  it('is whoever alone has it, in however many records', () => {
    expect(matchPerson('Jo Bloggsworth', [records[0]!, records[2]!], 'one')).toMatchObject({
      ids: ['a', 'c'],
      name: 'Jo BLOGGSWORTH (born January 1970)',
      others: [],
    })
    for (const titled of ['Dr Jo Lord', 'The Rt Hon Jo Lord', 'Lord, Jo, Professor Dame'])
      expect(matchPerson(titled, [officer('a', 'Jo LORD', '1970-01')], 'one')).toMatchObject({ ids: ['a'] })
  })

  it('is ambiguous if several have it: labels show month of birth and appointments, never an address', () => {
    const said = matchPerson('jo bloggsworth', records, 'one')
    expect(said).toMatchObject({ $: 'ambiguous' })
    expect(said).toEqual(
      ambiguous(
        "Several people have 'jo bloggsworth' in their names. Ask again by the officer id of the one who is meant.",
        [
          { id: 'a', label: 'Jo BLOGGSWORTH (born January 1970, 6 appointments)', born: '1970-01', appointments: 6 },
          { id: 'd', label: 'Jo BLOGGSWORTH (born May 1981, 1 appointment)', born: '1981-05', appointments: 1 },
          {
            id: 'e',
            label: 'Jo BLOGGSWORTH (month of birth not stated, 1 appointment)',
            born: null,
            appointments: 1,
          },
          {
            id: 'b',
            label: 'Ms Jo Ann BLOGGSWORTH (born January 1970, 1 appointment)',
            born: '1970-01',
            appointments: 1,
          },
        ],
      ),
    )
  })

  it('is not certain from the whole name: registers leave out middle names', () => {
    expect(
      matchPerson('Jo Lord', [officer('a', 'Jo Ann LORD', '1970-01'), officer('b', 'Jo LORD', '1971-01')], 'one'),
    ).toMatchObject({ $: 'ambiguous' })
  })

  it('is nobody whose record holds no appointments, unless no other does', () => {
    expect(
      matchPerson('Jo Lord', [officer('a', 'Jo LORD', '1970-01', 0), officer('b', 'Jo Ann LORD', '1971-01')], 'one'),
    ).toMatchObject({ ids: ['b'] })
    expect(matchPerson('Jo Lord', [officer('a', 'Jo LORD', '1970-01', 0)], 'one')).toMatchObject({ ids: ['a'] })
  })
})

describe('the best person for a name', () => {
  it('is read from all records with the same name and month of birth', () => {
    const match = matchPerson('jo bloggsworth', records, 'best')
    expect(match).toMatchObject({ ids: ['a', 'c'], name: 'Jo BLOGGSWORTH (born January 1970)' })
    expect((match as PersonMatch).others.map(({ id }) => id)).toEqual(['d', 'e', 'b'])
  })

  it('never joins records without a month of birth', () => {
    const nominees = ['a', 'b'].map((id) => officer(id, 'ACME NOMINEES LIMITED', null))
    expect(matchPerson('Acme Nominees', nominees, 'best')).toMatchObject({ ids: ['a'] })
    expect(matchPerson('Acme Nominees', nominees, 'one')).toMatchObject({ $: 'ambiguous' })
  })

  it('has the whole name first, and appointments', () => {
    expect(
      matchPerson(
        'Jo Lord',
        [
          officer('a', 'Jo Ann LORD', '1970-01'),
          officer('b', 'Jo LORD', '1971-01', 0),
          officer('c', 'Lord, Jo', '1972-01'),
        ],
        'best',
      ),
    ).toMatchObject({ ids: ['c'] })
  })
})

describe.each(['one', 'best'] as const)('a person, with match=%s', (match) => {
  it('is read up to five hundred appointments', () => {
    const same = ['a', 'b', 'c', 'd'].map((id, i) => officer(id, 'Jo LORD', '1970-01', [300, 250, 150, 0][i]))
    expect(matchPerson('Jo Lord', same, match)).toMatchObject({ ids: ['a', 'c'] })
  })

  it('is none where a word is not in any name', () => {
    expect(matchPerson('Jo Laird', [officer('a', 'Jo LORD', '1970-01')], match)).toEqual(
      noSuch('No officer is called Jo Laird.', [
        { id: 'a', label: 'Jo LORD (born January 1970, 1 appointment)', born: '1970-01', appointments: 1 },
      ]),
    )
  })
})
