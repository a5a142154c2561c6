import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NoSuch, params, section, text, type Endpoint, type Node, type Operation } from '@domesday/core'
import { openSource, type OpenSource } from '@domesday/core/testing'
import { RequiredGap } from '../../../core/serve/gap.ts'
import { gather } from '../../../core/serve/gather.ts'
import {
  bansOf,
  companiesHouse,
  companyNumber,
  companyOf,
  disqualificationsOf,
  matchCompany,
  matchPerson,
  personOf,
  sectorOf,
  type CompanyHit,
  type OfficerHit,
} from './index.ts'

let register: OpenSource
beforeAll(async () => {
  register = await openSource(companiesHouse)
})
afterAll(() => register.close())

/** What a node comes to when it is gathered: its value, the NoSuch where there is none, undefined where it is not asked. */
const settle = async (node: Node<any>, asked: object): Promise<any> => {
  const endpoint = {
    id: 'look-up',
    response: {},
    sections: { value: section({ node }, ({ node }) => node) },
    required: [node],
  } as unknown as Endpoint
  const ask = async (operation: Operation<unknown, unknown>, input: unknown) => ({
    value: await register.ask(operation, input),
    at: 0,
    until: 1,
  })
  const call = {
    endpoint,
    asked,
    settings: {},
    depth: 'full',
    include: null,
    now: new Date(),
    deadline: 5_000,
    ask,
    weigh: () => expect.unreachable(),
    onSenseless: (_: string, fault: unknown) => {
      throw fault
    },
  } as const
  return gather(call).then(
    ({ data }) => data['value'],
    (fault: unknown) => {
      if (fault instanceof RequiredGap) return fault.gap.cause ?? undefined
      throw fault
    },
  )
}

describe('a company number', () => {
  it("is one to eight digits, or a register's prefix with digits and at most one closing letter", () => {
    expect(
      ['6400', '00445790', ' sc1234 ', 'SC990082', 'ni123', 'oc1', 'R1234', 'ip27861r', 'ac000123'].map(companyNumber),
    ).toEqual([
      '00006400',
      '00445790',
      'SC001234',
      'SC990082',
      'NI000123',
      'OC000001',
      'R0001234',
      'IP27861R',
      'AC000123',
    ])
  })

  it('is a name otherwise', () => {
    expect(
      ['123456789', 'SC1234567', 'XY123456', 'B2B', 'SC', '3i Group', 'SC 1234', 'IP1234567R', 'R2D2', 'CE1AB', ''].map(
        companyNumber,
      ),
    ).toEqual(Array(11).fill(null))
  })
})

const hit = (name: string, rest: Partial<CompanyHit> = {}): CompanyHit => ({
  number: name.replace(/\W/g, '').slice(0, 8),
  name,
  formerName: null,
  status: 'active',
  type: 'ltd',
  incorporated: null,
  ceased: null,
  ...rest,
})
const chosen = (asked: string, ...hits: readonly CompanyHit[]): string | NoSuch => {
  const match = matchCompany(asked, hits)
  return match instanceof NoSuch ? match : match.name
}

describe('the match of a company name', () => {
  it('needs every word of it, legal suffixes aside, in the current or a former name', () => {
    expect(chosen('acme plc', hit('ACME TOOLS LIMITED'))).toBe('ACME TOOLS LIMITED')
    expect(chosen('tools acme', hit('ACME TOOLS LIMITED'))).toBe('ACME TOOLS LIMITED')
    expect(chosen('Acme Old', hit('NEW LTD', { formerName: 'ACME OLD WORKS LTD' }))).toBe('NEW LTD')
    expect(chosen('acme drills', hit('ACME TOOLS LIMITED'))).toEqual(
      new NoSuch('No company is called acme drills.', ['ACME TOOLS LIMITED']),
    )
    expect(chosen('Acme New', hit('NEW LTD', { formerName: 'ACME LTD' }))).toBeInstanceOf(NoSuch)
    expect(chosen('Limited', hit('LIMITED LIMITED'), hit('ACME LIMITED'))).toBeInstanceOf(NoSuch)
  })

  it('takes the whole name before the best active one', () => {
    expect(chosen('acme', hit('ACME TOOLS LIMITED'), hit('ACME LIMITED', { status: 'dissolved' }))).toBe('ACME LIMITED')
    expect(chosen('acme', hit('ACME TOOLS LIMITED', { status: 'dissolved' }), hit('ACME WORKS LTD'))).toBe(
      'ACME WORKS LTD',
    )
  })

  it('takes the current name before a former, an active company before a dissolved, the legal form that was asked before another', () => {
    expect(chosen('acme', hit('OTHER LTD', { formerName: 'ACME LTD' }), hit('ACME LIMITED'))).toBe('ACME LIMITED')
    expect(chosen('acme', hit('ACME LTD', { status: 'dissolved' }), hit('ACME LIMITED'))).toBe('ACME LIMITED')
    expect(chosen('acme plc', hit('ACME LIMITED'), hit('ACME PUBLIC LIMITED COMPANY'))).toBe(
      'ACME PUBLIC LIMITED COMPANY',
    )
  })

  it('sees through punctuation, accents and spelling', () => {
    expect(chosen('JD Wetherspune', hit('J D WETHERSPUNE P.L.C.'))).toBe('J D WETHERSPUNE P.L.C.')
    expect(chosen('marsh and tarn', hit('MARSH & TARN LIMITED'))).toBe('MARSH & TARN LIMITED')
    expect(chosen("O'Dwyér's", hit('ODWYERS CYF'))).toBe('ODWYERS CYF')
  })

  it('does not take a part of the name of a company that is not active', () => {
    expect(chosen('Gristwold', hit('GRISTWOLD CATERING LTD', { status: 'dissolved' }))).toEqual(
      new NoSuch('No active company is called Gristwold; give the whole name of one that is not.', [
        'GRISTWOLD CATERING LTD',
      ]),
    )
    expect(
      chosen('Trust', hit('A TRUST', { status: null }), hit('B TRUST', { status: null, ceased: '2020-01-01' })),
    ).toBe('A TRUST')
  })

  it('suggests five at most, each once', () => {
    const match = matchCompany(
      'nothing',
      ['A', 'A', 'B', 'C', 'D', 'E', 'F'].map((name) => hit(name)),
    )
    expect((match as NoSuch).suggestions).toEqual(['A', 'B', 'C', 'D', 'E'])
  })
})

describe('a company by number or name', () => {
  const { number, profile, matched } = companyOf(params({ identifier: text() }))

  it('is found by number, without a match', async () => {
    expect(await settle(profile, { identifier: 'sc990082' })).toMatchObject({ name: 'CAIRNVELLA SYSTEMS LIMITED' })
    expect(await settle(number, { identifier: 'sc990082' })).toBe('SC990082')
    expect(await settle(matched, { identifier: 'sc990082' })).toBeUndefined()
  })

  it('is found by name, current or former, and says what was chosen', async () => {
    expect(await settle(number, { identifier: 'quillmarsh' })).toBe('99000017')
    expect(await settle(number, { identifier: 'Brackenfold Haulage Ltd' })).toBe('99000025')
    expect(await settle(number, { identifier: 'tallowmere homes' })).toBe('99000033')
    expect(await settle(matched, { identifier: 'quillmarsh' })).toEqual({
      asked: 'quillmarsh',
      chosen: 'QUILLMARSH PRECISION LIMITED (99000017)',
      candidates: [],
    })
  })

  it('is none in the words of the number or of the name', async () => {
    expect(await settle(profile, { identifier: '99999999' })).toEqual(
      new NoSuch('There is no company with the number 99999999.'),
    )
    expect(await settle(profile, { identifier: 'Quillmarsh Bakery' })).toMatchObject({
      detail: 'No company is called Quillmarsh Bakery.',
      suggestions: ['QUILLMARSH PRECISION LIMITED', 'LARKSPINDLE BAKERY LTD'],
    })
    expect(await settle(number, { identifier: 'Zzyzxia' })).toEqual(new NoSuch('No company is called Zzyzxia.'))
  })
})

const officer = (id: string, name: string, born: string | null, appointments = 1): OfficerHit => ({
  id,
  name,
  otherName: null,
  born,
  appointments,
})

describe('the match of a person', () => {
  it('joins records with the same name and month of birth', () => {
    const match = matchPerson('jo bloggsworth', [
      officer('a', 'Jo BLOGGSWORTH', '1970-01', 4),
      officer('b', 'Ms Jo Ann BLOGGSWORTH', '1970-01'),
      officer('c', 'Bloggsworth, Jo', '1970-01', 2),
      officer('d', 'Jo BLOGGSWORTH', '1981-05'),
      officer('e', 'Jo BLOGGSWORTH', null),
    ])
    expect(match).toMatchObject({ ids: ['a', 'c'], name: 'Jo BLOGGSWORTH (born January 1970)' })
    expect((match as { readonly others: readonly OfficerHit[] }).others.map(({ id }) => id)).toEqual(['d', 'e', 'b'])
  })

  it('never joins records without a month of birth', () => {
    expect(
      matchPerson('Acme Nominees', [
        officer('a', 'ACME NOMINEES LIMITED', null),
        officer('b', 'ACME NOMINEES LIMITED', null),
      ]),
    ).toMatchObject({ ids: ['a'] })
  })

  it('takes the whole name first, and those with appointments', () => {
    expect(
      matchPerson('Jo Lord', [
        officer('a', 'Jo Ann LORD', '1970-01'),
        officer('b', 'Jo LORD', '1971-01', 0),
        officer('c', 'Lord, Jo', '1972-01'),
      ]),
    ).toMatchObject({ ids: ['c'] })
    expect(matchPerson('Dr Jo Lord', [officer('a', 'Jo LORD', '1970-01')])).toMatchObject({ ids: ['a'] })
  })

  it('reads five hundred appointments at most', () => {
    const same = ['a', 'b', 'c', 'd'].map((id, i) => officer(id, 'Jo LORD', '1970-01', [300, 250, 150, 0][i]))
    expect(matchPerson('Jo Lord', same)).toMatchObject({ ids: ['a', 'c'] })
  })

  it('is none where a word is not in any name', () => {
    expect(matchPerson('Jo Laird', [officer('a', 'Jo LORD', '1970-01')])).toEqual(
      new NoSuch('No officer is called Jo Laird.', ['Jo LORD']),
    )
  })
})

describe('a person by id or name', () => {
  const { person, matched } = personOf(params({ name_or_id: text() }))
  const bans = bansOf(person)

  it('is found by an id of 27 characters', async () => {
    expect(await settle(person, { name_or_id: 'Qm7-aVeRiLtHoRnQuIsT_000017' })).toMatchObject({
      name: 'Averil THORNQUIST',
      total: 1,
    })
    expect(await settle(matched, { name_or_id: 'Qm7-aVeRiLtHoRnQuIsT_000017' })).toBeUndefined()
    expect(await settle(person, { name_or_id: '-'.repeat(27) })).toEqual(
      new NoSuch(`There is no officer with the id ${'-'.repeat(27)}.`),
    )
  })

  it('is one over several records, with the namesake as a candidate', async () => {
    const found = await settle(person, { name_or_id: 'Bertolt Kingscave' })
    expect(found).toMatchObject({
      ids: ['Bk8-bErToLtKiNgScAvE_000115', 'Bk8-bErToLtKiNgScAvE_000123'],
      born: '1971-06',
      total: 2,
    })
    expect(found.appointments.map(({ company }: { company: { number: string } }) => company.number)).toEqual([
      '99000115',
      '99000123',
    ])
    expect(await settle(matched, { name_or_id: 'Bertolt Kingscave' })).toEqual({
      asked: 'Bertolt Kingscave',
      chosen: 'Bertolt KINGSCAVE (born June 1971)',
      candidates: ['Bertolt KINGSCAVE (born February 1995)'],
    })
  })

  it('is none where nobody is called so', async () => {
    expect(await settle(person, { name_or_id: 'Zzyzx Qwertle' })).toEqual(
      new NoSuch('No officer is called Zzyzx Qwertle.'),
    )
  })

  it("carries the disqualifications of that name and month of birth, and no namesake's", async () => {
    expect(await settle(bans, { name_or_id: 'Lucan Threlfell' })).toMatchObject([
      { disqualifications: [{ until: '2033-06-30' }] },
    ])
    expect(await settle(bans, { name_or_id: 'Averil Thornquist' })).toEqual([])
    expect(await settle(bans, { name_or_id: 'Nerys Caddow' })).toEqual([])
  })

  it('does not say whether a ban is hers where a month of birth is missing', () => {
    const ban = {
      kind: 'natural' as const,
      id: 'x',
      name: 'Ismene FARROW',
      born: null,
      disqualifications: [],
      permissions: [],
    }
    const ismene = { name: 'Ismene FARROW', born: null, corporate: false }
    expect(disqualificationsOf(ismene, [])).toEqual([])
    expect(disqualificationsOf(ismene, [{ ...ban, born: '1960-01' }])).toBeNull()
    expect(disqualificationsOf({ ...ismene, born: '1970-02' }, [ban])).toBeNull()
    expect(disqualificationsOf({ ...ismene, born: '1970-02' }, [ban, { ...ban, born: '1970-02' }])).toHaveLength(1)
    expect(disqualificationsOf({ ...ismene, corporate: true }, [{ ...ban, kind: 'corporate' as const }])).toHaveLength(
      1,
    )
  })
})

describe('a sector', () => {
  it('is a code of five digits, or all below a shorter one, whether a trade is known for them or not', () => {
    expect(sectorOf('62012')).toEqual({ name: 'SIC 62012', sicCodes: ['62012'] })
    expect(sectorOf('5610')?.sicCodes).toEqual(['56101', '56102', '56103'])
    expect(sectorOf('8299')?.sicCodes).toEqual(['82990'])
    expect(sectorOf('68')?.sicCodes).toEqual(['68100', '68201', '68202', '68209', '68310', '68320'])
    expect(sectorOf('56.10')).toEqual(sectorOf('5610'))
    expect(sectorOf('56.1')?.sicCodes).toEqual(sectorOf('561')?.sicCodes)
    expect(sectorOf('SIC 62.01/2')).toEqual({ name: 'SIC 62012', sicCodes: ['62012'] })
    for (const none of ['04', '620123', '6.2', '62.0123', '62/01']) expect(sectorOf(none), none).toBeNull()
    for (const asked of ['SIC 62012', 'sic62012', 'SIC code: 62012'])
      expect(sectorOf(asked)).toEqual({ name: 'SIC 62012', sicCodes: ['62012'] })
  })

  it('is the trade with most words in the keyword, in the singular or the plural', () => {
    expect(sectorOf('Coffee shops')).toEqual({ name: 'coffee shop', sicCodes: ['56102'] })
    expect(sectorOf('italian restaurants')?.sicCodes).toEqual(['56101', '56102'])
    expect(sectorOf('Bakeries')?.sicCodes).toEqual(['10710', '47240'])
    expect(sectorOf('Café')).toEqual(sectorOf('cafe'))
    expect(sectorOf('café')?.sicCodes).toEqual(['56102'])
    expect(sectorOf('IT')?.sicCodes).toContain('62020')
    expect(sectorOf('zorbing')).toBeNull()
  })
})
