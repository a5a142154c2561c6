import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  derive,
  nameMatch,
  params,
  render,
  section,
  text,
  type Endpoint,
  type Node,
  type Operation,
  noSuch,
  ambiguous,
} from '@domesday/core'
import { openSource, UpstreamFault, type OpenSource } from '@domesday/tool-testing'
import { anything } from '../../../test/support/anything.ts'
import { RequiredGap } from '../../../core/engine/gap.ts'
import { gather } from '../../../core/engine/gather.ts'
import {
  bansOf,
  companiesHouse,
  numberInIdentifier,
  companyOf,
  industryOf,
  kindInWords,
  personOf,
  profile as profileOf,
  sameName,
  screened,
  search,
  sectorOf,
  type CompanyHit,
} from './index.ts'

let register: OpenSource
beforeAll(async () => {
  register = await openSource(companiesHouse)
})
afterAll(() => register.close())

type Ask = (operation: Operation<unknown, unknown>, input: unknown) => Promise<unknown>

/** The result of a gathered node: its value, the message if there is none, or undefined if it was not asked. */
const settle = async (
  node: Node<any>,
  asked: object,
  answering: Ask = (operation, input) => register.ask(operation, input),
): Promise<any> => {
  const endpoint = {
    id: 'look-up',
    sections: { value: section(render(anything, node, (value) => value)) },
    required: [node],
  } as unknown as Endpoint
  const ask = async (operation: Operation<unknown, unknown>, input: unknown) => ({
    value: await answering(operation, input),
    at: 0,
    until: 1,
  })
  const call = {
    endpoint,
    asked: { match: 'one', ...asked },
    settings: {},
    depth: 'full',
    include: null,
    now: new Date(),
    deadline: 5_000,
    ask,
    weigh: () => expect.unreachable(),
    settingsOf: () => expect.unreachable(),
    onPluginError: (_: string, fault: unknown) => {
      throw fault
    },
  } as const
  return gather(call).then(
    ({ data }) => data['value'],
    (fault: unknown) => {
      if (fault instanceof RequiredGap) return fault.gap.root.cause ?? undefined
      throw fault
    },
  )
}

describe('a company number', () => {
  it("is one to eight digits, or a register's prefix with digits and closing letters", () => {
    expect(
      ['6400', '00445790', ' sc1234 ', 'SC990082', 'ni123', 'oc1', 'R1234', 'ip27861r', 'ac000123', 'sp9914rs'].map(
        numberInIdentifier,
      ),
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
      'SP9914RS',
    ])
  })

  it('is a name otherwise', () => {
    expect(
      ['123456789', 'SC1234567', 'XY123456', 'B2B', 'SC', '3i Group', 'SC 1234', 'IP1234567R', 'R2D2', 'CE1AB', ''].map(
        numberInIdentifier,
      ),
    ).toEqual(Array(11).fill(null))
  })
})

describe('a company by number or name', () => {
  const { number, profile, matched } = companyOf(params({ identifier: text(), match: nameMatch }))

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
      noSuch('There is no company with the number 99999999.'),
    )
    expect(await settle(profile, { identifier: 'Quillmarsh Bakery' })).toMatchObject({
      detail: 'No company is called Quillmarsh Bakery.',
      candidates: [
        { id: '99000017', label: 'QUILLMARSH PRECISION LIMITED', status: 'active', since: '1998-03-12' },
        { id: '99000107', label: 'LARKSPINDLE BAKERY LTD' },
      ],
    })
    expect(await settle(number, { identifier: 'Zzyzxia' })).toEqual(noSuch('No company is called Zzyzxia.'))
    expect(await settle(profile, { identifier: 'IC24' })).toEqual(
      noSuch('There is no company with the number IC000024. No company is called IC24.'),
    )
  })

  it('is asked for as both where a name looks like a number', async () => {
    const called = (number: string, name: string): Ask => {
      return async (operation, input) => {
        if (operation !== (search as object)) return register.ask(operation, input)
        const rest = {
          formerName: null,
          status: 'active',
          type: 'ltd',
          incorporated: null,
          ceased: null,
          address: null,
        }
        return { hits: [{ number, name, ...rest }], complete: true }
      }
    }
    expect(await settle(number, { identifier: 'IC24' }, called('99000017', 'IC24 LIMITED'))).toBe('99000017')
    // The number is known: it is meant, and the other is named.
    const other: Ask = (operation, input) =>
      operation === (profileOf as object)
        ? register.ask(profileOf, 'SC990082')
        : called('99000017', 'SC82 LTD')(operation, input)
    expect(await settle(number, { identifier: 'SC82' }, other)).toBe('SC990082')
    expect(await settle(matched, { identifier: 'SC82' }, other)).toEqual({
      asked: 'SC82',
      chosen: 'CAIRNVELLA SYSTEMS LIMITED (SC990082)',
      candidates: ['SC82 LTD (99000017)'],
    })
    const alike: Ask = (operation, input) =>
      operation === (profileOf as object)
        ? register.ask(profileOf, 'SC990082')
        : called('99000017', 'SC82 WORKS LTD')(operation, input)
    expect(await settle(matched, { identifier: 'SC82' }, alike)).toBeUndefined()
  })

  it('is one of several in the words of the name, unless the best one is asked for', async () => {
    const said = await settle(profile, { identifier: 'trenwardle' })
    expect(said).toMatchObject({ $: 'ambiguous' })
    expect(said.candidates.map(({ id }: { id: string }) => id)).toEqual(['99000907', '99000915', '99000923'])
    expect(await settle(matched, { identifier: 'trenwardle' })).toMatchObject({ $: 'ambiguous' })
    expect(await settle(number, { identifier: 'trenwardle', match: 'best' })).toBe('99000907')
  })

  it('is that of exactly the name, active before dissolved', async () => {
    expect(await settle(number, { identifier: 'Pellimorne' })).toBe('99000931')
    expect(await settle(matched, { identifier: 'Pellimorne' })).toMatchObject({
      chosen: 'PELLIMORNE LIMITED (99000931)',
      candidates: ['PELLIMORNE PLANT HIRE LTD (99000949)'],
    })
    expect(await settle(number, { identifier: 'scarrowmire ltd' })).toBe('99000956')
  })

  describe('whose name is made of words that thousands have', () => {
    const hit = (number: string, name: string): CompanyHit => ({
      number,
      name,
      formerName: null,
      status: 'active',
      type: 'ltd',
      incorporated: null,
      ceased: null,
      address: null,
    })
    const others = Array.from({ length: 100 }, (_, i) => hit(`9801${1000 + i}`, `QUILLMARSH WORKS ${i} LIMITED`))
    const behind =
      (complete: boolean, ask: () => unknown): Ask =>
      async (operation, input) => {
        if (operation === (search as object)) return { hits: others, complete }
        return operation === (sameName as object) ? ask() : register.ask(operation, input)
      }

    it('is asked for by exactly that name too, and found behind the hundred', async () => {
      const exact = [hit('99000017', 'QUILLMARSH LIMITED')]
      expect(
        await settle(
          number,
          { identifier: 'quillmarsh' },
          behind(false, () => exact),
        ),
      ).toBe('99000017')
    })

    it('is not asked for again where all were seen', async () => {
      const said = await settle(
        number,
        { identifier: 'quillmarsh' },
        behind(true, () => expect.unreachable()),
      )
      expect(said).toMatchObject({ $: 'ambiguous' })
      expect(said.candidates).toHaveLength(100)
    })

    it('is unknown while we cannot tell whether one has exactly that name', async () => {
      const down = behind(false, () => {
        throw new UpstreamFault('companies-house', 'upstream_failed', 'down')
      })
      expect(await settle(number, { identifier: 'quillmarsh' }, down)).toBeInstanceOf(UpstreamFault)
    })
  })
})

describe('a person by id or name', () => {
  const { person, matched } = personOf(params({ name_or_id: text(), match: nameMatch }))
  const bans = bansOf(
    derive({ person }, ({ person: { appointments, ...rest } }) => ({
      ...rest,
      companies: appointments.flatMap(({ company }) => company.company_name ?? []),
    })),
  )

  it('is found by an id of 27 characters', async () => {
    expect(await settle(person, { name_or_id: 'Qm7-aVeRiLtHoRnQuIsT_000017' })).toMatchObject({
      name: 'Averil THORNQUIST',
      total_appointments: 1,
    })
    expect(await settle(matched, { name_or_id: 'Qm7-aVeRiLtHoRnQuIsT_000017' })).toBeUndefined()
    expect(await settle(person, { name_or_id: '-'.repeat(27) })).toEqual(
      noSuch(`There is no officer with the id ${'-'.repeat(27)}.`),
    )
  })

  it('is one over several records, by the id of any of them', async () => {
    const found = await settle(person, { name_or_id: 'Bk8-bErToLtKiNgScAvE_000115' })
    expect(found).toMatchObject({
      officer_ids: ['Bk8-bErToLtKiNgScAvE_000115', 'Bk8-bErToLtKiNgScAvE_000123'],
      born: '1971-06',
      total_appointments: 2,
    })
    expect(
      found.appointments.map(({ company }: { company: { company_number: string } }) => company.company_number),
    ).toEqual(['99000115', '99000123'])
  })

  it('is one of two namesakes, told apart by month of birth, unless the best one is asked for', async () => {
    expect(await settle(person, { name_or_id: 'Bertolt Kingscave' })).toEqual(
      ambiguous(
        "Several people have 'Bertolt Kingscave' in their names. Ask again by the officer id of the one who is meant.",
        [
          {
            id: 'Bk8-bErToLtKiNgScAvE_000115',
            label: 'Bertolt KINGSCAVE (born June 1971, 2 appointments)',
            born: '1971-06',
            appointments: 2,
          },
          {
            id: 'Bk8-bErToLtKiNgScAvE_000149',
            label: 'Bertolt KINGSCAVE (born February 1995, 1 appointment)',
            born: '1995-02',
            appointments: 1,
          },
        ],
      ),
    )
    const best = { name_or_id: 'Bertolt Kingscave', match: 'best' }
    expect(await settle(person, best)).toMatchObject({
      officer_ids: ['Bk8-bErToLtKiNgScAvE_000115', 'Bk8-bErToLtKiNgScAvE_000123'],
    })
    expect(await settle(matched, best)).toEqual({
      asked: 'Bertolt Kingscave',
      chosen: 'Bertolt KINGSCAVE (born June 1971)',
      candidates: ['Bertolt KINGSCAVE (born February 1995)'],
    })
  })

  it('is none where nobody is called so', async () => {
    expect(await settle(person, { name_or_id: 'Zzyzx Qwertle' })).toEqual(noSuch('No officer is called Zzyzx Qwertle.'))
  })

  it("carries the disqualifications of that name and month of birth, and no namesake's", async () => {
    expect(await settle(bans, { name_or_id: 'Lucan Threlfell' })).toMatchObject({
      records: [{ disqualifications: [{ until: '2033-06-30' }] }],
      unresolved: [],
    })
    const none = { records: [], unresolved: [] }
    expect(await settle(bans, { name_or_id: 'Averil Thornquist' })).toEqual(none)
    expect(await settle(bans, { name_or_id: 'Nerys Caddow' })).toEqual(none)
  })

  describe('and a ban that may be hers', () => {
    const ismene = { name: 'Ismene FARROW', born: null, is_corporate: false, companies: ['OLD MILLS LTD'] }
    const hit = { kind: 'natural' as const, id: 'x', name: 'Ismene FARROW', born: null }
    const ban = { ...hit, disqualifications: [], permissions: [] }
    const why = (...records: Parameters<typeof screened>[2]) =>
      screened(
        { ...ismene, born: '1970-02' },
        records.map(() => hit),
        records,
      )

    it('is not resolved where a month of birth is missing', () => {
      expect(screened(ismene, [], [])).toEqual({ records: [], unresolved: [] })
      expect(screened(ismene, [hit], [{ ...ban, born: '1960-01' }])).toMatchObject({
        records: [],
        unresolved: [{ name: 'Ismene FARROW', why: 'the birth of this person is not stated' }],
      })
      expect(why(ban).unresolved).toMatchObject([{ why: 'its birth is not stated', disqualifications: [] }])
    })

    it('is hers where the month is, whatever else cannot be told or read', () => {
      expect(why(ban, { ...ban, born: '1970-02' }, null)).toMatchObject({
        records: [{ born: '1970-02' }],
        unresolved: [
          { why: 'its birth is not stated' },
          { why: 'its entry could not be read', disqualifications: null },
        ],
      })
      expect(why({ ...ban, born: '1960-01' })).toEqual({ records: [], unresolved: [] })
    })

    it('is hers under another forename where it is about a company of hers, and unresolved elsewhere', () => {
      const person = { ...ismene, born: '1970-02' },
        named = { ...ban, name: 'Ismene Jane FARROW', born: '1970-02' }
      const about = (company: string) => ({ ...named, disqualifications: [{ companies: [company] }] as never })
      expect(screened(person, [hit], [about('Old Mills Limited')])).toMatchObject({ records: [{}], unresolved: [] })
      expect(screened(person, [hit], [about('Other Mills Limited')])).toMatchObject({
        records: [],
        unresolved: [{ why: 'one of the two has a middle name that the other lacks' }],
      })
    })

    it('is that of a company by its name alone', () => {
      const company = { ...ismene, is_corporate: true }
      expect(screened(company, [hit], [{ ...ban, kind: 'corporate' }]).records).toHaveLength(1)
    })
  })
})

describe('a code in words', () => {
  it('is as the register describes the industry, those of 2003 too', () => {
    expect(['62012', '99999', '0111', '00001'].map((code) => industryOf(code).description)).toEqual([
      'Business and domestic software development',
      'Dormant Company',
      'Grow cereals & other crops',
      null,
    ])
  })

  it('is the kind of a company', () => {
    expect(['ltd', 'private-limited-guarant-nsc', 'unheard-of', null].map(kindInWords)).toEqual([
      'Private limited company',
      'Private limited company by guarantee without share capital',
      null,
      null,
    ])
  })
})

describe('a sector', () => {
  it('is a code of five digits, or all below a shorter one, whether a trade is known for them or not', () => {
    expect(sectorOf('62012')).toEqual({ name: 'Business and domestic software development', sicCodes: ['62012'] })
    expect(sectorOf('00001')).toEqual({ name: '00001', sicCodes: ['00001'] })
    expect(sectorOf('5610')?.name).toBe('3 industries of division 56')
    expect(sectorOf('5610')?.sicCodes).toEqual(['56101', '56102', '56103'])
    expect(sectorOf('8299')?.sicCodes).toEqual(['82990'])
    expect(sectorOf('68')?.sicCodes).toEqual(['68100', '68201', '68202', '68209', '68310', '68320'])
    expect(sectorOf('56.10')).toEqual(sectorOf('5610'))
    expect(sectorOf('56.1')?.sicCodes).toEqual(sectorOf('561')?.sicCodes)
    expect(sectorOf('SIC 62.01/2')).toEqual(sectorOf('62012'))
    for (const none of ['04', '620123', '6.2', '62.0123', '62/01']) expect(sectorOf(none), none).toBeNull()
    for (const asked of ['SIC 62012', 'sic62012', 'SIC code: 62012']) expect(sectorOf(asked)).toEqual(sectorOf('62012'))
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
