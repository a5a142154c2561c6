import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { partly, type Operation, type Tools } from '@domesday/core'
import { readInPart } from '../../../test/support/parts.ts'
import { readBody } from '../../../test/support/read.ts'
import { openSource, recorded, recordings, type OpenSource } from '@domesday/tool-testing'
import { disciplinary, fcaRegister, firms, registration, search, type Action, type Firm } from './index.ts'

let register: OpenSource
beforeAll(async () => {
  register = await openSource(fcaRegister)
})
afterAll(() => register.close())

describe('the firms that a company is', () => {
  it('finds it by name and keeps it by number, whatever legal form the register writes', async () => {
    const [firm, ...others] = await register.ask(firms, {
      number: '99000058',
      name: 'OSTRAVELL ASSET MANAGEMENT LIMITED',
    })
    expect(others).toEqual([])
    expect(firm).toMatchObject({
      frn: '990058',
      status: 'Authorised',
      since: '2001-12-01',
      current: true,
      sub_status: null,
      cautions: [],
      company: '99000058',
    })
    expect(firm!.disciplinary.map(({ action, date }) => [action, date])).toEqual([
      ['Fines', '2023-03-21'],
      ['Requirement', '2022-06-14'],
    ])
    expect(firm!.disciplinary[0]!.summary).toBe(
      'On 17 March 2023 the Authority imposed a financial penalty of £412,300 on Ostravell Asset Management Limited for a breach of Principle 3 (management and control) between 4 May 2019 and 30 October 2021.',
    )
  })

  it('tells insolvency and cautions from the status', async () => {
    const [firm] = await register.ask(firms, { number: '99000801', name: 'PENDERLEY INSTALMENTS LIMITED' })
    expect(firm).toMatchObject({
      status: 'Authorised',
      sub_status: 'In Administration',
      subStatusSince: '2026-08-03',
      disciplinary: [],
    })
    expect(firm!.cautions).toEqual([
      'As at 3 August 2026 this firm has entered administration. Customers should contact the administrators.',
    ])
  })

  it('finds it under a name that it trades by', async () => {
    expect(
      (await register.ask(firms, { number: '99000801', name: 'PENDERLEY PAY MONTHLY LIMITED' })).map(({ frn }) => frn),
    ).toEqual(['990061'])
  })

  it('is empty for a namesake with another number, and for a name that the register does not know', async () => {
    expect(await register.ask(firms, { number: '99000017', name: 'OSTRAVELL ASSET MANAGEMENT LIMITED' })).toEqual([])
    expect(await register.ask(firms, { number: '99000017', name: 'QUILLMARSH PRECISION LIMITED' })).toEqual([])
  })

  it('leaves out of the search what the register takes for invalid input', async () => {
    expect(
      (await register.ask(search, { name: "*Ostravell 'asset' “management”", page: 1 })).hits.map(({ frn }) => frn),
    ).toEqual(['990058', '990059'])
  })

  it('finds it on whichever page of the search it stands', async () => {
    const asked: unknown[] = []
    const ask = async ({ id }: Operation<any, any>, input: any) => {
      asked.push(input)
      if (id === 'search')
        return {
          hits: [{ frn: `${input.page}`, name: input.page === 4 ? 'Revolution Max Ltd' : 'Revolution Fuels Ltd' }],
          pages: 4,
        }
      return id === 'registration'
        ? { frn: input, company: input === '4' ? '01234567' : null, current: true }
        : { actions: [], more: false }
    }
    if (firms.how.kind !== 'run') throw new TypeError('not a run')
    const found = (await firms.how.run({ number: '01234567', name: 'REVOLUTION MAX LIMITED' }, {
      ask,
    } as unknown as Tools)) as readonly Firm[]
    expect(found.map(({ frn }) => frn)).toEqual(['4'])
    expect(asked.filter((input) => typeof input === 'object').slice(0, 4)).toEqual(
      [1, 2, 3, 4].map((page) => ({ name: 'REVOLUTION MAX LIMITED', page })),
    )
  })

  it('is known in part where a firm of that name states no number', async () => {
    const ask = async ({ id }: Operation<any, any>) =>
      id === 'search'
        ? { hits: [{ frn: '7', name: 'Fixture Mills Ltd' }], pages: 1 }
        : { frn: '7', name: 'Fixture Mills Ltd', company: null, current: true }
    if (firms.how.kind !== 'run') throw new TypeError('not a run')
    const found = firms.how.run({ number: '99000901', name: 'FIXTURE MILLS LIMITED' }, { ask } as unknown as Tools)
    expect(await found).toEqual(
      partly([], 'a firm of this name, FRN 7, is a possible match: it states no company number'),
    )
  })

  it('is found whatever other of its name cannot be read, and not known where it may be that one', async () => {
    const firm = { frn: '8', name: 'Fixture Mills Ltd', company: '99000901', current: true }
    const among = (...frns: readonly string[]) =>
      (firms.how as any).run(
        { number: '99000901', name: 'FIXTURE MILLS LIMITED' },
        {
          ask: async ({ id }: Operation<any, any>, frn: string) => {
            if (id === 'search') return { hits: frns.map((frn) => ({ frn, name: firm.name })), pages: 1 }
            if (id === 'disciplinary') return { actions: [], more: false }
            if (frn === '7') throw new Error('unreadable')
            return firm
          },
        },
      )
    expect(await among('7', '8')).toMatchObject([{ frn: '8' }])
    await expect(among('7')).rejects.toThrow('unreadable')
  })

  it('reads the end of a registration', async () => {
    expect(await register.ask(registration, '990059')).toMatchObject({
      status: 'No longer authorised',
      current: false,
      since: '2001-11-30',
      company: null,
    })
    expect(await register.ask(registration, '111111')).toBeNull()
  })
})

describe('an answer that is no answer', () => {
  it('is a fault when the key is refused, although the status is 200', () => {
    const refused = {
      Status: 'FSR-API-01-01-11',
      Message: 'Unauthorised: Please include a valid API key and Email address',
      ResultInfo: null,
      Data: null,
    }
    expect(() => readBody(search, refused, 'x')).toThrow('FSR-API-01-01-11')
    expect(() => readBody(registration, { Message: 'Session expired' }, '1')).toThrow('there is no Status in it')
  })

  it('is no answer without its data, and one with half of a firm is', () => {
    expect(() => readBody(search, { Status: 'FSR-API-04-01-00' }, {})).toThrow('there is no Data in it')
    const wire = { Status: 'FSR-API-02-01-00', Data: [{ 'Exceptional Info Body': 'CAUTION' }] }
    expect(readBody(registration, wire, '1')).toEqual({
      frn: '1',
      name: '',
      status: null,
      since: null,
      current: null,
      sub_status: null,
      subStatusSince: null,
      other_statuses: [],
      cautions: ['CAUTION'],
      company: null,
    })
  })

  it('leaves out the one action of twelve that cannot be read, and says so', () => {
    const Data = Array.from({ length: 12 }, (_, i) => (i === 4 ? 'x' : { TypeofAction: 'Fines' }))
    const { value, parts } = readInPart(disciplinary, { Status: 'FSR-API-02-11-00', Data })
    expect(value.actions).toHaveLength(11)
    expect(parts).toContain('1 of 12 rows could not be read')
  })

  it('is a wait of a minute when it is a 429', () => {
    expect(fcaRegister.slow!({ status: 429, headers: {}, body: '' })).toBe(60)
    expect(fcaRegister.slow!({ status: 500, headers: {}, body: '' })).toBeNull()
  })

  it('does not let a reference number lead elsewhere', async () => {
    expect(await register.ask(registration, '990058/DisciplinaryHistory')).toBeNull()
  })
})

describe.skipIf(recordings() === null)('recorded answers', () => {
  const body = (file: string): unknown => recorded('fca-register', `${file}.json`)

  it('reads a firm', () => {
    expect(readBody(registration, body('firm-552016'), '552016')).toEqual({
      frn: '552016',
      name: 'J.P. MORGAN PERSONAL INVESTING LIMITED',
      status: 'Authorised',
      since: '2011-10-06',
      current: true,
      sub_status: null,
      subStatusSince: null,
      other_statuses: [],
      cautions: [],
      company: '07503666',
    })
    const example = readBody(registration, body('firm-documented-example'), '615820')!
    expect(example).toMatchObject({
      company: '08755483',
      sub_status: 'In Administration',
      subStatusSince: '2021-04-29',
      since: '2018-08-31',
    })
    expect(example.cautions).toHaveLength(1)
    expect(example.other_statuses[0]).toEqual({
      regime: 'Payment services and electronic money',
      status: 'Cancelled - Small PI',
      since: '2018-08-31',
    })
    expect(readBody(registration, body('firm-not-found'), '1')).toBeNull()
  })

  it('reads a search', () => {
    expect(readBody(search, body('search-hastings-insurance-services-limited'), '')).toEqual({
      hits: [{ frn: '311492', name: 'Hastings Insurance Services Limited' }],
      pages: 1,
    })
    expect(readBody(search, body('search-no-result'), '')).toEqual({ hits: [], pages: 0 })
    const { hits: page, pages } = readBody(search, body('search-revolution-firm-page1'), '')
    expect(pages).toBe(4)
    expect(page).toHaveLength(19) // of 20: one is a warning of an unauthorised firm, which has no number
    expect(
      page.every(
        ({ frn, name }: { readonly frn: string; readonly name: string }) =>
          /^\d+$/.test(frn) && !name.includes('Postcode'),
      ),
    ).toBe(true)
  })

  it('reads a disciplinary history', () => {
    expect(readBody(disciplinary, body('firm-552016-disciplinary-history-none'), {})).toEqual({
      actions: [],
      more: false,
    })
    const first = readBody(disciplinary, body('firm-122702-disciplinary-history-page1'), {})
    const last = readBody(disciplinary, body('firm-122702-disciplinary-history-page2'), {})
    expect([first.actions.length, first.more, last.actions.length, last.more]).toEqual([10, true, 2, false])
    expect(last.actions[1]).toEqual({
      action: 'Fines',
      date: '2025-07-16',
      under: 'FSMA',
      summary:
        'On 14 July 2025 the Authority imposed a financial penalty of £39,314,700 on Barclays Bank Plc (“Barclays”) for its breach of Principle 2 (skill, care and diligence) of the Authority’s Principles for Businesses that occurred between 9 January 2015 and 23 April 2021.',
    })
    expect(last.actions[0]!.summary).toBe('Final Notice 2024: Barclays plc and Final Notice 2024: Barclays Bank plc')
    // Some accounts number their paragraphs.
    expect(first.actions[3]!.summary).toMatch(
      /^On 23 May 2014, the FCA imposed a penalty of £26,033,500 on Barclays Bank PLC \(Barclays\) .* London Gold Fixing\.$/,
    )
    expect([...first.actions, ...last.actions].every(({ summary }: Action) => summary!.length <= 302)).toBe(true)
  })
})
