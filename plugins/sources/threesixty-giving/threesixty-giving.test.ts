import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSource, recorded, recordings, type OpenSource } from '@domesday/tool-testing'
import { rowOf, type Row, type WireGrant } from './grant.ts'
import { received, search, threesixtyGiving } from './index.ts'

let giving: OpenSource
beforeAll(async () => {
  giving = await openSource(threesixtyGiving)
})
afterAll(() => giving.close())

describe('grants on a subject', () => {
  it('hold every word, latest first, with their sum in pounds and their funders', async () => {
    const { total, value, funders, items, complete } = await giving.ask(search, 'renewable energy')
    expect([total, value, funders, complete]).toEqual([4, 137_750, 3, true])
    expect(items.map(({ awarded_on }) => awarded_on)).toEqual(['2026-04-02', '2026-02-11', '2025-01-20', '2021-10-08'])
    expect(items[0]).toEqual({
      reference: '360G-almsgate-0451',
      title: 'Community solar on village halls',
      programme: 'Green places',
      amount: 32_750,
      currency: 'GBP',
      awarded_on: '2026-04-02',
      funder: 'Almsgate Community Fund',
      recipient: 'Larkhollow Community Energy',
      url: 'https://grantnav.threesixtygiving.org/grant/360G-almsgate-0451',
    })
    expect(items[3]!.currency).toBe('EUR')
  })

  it('count a funder once, whatever it calls itself', async () => {
    expect(await giving.ask(search, 'mental health')).toMatchObject({ total: 3, funders: 2, value: 241_700 })
  })

  it('are found by who gave and who got them', async () => {
    expect((await giving.ask(search, 'lantern')).total).toBe(3)
    expect((await giving.ask(search, 'Wickenstow Trust')).total).toBe(2)
  })

  it('are none for words that nothing holds, and for no words', async () => {
    const none = { total: 0, value: 0, priced: 0, funders: 0, items: [], complete: true }
    expect(await giving.ask(search, 'submarine')).toEqual(none)
    expect(await giving.ask(search, '***')).toEqual(none)
  })

  it('to people name nobody', async () => {
    expect((await giving.ask(search, 'household hardship')).items).toMatchObject([{ recipient: null, amount: 5_000 }])
  })
})

describe('grants to a company', () => {
  it('are known by its number, the charity’s own or as the publisher states it', async () => {
    expect(await giving.ask(received, { number: '99000041', name: 'WICKENSTOW TRUST', formerNames: [] })).toMatchObject(
      { total: 2, value: 94_100, funders: 2 },
    )
    expect(await giving.ask(received, { number: 'SC990082', name: 'ANY', formerNames: [] })).toMatchObject({
      total: 2,
      value: 25_000,
      priced: 1,
    })
  })

  it('are known by its name only where no number is stated', async () => {
    expect(
      (await giving.ask(received, { number: '99000017', name: 'QUILLMARSH PRECISION LIMITED', formerNames: [] })).items,
    ).toMatchObject([{ title: 'Apprentice training centre', awarded_on: '2025-03-14' }])
    expect(
      (
        await giving.ask(received, {
          number: '99000017',
          name: 'NEWNAME LTD',
          formerNames: [{ name: 'QUILLMARSH PRECISION LIMITED' }],
        })
      ).total,
    ).toBe(1)
    expect(
      (await giving.ask(received, { number: '99009999', name: 'CAIRNVELLA SYSTEMS LIMITED', formerNames: [] })).total,
    ).toBe(0)
  })

  it('by its name are not those from before it was formed', async () => {
    const asked = { number: '99000017', name: 'QUILLMARSH PRECISION LIMITED', formerNames: [], since: '2026-05-01' }
    expect(await giving.ask(received, asked)).toMatchObject({ total: 0 })
    const { answer } = received.how as unknown as { readonly answer: (rows: object, company: object) => unknown }
    const row = rowOf({ id: 'a', awardDate: '2020-01-01', recipientOrganization: [{ name: asked.name }] })
    const rows = { where: (column: string) => (column === 'recipients' ? [row] : []) }
    expect(answer(rows, asked)).toMatchObject({
      value: { total: 0 },
      parts: [{ why: '1 grant of before it was formed or bore the name may belong to another of its name' }],
    })
  })
})

describe('a common word', () => {
  it('is read so far and no farther, and counted whole', () => {
    const { answer } = search.how as unknown as {
      readonly answer: (
        rows: { readonly text: (words: string) => Iterable<Row>; readonly count: () => number },
        query: string,
      ) => { readonly total: number; readonly complete: boolean }
    }
    let read = 0
    const endless = function* (): Generator<Row> {
      for (; ; read++) yield rowOf({ id: String(read), amountAwarded: 1, currency: 'GBP' })!
    }
    expect(answer({ text: endless, count: () => 7_000 }, 'community')).toMatchObject({
      total: 7_000,
      value: 500,
      complete: false,
    })
    expect(read).toBeLessThanOrEqual(501)
  })
})

describe('a grant', () => {
  it('may say hardly anything', () => {
    expect(rowOf({ id: 'x', additional_data: null })).toEqual({
      id: 'x',
      title: null,
      description: null,
      programme: null,
      amount: null,
      currency: null,
      awarded: null,
      funder: null,
      recipient: null,
      companies: [],
      recipients: [],
    })
  })

  it('has its funder’s one name, and one of each recipient, or cannot be imported', () => {
    const row = (more: object) => () => rowOf({ id: 'x', ...more })
    expect(row({ additional_data: {} })).toThrow('fundingOrganizationCanonical')
    expect(row({ additional_data: { fundingOrganizationCanonical: { id: 'f' } } })).toThrow(
      'fundingOrganizationCanonical',
    )
    expect(row({ recipientOrganization: [{ id: 'r' }] })).toThrow('recipientOrganization.name')
    // Neither an organisation nor a person: a grant all the same.
    expect(row({ additional_data: { GNCanonicalFundingOrgId: 'f' } })()).toMatchObject({ recipient: null })
  })

  it('is mended where its text was misread on the way, and left as it is where it was not', () => {
    const title = (text: string): string | null => rowOf({ id: 'x', title: text })!.title
    expect(['Womenâ€™s Aid â€“ Â£5,000', 'CafÃ© â€œNeathâ€\u009d'].map(title)).toEqual([
      'Women’s Aid – £5,000',
      'Café “Neath”',
    ])
    const sound = ['CAFÉ’S £5,000', 'Tŷ Pâl’s «Élan»', 'CHÂTEAU', '€500 – São']
    expect(sound.map(title)).toEqual(sound)
    expect(rowOf({ id: 'x', recipientOrganization: [{ name: 'Sample Womenâ€™s Aid Ltd' }] })).toMatchObject({
      recipient: { name: 'Sample Women’s Aid Ltd' },
      recipients: ['SAMPLE WOMENS AID'],
    })
  })

  it('has its funder under the one name that the export added', () => {
    const wire: WireGrant = {
      id: 'x',
      fundingOrganization: [{ id: 'a', name: 'A Fund' }],
      additional_data: { GNCanonicalFundingOrgId: 'c', GNCanonicalFundingOrgName: 'The A Fund' },
    }
    expect(rowOf(wire)!.funder).toEqual({ id: 'c', name: 'The A Fund' })
  })

  it('has numbers in their usual form, and none where there is none', () => {
    const companies = (companyNumber: string | null, id = '360G-x') =>
      rowOf({ id: 'x', recipientOrganization: [{ id, name: 'A', companyNumber }] })!.companies
    expect([
      companies('1234567'),
      companies('SC 990082'),
      companies('IP990CUS'),
      companies('0'),
      companies('N/A'),
      companies(null, 'GB-COH-99000710'),
    ]).toEqual([['01234567'], ['SC990082'], ['IP990CUS'], [], [], ['99000710']])
  })
})

describe.skipIf(recordings() === null)('recorded grants', () => {
  it('reads those of a charitable trust', () => {
    const [first, second] = recorded('threesixty-giving', 'grants-json-ab-charitable-trust.json').grants.map(
      rowOf,
    ) as readonly [Row, Row]
    for (const file of ['grants-json-ab-charitable-trust.json', 'grants-json-wolfson.json'])
      for (const grant of recorded('threesixty-giving', file).grants)
        expect(threesixtyGiving.row(grant, '')?.id).toBe(grant.id)
    expect(first).toMatchObject({
      id: '360G-ABCT-0065I000002yzGKQAY',
      title: 'A grant to Access to Justice Foundation',
      amount: 100_000,
      currency: 'GBP',
      awarded: '2020-04-28',
      programme: 'Human Rights, particularly access to justice',
      funder: { id: 'GB-CHC-1000147', name: 'A B Charitable Trust' },
      recipient: { id: 'GB-CHC-1126147', name: 'Access to Justice Foundation' },
      companies: ['06714178'],
      recipients: ['ACCESS TO JUSTICE FOUNDATION'],
    })
    expect(first.description).toContain('grant of £100,000 towards')
    const descriptions = recorded('threesixty-giving', 'grants-json-ab-charitable-trust.json').grants.map(
      (wire: WireGrant) => rowOf(wire)!.description ?? '',
    ) as readonly string[]
    expect(descriptions.filter((text) => text.includes('women’s organisations'))).toHaveLength(1)
    expect(descriptions.filter((text) => /[Ââ]/.test(text))).toEqual([])
    expect(second).toMatchObject({ amount: 10_000, funder: { name: 'The AIM Foundation' } })
  })

  it('reads days as they are written in the United Kingdom', () => {
    expect(rowOf(recorded('threesixty-giving', 'grants-json-wolfson.json').grants[0])).toMatchObject({
      awarded: '2014-06-05',
      amount: 40_000,
      programme: 'Education',
      recipient: { name: 'Ysgol Dinas Bran' },
      companies: [],
    })
  })
})
