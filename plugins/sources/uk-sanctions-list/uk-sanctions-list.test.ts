import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSource, recorded, recordings, type OpenSource } from '@domesday/tool-testing'
import { entryOf, type Designation } from './entry.ts'
import { bodyKey, isFreeze, numberIn, sanctionsScreening, ukSanctionsList, type ListSubject } from './index.ts'
import { numbersIn } from './numbers.ts'

let source: OpenSource
beforeAll(async () => {
  source = await openSource(ukSanctionsList)
})
afterAll(() => source.close())

const person = (name: string, born: string | null): ListSubject => {
  const words = name.toUpperCase().split(' ')
  return { kind: 'person', words, surname: words.at(-1)!, born }
}
const company = (name: string, number: string | null): ListSubject => ({
  kind: 'body',
  number: numberIn(number),
  names: [bodyKey(name)],
})
const of = async (subject: ListSubject) => {
  const { found } = await source.ask(sanctionsScreening, { subjects: [subject] })
  return found[0]!.map(({ reference, match }) => [reference, match.sure, match.agreed.join(', ')])
}

describe('a person', () => {
  it('is meant where the full name and the month of birth agree, in whatever order the name is', async () => {
    const likely = [['RUS9901', 'likely', 'name, month of birth']]
    expect(await of(person('Anatol Verskeld', '1955-06'))).toEqual(likely)
    expect(await of({ kind: 'person', words: ['VERSKELD', 'ANATOL'], surname: null, born: '1955-06' })).toEqual(likely)
    expect(await of(person('Anatoli Verskjold', '1955-06'))).toEqual(likely)
  })

  it('is a namesake where the birth differs from each one stated', async () => {
    expect(await of(person('Anatol Verskeld', '1955-07'))).toEqual([])
    expect(await of(person('Desmond Ockley', '1971-11'))).toEqual([])
    expect(await of(person('Ruslan Ostregov', '1963-02'))).toEqual([])
  })

  it('may be meant where the list states no birth, or only a year that agrees', async () => {
    expect(await of(person('Kasimir Dolvanek', '1984-10'))).toEqual([['GHR9904', 'possible', 'name']])
    expect(await of(person('Ruslan Ostregov', '1964-09'))).toEqual([['BEL9903', 'possible', 'name, year of birth']])
    expect(await of(person('Anatol Verskeld', null))).toEqual([['RUS9901', 'possible', 'name']])
  })

  it('may be meant where one of the two has a forename more and the month of birth agrees', async () => {
    expect(await of(person('Anatol Igorevich Verskeld', '1955-06'))).toEqual([
      ['RUS9901', 'possible', 'surname, month of birth'],
    ])
    expect(await of(person('Anatol Igorevich Verskeld', null))).toEqual([])
    expect(await of(person('Igor Verskeld', '1955-06'))).toEqual([])
  })

  it('is told by a good alias, and never by a weak one', async () => {
    expect(await of(person('Lidia Marchovena', '1979-11'))).toEqual([['RUS9905', 'likely', 'name, month of birth']])
    expect(await of(person('The Chandler', '1955-06'))).toEqual([])
    expect(await of({ kind: 'person', words: ['DOLVANEK'], surname: 'DOLVANEK', born: null })).toEqual([])
  })
})

describe('a company', () => {
  it('is meant where its number is on the list as one of the register', async () => {
    expect(await of(company('RENAMED SINCE LIMITED', '99000461'))).toEqual([['RUS9902', 'certain', 'number']])
    expect(await of(company('Keldovar Commodities Ltd', '99000461'))).toEqual([['RUS9902', 'certain', 'number, name']])
  })

  it('is another where the list has another number of that register', async () => {
    expect(await of(company('KELDOVAR COMMODITIES LIMITED', '99000017'))).toEqual([])
  })

  it('may be meant by its name where one of the two has no number', async () => {
    expect(await of(company('Keldovar Commodities Ltd', null))).toEqual([['RUS9902', 'possible', 'name']])
    expect(await of(company('KCL', null))).toEqual([])
    expect(await of(company('KELDOVAR COMMODITIES LLC', null))).toEqual([])
  })
})

it('tells the day of the list, and what the measures are', async () => {
  const { list_date, found } = await source.ask(sanctionsScreening, {
    subjects: [person('Anatol Verskeld', '1955-06')],
  })
  expect(list_date).toBe('2026-10-08')
  expect(found[0]).toMatchObject([
    {
      listed_as: 'Anatol VERSKELD',
      regime: 'The Russia (Sanctions) (EU Exit) Regulations 2019',
      measures: ['Asset freeze', 'Travel Ban', 'Trust Services Sanctions', 'Director Disqualification Sanction'],
      designated_on: '2022-03-24',
    },
  ])
  expect([isFreeze(found[0]![0]!.measures), isFreeze(['Trust Services Sanctions']), isFreeze([])]).toEqual([
    true,
    false,
    true,
  ])
})

describe('the words of the list', () => {
  it('hold numbers, and whose register they are of', () => {
    const told = (text: string) =>
      numbersIn([text]).map(({ number, isBritish }) => `${number}${isBritish ? ' UK' : ''}`)
    expect(told('Company House number: 15109642 ')).toEqual(['15109642 UK'])
    expect(told('Company number 03503060 ')).toEqual(['03503060'])
    expect(told("'06679031")).toEqual(['06679031'])
    expect(told('OC425116')).toEqual(['OC425116'])
    expect(told('BR No. 61471779')).toEqual(['61471779'])
    expect(told('Business Registration Number 14850239 (Estonia)')).toEqual(['14850239'])
    expect(told('INN: 7720891730 / KPP: 772201001')).toEqual(['7720891730', '772201001'])
    expect(
      told('Switzerland CH-ID – CH-550.1.031.089-0 UK Company Number – OE019729 Registration number - 1234567'),
    ).toContain('OE019729 UK')
    expect(told('UK Company no. 06527449, Estonia 14850239')).toEqual(['06527449 UK', '14850239'])
  })

  it('give a form of two spellings in one', () => {
    expect(['OOO Strela', 'LLC "Strela"', 'Strela Limited Liability Company'].map(bodyKey)).toEqual(
      Array(3).fill('STRELA LLC'),
    )
    expect(bodyKey('Strela Ltd')).toBe('STRELA')
  })
})

describe('an entry', () => {
  const sent = (more: object): Designation =>
    ({
      UniqueID: 'X1',
      IndividualEntityShip: 'Individual',
      Names: { Name: [{ Name1: 'Ivo', Name6: 'SAMPLE', NameType: 'Primary name' }] },
      ...more,
    }) as never

  it('keeps what a match needs, and nothing else of a person', () => {
    const entry = entryOf(
      sent({
        Addresses: { Address: [{ AddressLine1: '1 Sample Street' }] },
        IndividualDetails: {
          Individual: [
            {
              DOBs: { DOB: ['30/06/1955', 'dd/06/1955', "'00/00/1975", '15/08/19yy'] },
              PassportDetails: { Passport: { PassportNumber: 'P99' } },
            },
          ],
        },
      }),
    )
    expect(entry).toMatchObject({ names: ['IVO SAMPLE'], surnames: ['SAMPLE'], births: ['1955-06', '1975'] })
    expect(JSON.stringify(entry)).not.toMatch(/P99|Street|30/)
  })

  it('is none of a ship, or without a name', () => {
    expect(entryOf(sent({ IndividualEntityShip: 'Ship' }))).toBeNull()
    expect(entryOf(sent({ Names: { Name: [{ NameType: 'Primary Name' }] } }))).toBeNull()
  })
})

describe.skipIf(recordings() === null)('the recorded table', () => {
  it('has the columns of the members that are read', () => {
    const [day = '', header = ''] = (recorded('uk-sanctions-list', 'uk-sanctions-list-2026-10.csv') as string).split(
      '\n',
    )
    expect(day).toMatch(/^Report Date: /)
    for (const column of ['Unique ID', 'Name 6', 'Name type', 'Alias strength', 'Sanctions Imposed', 'D.O.B'])
      expect(header.split(',')).toContain(column)
    expect(header).toContain('Business registration number (s)')
  })
})
