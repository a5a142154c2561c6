import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Passing, type Operation } from '@domesday/core'
import { readInPart } from '../../../test/support/parts.ts'
import { checkedBody, readBody } from '../../../test/support/read.ts'
import { openSource, recorded, recordings, type OpenSource } from '@domesday/tool-testing'
import type { Company } from '@domesday/vocabulary-companies'
import { severityOf } from './codes.ts'
import { feedOf, feedWire, noticeAbout, parse, type Feed, type Notice } from './feed.ts'
import { byNumber, gazette, notices, search, type Found } from './index.ts'

const company = (number: string, name: string, formerNames: readonly string[] = []): Company => ({
  number,
  name,
  formerNames: formerNames.map((former) => ({ name: former })),
})
const tallowmere = company('99000033', 'TALLOWMERE HOMES LIMITED')

let feed: OpenSource
beforeAll(async () => {
  feed = await openSource(gazette)
})
afterAll(() => feed.close())

const asked = (of: Company) => ({ ...of, from: '2017-01-01' })
const found = async (of: Company): Promise<readonly Notice[]> => (await feed.ask(notices, asked(of))).notices

describe('the notices of a company', () => {
  it('are its insolvency notices, newest first, each once, with how much they say', async () => {
    expect((await found(tallowmere)).map(({ code, published, severity }) => [code, published, severity])).toEqual([
      ['2446', '2026-05-21', 'medium'],
      ['2443', '2026-05-20', 'high'],
      ['2441', '2026-05-20', 'high'],
      ['2442', '2026-05-01', 'medium'],
    ])
  })

  it('are read where the feed has one hit, and no list', async () => {
    expect(await found(company('99000090', 'HALLAFORTH RETAIL LIMITED'))).toEqual([
      {
        notice_id: '9900412',
        code: '2410',
        type: 'Appointment of Administrators',
        severity: 'critical',
        published: '2026-08-07',
        url: 'https://www.thegazette.co.uk/notice/9900412',
        withdrawn: false,
        petition: null,
        matched_by: 'number',
        match: { by: 'number', agreed: ['number'], against: [], sure: 'certain' },
      },
    ])
  })

  it('are none for a company without any', async () => {
    const none = company('99000017', 'QUILLMARSH PRECISION LIMITED')
    expect(await found(none)).toEqual([])
    expect(await feed.ask(byNumber, asked(none))).toEqual({
      notices: [],
      reach: { from: '2017-01-01', stored_to: null, asked_live: true },
    })
  })

  it('are not those of before it was formed, where only the name is printed', async () => {
    const { how } = notices
    if (how.kind !== 'run') throw new TypeError('not a run')
    const printed = {
      code: '2450',
      type: 'Petition',
      severity: 'high',
      url: 'https://x.example',
      title: '',
      named: [],
    } as const
    const entries = [
      { ...printed, id: '1', published: '2020-01-01', numbers: [], text: 'TALLOWMERE HOMES LIMITED' },
      { ...printed, id: '2', published: '2020-01-01', numbers: ['99000033'], text: '' },
    ]
    const ask = async ({ id }: Operation<any, any>) => (id === 'search' ? entries : null)
    const of = async (since: string | null) =>
      ((await how.run({ ...asked(tallowmere), since }, { ask, now: Date.now } as never)) as Found).notices
    expect((await of(null)).map(({ notice_id }) => notice_id)).toEqual(['1', '2'])
    expect((await of('2024-01-01')).map(({ notice_id }) => notice_id)).toEqual(['2'])
  })

  it('are not those of a namesake with another number', async () => {
    expect(await found({ ...tallowmere, number: '99000999' })).toEqual([])
  })

  it('are asked for without an Accept header, which the service answers with a 500', async () => {
    expect(await feed.ask(search, { phrase: 'tallowmere', since: '2017-01-01' })).toHaveLength(4)
    expect(await feed.ask(search, { phrase: 'tallowmere', since: '2026-05-20' })).toHaveLength(3)
  })
})

describe('a search', () => {
  it('drops notices of other categories: personal insolvency may not be re-used', () => {
    const entries = ['2503', '2450', '2600', '2499', undefined].map((code) => ({
      id: 'https://www.thegazette.co.uk/id/notice/1',
      'f:notice-code': code,
    }))
    expect(readBody(search, JSON.stringify({ entry: entries }), { phrase: '', since: '' })).toMatchObject(
      ['2450', '2499', null].map((code) => ({ code })),
    )
  })
})

describe('a search that is not read whole', () => {
  it('says so: a notice of twelve without an address, and more than a page', () => {
    const one = { id: 'https://www.thegazette.co.uk/id/notice/1', 'f:notice-code': '2450', published: '2026-10-01' }
    const read = (entry: readonly object[], total: number) =>
      readInPart(search, JSON.stringify({ 'f:total': String(total), entry }), { phrase: '', since: '' })
    const twelve = read([...Array.from({ length: 11 }, () => one), {}], 12)
    expect([twelve.value.length, twelve.parts]).toEqual([11, ['1 of 12 notices could not be read']])
    const hundred = Array.from({ length: 100 }, () => one)
    expect(read(hundred, 100).parts).toEqual([])
    expect(read(hundred, 240).parts).toEqual(['only the newest 100 of 240 notices with the words were read'])
  })
})

const readFeed = (text: string): Feed => feedOf(checkedBody(feedWire, parse(text)))
const entry = (content: string, title = 'A NOTICE') =>
  readFeed(
    JSON.stringify({ 'f:total': '1', entry: { id: 'https://www.thegazette.co.uk/id/notice/L-1-2', title, content } }),
  ).entries[0]!

describe('whom a notice is about', () => {
  it('is told by any number that it prints, however it is written', () => {
    const quarrel = company('00123456', 'QUARREL & SONS LTD')
    const texts = [
      '(Company Number 123456)',
      'Company No. 00123456.',
      '<p>Company Registration Number: <em class="highlight">00123456</em></p>',
      'Registered Number 00123456',
      'in the matter of A LTD (Company Number 07654321) and B LTD (Company Number 123456)',
    ]
    for (const text of texts) {
      expect(noticeAbout(quarrel, entry(text)), text).toMatchObject({ matched_by: 'number' })
    }
    for (const number of ['SP9914RS', 'IP990CUS', 'SL99911A'])
      expect(entry(`A SOCIETY (Company Number ${number})`).numbers).toEqual([number])
    expect(noticeAbout(company('SC012345', 'X'), entry('Company Number: SC12345'))).toMatchObject({
      matched_by: 'number',
    })
  })

  it('is not read from a number that was cut off', () => {
    expect(entry('A LTD (Company Number 012345...').numbers).toEqual([])
    expect(entry('A LTD (Company Number 012345…').numbers).toEqual([])
  })

  it('is told by a current or former name where no number is printed', () => {
    const renamed = company('99000025', 'BRACKENFOLD LOGISTICS LTD', ['BRACKENFOLD HAULAGE LTD'])
    expect(noticeAbout(renamed, entry('Brackenfold Haulage Limited. Notice is hereby given'))).toMatchObject({
      matched_by: 'name',
    })
    expect(noticeAbout(renamed, entry('Notice', 'BRACKENFOLD LOGISTICS LIMITED '))).toMatchObject({
      matched_by: 'name',
    })
    expect(
      noticeAbout(renamed, entry('In the matter of Brackenfold Logistics Ltd and in the matter of the Insolvency Act')),
    ).toMatchObject({ matched_by: 'name' })
    expect(noticeAbout(renamed, entry('New Brackenfold Logistics Limited'))).toBeNull()
    expect(noticeAbout(renamed, entry('Brackenfold Logistics Group Limited'))).toBeNull()
    expect(noticeAbout(renamed, entry('BRACKENFOLD LOGISTICS LTD (Company Number 01111111)'))).toBeNull()
  })

  it('is told by the name of who uses a name again, though the number of the company that failed is printed', () => {
    const goesOn = company('99000230', 'MORROWDALE FIXINGS LIMITED')
    const reuse = (text: string) =>
      readFeed(
        JSON.stringify({
          'f:total': '1',
          entry: { id: 'https://www.thegazette.co.uk/id/notice/1', 'f:notice-code': '2403', title: 'X', content: text },
        }),
      ).entries[0]!
    const told = (name: string) => `OLD FIXINGS LIMITED (Company Number 99000248) Rule 22.4. Acquired by ${name}.`
    expect(noticeAbout(goesOn, reuse(told('Morrowdale Fixings Ltd')))).toMatchObject({
      matched_by: 'name',
      match: { sure: 'likely' },
    })
    expect(
      noticeAbout(goesOn, reuse('I, ADA MARSH, WILL ACT FOR MORROWDALE FIXINGS LIMITED (Company Number 1).')),
    ).toBe(null)
    expect(noticeAbout(goesOn, reuse('TO BE KNOWN AS MORROWDALE FIXINGS LIMITED (Company Number 1).'))).not.toBeNull()
    expect(noticeAbout(goesOn, reuse(told('Great Morrowdale Fixings Limited')))).toBeNull()
    // Any other notice is about the numbers that it prints.
    expect(noticeAbout(goesOn, entry(told('Morrowdale Fixings Ltd')))).toBeNull()
  })

  it('is another’s where the company did not bear the name yet, or has given it up for more than a year', () => {
    const renamed = {
      number: '99000025',
      name: 'NEW MILLS LIMITED',
      formerNames: [{ name: 'OLD MILLS LIMITED', from: '2010-02-01', until: '2020-05-31' }],
      since: '2010-02-01',
    }
    const on = (name: string, published: string) => noticeAbout(renamed, { ...entry(`${name}. Notice`), published })
    expect(on('Old Mills Limited', '2019-05-01')?.match.sure).toBe('possible')
    expect(on('Old Mills Limited', '2021-05-30')?.match.against).toEqual(['time'])
    expect([on('Old Mills Limited', '2021-06-02'), on('New Mills Limited', '2019-05-01')]).toEqual([null, null])
  })
})

describe('the feed', () => {
  it('has no entry, a null or one object where there are not several', () => {
    for (const text of ['{"f:total":"0"}', '{"f:total":"0","entry":null}', '{"f:total":0,"entry":[]}'])
      expect(readFeed(text)).toEqual({ total: 0, entries: [], lost: 0 })
    expect(() => readFeed('{"f:total":"3","notice":[{}]}')).toThrow('there is no entry')
  })

  it('tells scanned pages of one number apart, as every notice, by its address', () => {
    const site = 'https://www.thegazette.co.uk',
      ids = [
        `${site}/London/issue/34159/page/3065`,
        `${site}/London/issue/34160/page/3065`,
        `${site}/id/notice/4237126`,
        `${site}/id/notice/L-57776-035`,
      ]
    expect(readFeed(JSON.stringify({ entry: ids.map((id) => ({ id })) })).entries.map(({ id }) => id)).toEqual([
      'London/issue/34159/page/3065',
      'London/issue/34160/page/3065',
      '4237126',
      'L-57776-035',
    ])
    expect(readFeed(JSON.stringify({ entry: { id: '/London/issue/34159/page/3065' } })).entries[0]!.id).toBe(
      'London/issue/34159/page/3065',
    )
  })

  it('gives every notice an address of the web, and leaves out what has none', () => {
    const page = '/London/issue/34159/page/3065',
      notice = 'https://www.thegazette.co.uk/id/notice/4237126'
    const { entries } = readFeed(
      JSON.stringify({
        entry: [
          null,
          {},
          { id: 'rubbish', link: { '@href': 7 } },
          { id: page, link: [null, { '@href': {} }] },
          { id: notice, link: [{ '@href': '/notice/4237126' }] },
          { id: '<b>4</b>', link: { '@href': notice } },
        ],
      }),
    )
    expect(entries.map(({ id, url }) => [id, url])).toEqual([
      ['London/issue/34159/page/3065', `https://www.thegazette.co.uk${page}`],
      ['4237126', 'https://www.thegazette.co.uk/notice/4237126'],
      ['4', notice],
    ])
    // Entries were sent: if none can be read, that is an error and not an empty feed.
    expect(() => readFeed('{"f:total":"1","entry":[{}]}')).toThrow('no notice')
  })

  it('is mended where scanned text breaks it', () => {
    const { entries } = readFeed(
      '{"f:total":"1","entry":[{"id":"https://x/1","title":{"#text":"A \\a B\\\\c"},"content":"tab\there \\"quoted\\" \\u00a3"}]}',
    )
    expect(entries[0]).toMatchObject({
      title: 'A \\a B\\c',
      text: 'tab here "quoted" £',
      code: null,
      severity: 'unrated',
    })
  })

  it('is a fault that may pass where it is a page, and one that does not where it is no JSON', () => {
    expect(() => readFeed('\n<!DOCTYPE html><title>Down for maintenance</title>')).toThrow(Passing)
    expect(() => readFeed('{"f:total":')).toThrow('not JSON')
  })
})

describe('severity', () => {
  it('ranks an order over a petition, a petition over a meeting, and a solvent winding-up last', () => {
    expect(['2452', '2450', '2442', '2431', '2461', '2499', null].map(severityOf)).toEqual([
      'critical',
      'high',
      'medium',
      'low',
      'relief',
      'unrated',
      'unrated',
    ])
  })
})

describe.skipIf(recordings() === null)('recorded feeds', () => {
  // Some of the shortened recordings have no address.
  const recordedFeed = (file: string) => {
    const feed = recorded('gazette', file) as { readonly entry: object | readonly object[] }
    return readFeed(
      JSON.stringify({
        ...feed,
        entry: [feed.entry].flat().map((entry) => ({ id: 'https://www.thegazette.co.uk/id/notice/trimmed', ...entry })),
      }),
    )
  }

  it('reads insolvency notices old and new', () => {
    const { total, entries } = recordedFeed('notice-feed-entries-insolvency-trimmed.json')
    expect(total).toBe(2)
    expect(noticeAbout(company('09857485', 'KM TELECOM LTD'), entries[1]!)).toMatchObject({
      code: '2452',
      type: 'Winding-Up Orders',
      severity: 'critical',
      published: '2026-07-04',
      matched_by: 'number',
    })
    expect(noticeAbout(company('00000001', 'CARILLION AMT LIMITED'), entries[0]!)).toMatchObject({
      notice_id: 'L-58635-471825',
      code: '2431',
      severity: 'low',
      published: '2008-03-10',
      matched_by: 'name',
    })
  })

  it('reads the documented body', () => {
    const {
      total,
      entries: [entry],
    } = recordedFeed('notice-feed-categorycode-11.json')
    expect(total).toBe(9082)
    expect(entry).toMatchObject({
      id: 'L-60768-1986497',
      code: '1119',
      type: 'Warrants Under the Royal Sign Manual',
      published: '2014-01-30',
      url: 'https://www.thegazette.co.uk/notice/L-60768-1986497',
      numbers: [],
    })
  })
})
