import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apart } from '@domesday/core'
import { openSource, type OpenSource } from '@domesday/tool-testing'
import { clientOf, loopback, settingsFor, type Loopback } from '../../../test/support/loopback.ts'
import { upstreamFaultOf } from '../../../test/support/faults.ts'
import { accounts, companiesHouseAccounts, type Accounts, type AskedAccounts } from './index.ts'
import { documentOf, type Year } from './samples/document.ts'

const sampleId = (...of: readonly string[]): string => Buffer.from(of.join('|')).toString('base64url')
const filed = (number: string, ...days: readonly string[]): AskedAccounts => ({
  number,
  documents: days.map((madeUpTo) => ({ madeUpTo, id: sampleId(number, madeUpTo), filing: `f${madeUpTo}` })),
})

describe('the accounts of a sample company', () => {
  let source: OpenSource
  beforeAll(async () => {
    source = await openSource(companiesHouseAccounts)
  })
  afterAll(() => source.close())

  it('are five years, of three documents', async () => {
    const { years, unread } = await source.ask(
      accounts,
      filed('99000017', '2025-12-31', '2024-12-31', '2023-12-31', '2022-12-31', '2021-12-31', '2020-12-31'),
    )
    expect(unread).toEqual([])
    expect(years.map(({ made_up_to, stated_in, net_assets }) => [made_up_to, stated_in, net_assets])).toEqual([
      ['2025-12-31', 'own', 1_315_900],
      ['2024-12-31', 'later', 1_191_200],
      ['2023-12-31', 'own', 1_056_500],
      ['2022-12-31', 'later', 947_500],
      ['2021-12-31', 'own', 849_400],
    ])
    expect(years[0]).toMatchObject({
      period_start: '2025-01-01',
      currency: 'GBP',
      current_assets: 1_013_200,
      cash: 402_700,
      creditors_within_one_year: 297_500,
      creditors_after_one_year: 84_000,
      current_ratio: 3.41,
      staff: 34,
      turnover: null,
      operating_profit: null,
      profit: null,
      audited: false,
      dormant: false,
      url: 'https://find-and-update.company-information.service.gov.uk/company/99000017/filing-history/f2025-12-31/document',
    })
    // What a document says of itself it does not say of the year before.
    expect(years[1]).toMatchObject({ audited: null, dormant: null, staff: 33 })
  })

  it('have turnover, profit and losses where these were filed', async () => {
    const { years } = await source.ask(accounts, filed('99000090', '2024-10-31', '2023-10-31'))
    expect(years.map(({ turnover, profit, audited }) => [turnover, profit, audited])).toEqual([
      [61_230_000, -3_914_000, true],
      [66_780_000, -1_408_000, null],
    ])
  })

  it('are none where none were filed', async () => {
    expect(await source.ask(accounts, filed('99000066'))).toEqual({ years: [], unread: [] })
  })
})

const year: Year = { fixed: 1_000, debtors: 2_000, cash: 3_000, within: 1_500, staff: 2 }
const page = (day: string, number = '99000017', before = true): string =>
  documentOf({
    number,
    standard: 'Micro-entities',
    audit: 'AuditExempt-NoAccountantsReport',
    years: [[day, year], ...(before ? ([[`${Number(day.slice(0, 4)) - 1}${day.slice(4)}`, year]] as const) : [])],
  })
const asked: AskedAccounts = {
  number: '99000017',
  documents: ['2025-12-31', '2024-12-31', '2023-12-31'].map((madeUpTo) => ({ madeUpTo, id: madeUpTo, filing: null })),
}
const idOf = (url: string): string => /document\/([^/]+)\/content/.exec(url)?.[1] ?? ''
interface Reply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}
const serving = (replies: (id: string) => Reply): Promise<Loopback> =>
  loopback((response, { url }) => {
    const { status = 200, headers = {}, body = '' } = replies(idOf(url))
    response.writeHead(status, { 'content-type': 'application/xhtml+xml', ...headers }).end(body)
  })
const clientAt = (origin: string, hosts: readonly string[] = []) =>
  clientOf([companiesHouseAccounts], settingsFor(origin, { hosts, max_bytes: 500_000 }), {
    env: { COMPANIES_HOUSE_API_KEY: 'the-key' },
  })
const inPart = (answer: unknown): Accounts & { readonly gaps: readonly string[] } => {
  const { value, parts } = apart((answer as { readonly value: unknown }).value)
  return { ...(value as Accounts), gaps: parts.map(({ why }) => why) }
}
const readFrom = async (replies: (id: string) => Reply): Promise<Accounts & { readonly gaps: readonly string[] }> => {
  const { origin } = await serving(replies)
  return inPart(await clientAt(origin).ask(accounts, asked))
}

describe('a document', () => {
  it('lies in storage that is given no key, at no other place', async () => {
    const storage = await serving(() => ({ body: page('2025-12-31') }))
    const elsewhere = await serving(() => ({ body: page('2025-12-31') }))
    const { origin, seen } = await loopback((response, { url }) => {
      const to = idOf(url) === '2025-12-31' ? storage : elsewhere
      response.writeHead(302, { location: `${to.origin}/bucket/docs/1?X-Amz-Signature=s` }).end()
    })
    const { years, gaps } = inPart(await clientAt(origin, [`${storage.host}/bucket`]).ask(accounts, asked))
    expect(seen.every(({ headers }) => headers.authorization?.startsWith('Basic '))).toBe(true)
    expect(storage.seen.map(({ headers }) => headers.authorization)).toEqual([undefined])
    expect(elsewhere.seen).toEqual([])
    expect(years.map(({ made_up_to: day }) => day)).toEqual(['2025-12-31', '2024-12-31'])
    expect(gaps).toEqual(['the accounts to 31 December 2024 and 31 December 2023 could not be read'])
  })

  it('that is a scan is told, and its year taken from the accounts after it', async () => {
    const { years, unread, gaps } = await readFrom((id) =>
      id === '2023-12-31' ? { status: 406 } : { body: page(id, '99000017', id !== '2024-12-31') },
    )
    expect(years.map(({ made_up_to: day }) => day)).toEqual(['2025-12-31', '2024-12-31'])
    expect(unread).toEqual([{ made_up_to: '2023-12-31', why: 'scan' }])
    expect(gaps).toEqual(['the accounts to 31 December 2023 were filed as a scan, which holds no figures as data'])

    const repeated = await readFrom((id) => (id === '2023-12-31' ? { status: 406 } : { body: page(id) }))
    expect(repeated).toMatchObject({ unread: [], gaps: [] })
    expect(repeated.years[2]).toMatchObject({ made_up_to: '2023-12-31', stated_in: 'later' })
  })

  it('that is none is a gap in words: too large, a zip, a PDF, a page of a proxy, of another company', async () => {
    for (const [body, why] of [
      [Buffer.alloc(600_000, ' '), 'could not be read'],
      [Buffer.from('PK\u0003\u0004 and more'), 'could not be read'],
      [Buffer.from('%PDF-1.7 and more'), 'could not be read'],
      [Buffer.from('<html><body>Bad gateway</body></html>'), 'could not be read'],
      [Buffer.from(page('2023-12-31', '99000025')), 'name another company’s number'],
      [Buffer.from('<html xmlns="http://www.w3.org/1999/xhtml"><body/></html>'), 'mark no figures as data'],
    ] as const) {
      const { years, gaps } = await readFrom((id) => ({
        body: id === '2023-12-31' ? body : page(id, '99000017', false),
      }))
      expect(years.map(({ made_up_to: day }) => day)).toEqual(['2025-12-31', '2024-12-31'])
      expect(gaps).toEqual([`the accounts to 31 December 2023 ${why}`])
    }
  })

  it('that is not as it should be is told, even where later accounts repeat its year', async () => {
    const { years, unread, gaps } = await readFrom((id) => ({
      body: id === '2023-12-31' ? '<html xmlns="http://www.w3.org/1999/xhtml"><body>Busy</body></html>' : page(id),
    }))
    expect(years.map(({ made_up_to, stated_in }) => [made_up_to, stated_in])).toEqual([
      ['2025-12-31', 'own'],
      ['2024-12-31', 'own'],
      ['2023-12-31', 'later'],
    ])
    expect(unread).toEqual([{ made_up_to: '2023-12-31', why: 'untagged' }])
    expect(gaps).toEqual(['the accounts to 31 December 2023 mark no figures as data'])
  })

  it('that contradicts itself is told beside its first figure', async () => {
    const twice = (id: string): string =>
      page(id)
        .replace('</table>', '<tr><td>1</td></tr></table>')
        .replace(
          '</body>',
          '<p>Note: <ix:nonFraction name="core:CashBankOnHand" contextRef="at0" unitRef="GBP" decimals="0">9,999</ix:nonFraction></p></body>',
        )
    const { years, gaps } = await readFrom((id) => ({ body: id === '2025-12-31' ? twice(id) : page(id) }))
    expect(years[0]).toMatchObject({ cash: 3_000, contradicting: ['cash'] })
    expect(gaps).toEqual([
      'the accounts to 31 December 2025 state cash more than once, differently: the first is shown',
    ])
  })
})

it('is a failure where the newest could not be read', async () => {
  for (const failing of [asked.documents.map(({ id }) => id), ['2025-12-31']]) {
    const { origin } = await serving((id) => (failing.includes(id) ? { status: 500 } : { body: page(id) }))
    expect((await upstreamFaultOf(clientAt(origin).ask(accounts, asked))).reason).toBe('upstream_failed')
  }
})
