import { readInPart } from '../../../test/support/parts.ts'
import { readBody } from '../../../test/support/read.ts'
import { openSource, recorded, recordings, UpstreamFault, type OpenSource } from '@domesday/tool-testing'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parliamentBills, pending, type Bill } from './index.ts'

const numberOf = ({ url }: Bill): number => Number(url.split('/').at(-1))

describe('pending bills', () => {
  let parliament: OpenSource
  beforeAll(async () => {
    parliament = await openSource(parliamentBills)
  })
  afterAll(() => parliament.close())

  const titles = async (words: string): Promise<readonly string[]> =>
    (await parliament.ask(pending, words)).map(({ title }) => title)

  it('are those of the session that sits, last moved first', async () => {
    expect(await titles('construction')).toEqual([
      'Construction Site Safety (Sample) Bill',
      'Construction Contracts (Retentions) (Sample) Bill',
    ])
  })

  it('are not those withdrawn, defeated, in draft, or law by now', async () => {
    for (const words of ['slavery', 'hedgerows', 'cryptoassets', 'building safety'])
      expect(await titles(words), words).toEqual([])
  })

  it('say how far they have come, over both Houses', async () => {
    const [children, centres] = await parliament.ask(pending, 'data')
    expect(children).toEqual({
      title: 'Data Protection (Children) (Sample) Bill',
      stage: 'Report stage',
      house: 'Commons',
      progress: 9,
      government_bill: true,
      updated: '2026-10-12',
      url: 'https://bills.parliament.uk/bills/99003',
    })
    expect(centres).toMatchObject({ stage: null, house: 'Commons', progress: 0 })
    expect(await parliament.ask(pending, 'retentions')).toMatchObject([{ progress: 2, government_bill: false }])
  })
})

const bill = (id: number, rest: object) => ({
  billId: id,
  shortTitle: `Bill ${id}`,
  originatingHouse: 'Commons',
  includedSessionIds: [7],
  isAct: false,
  isDefeated: false,
  billWithdrawn: null,
  billTypeId: 1,
  currentStage: null,
  ...rest,
})
const stage = (description: string, house: string) => ({ currentStage: { description, house } })

describe('a list of bills', () => {
  let server: Server, parliament: OpenSource
  const asked: URLSearchParams[] = []
  const first = [
    bill(1, stage('Royal Assent', 'Unassigned')),
    bill(2, stage('Consideration of Lords amendments', 'Commons')),
    bill(3, stage('3rd reading', 'Lords')),
    bill(4, stage('Committee of the whole House', 'Commons')),
    bill(5, stage('Money resolution', 'Commons')),
    bill(6, { ...stage('2nd reading', 'Lords'), originatingHouse: 'Lords', shortTitle: null }),
    bill(7, { ...stage('2nd reading', 'Commons'), includedSessionIds: [6] }),
    bill(8, { currentStage: null, currentHouse: 'Unassigned' }),
    bill(9, { ...stage('1st reading', 'Commons'), originatingHouse: 'Unassigned' }),
    bill(10, { ...stage('Committee stage', 'Unassigned') }),
    bill(11, { includedSessionIds: 6 }),
    bill(12, { billId: null }),
    bill(13, { billId: '13<br>' }),
  ]
  beforeAll(async () => {
    server = createServer((request, response) => {
      const query = new URL(request.url ?? '', 'http://x').searchParams
      asked.push(query)
      const items = query.get('Skip') === '50' ? [bill(51, {})] : first
      const pages: Record<string, object> = {
        nothing: { items: null, totalResults: 0 },
        broken: { message: 'An error has occurred.' },
      }
      const page = pages[query.get('SearchTerm') ?? ''] ?? { items, totalResults: 51 }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(page))
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    parliament = await openSource(parliamentBills, {
      gateway: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    })
  })
  afterAll(async () => {
    await parliament.close()
    server.close()
  })

  it('is read to its last page, in the session that the bills themselves tell', async () => {
    const bills = await parliament.ask(pending, 'tax')
    expect(bills.map(numberOf)).toEqual([1, 2, 3, 4, 5, 6, 8, 9, 10, 51])
    expect(asked.map((query) => [query.get('SearchTerm'), query.get('Session'), query.get('Skip')])).toEqual([
      [null, null, null],
      ['tax', '7', '0'],
      ['tax', '7', '50'],
    ])
  })

  it('places stages on the way to assent, and none that is beside it', async () => {
    const progress = new Map((await parliament.ask(pending, 'tax')).map((one) => [numberOf(one), one.progress]))
    expect([1, 2, 3, 4, 5, 6, 51].map((id) => progress.get(id))).toEqual([12, 11, 10, 3, null, 2, 0])
  })

  it('has no House for a stage in neither, and does not count it as the second House', async () => {
    const bills = new Map((await parliament.ask(pending, 'tax')).map((one) => [numberOf(one), one]))
    expect([1, 8, 9, 10].map((id) => [bills.get(id)!.house, bills.get(id)!.progress])).toEqual([
      [null, 12],
      [null, 0],
      ['Commons', 1],
      [null, 3],
    ])
  })

  it('may be empty', async () => {
    expect(await parliament.ask(pending, 'nothing')).toEqual([])
  })

  it('leaves out the one bill of twelve of which it is not said whether it is pending, and says so', () => {
    const items = Array.from({ length: 12 }, (_, i) => bill(i, i === 4 ? { isDefeated: undefined } : {}))
    const asked = { words: 'x', session: 7, skip: 0 }
    const { value, parts } = readInPart(parliamentBills.operations.get('search')!, { items, totalResults: 12 }, asked)
    expect([value.pending.length, value.isLast]).toEqual([11, true])
    expect(parts).toContain('1 of 12 rows could not be read')
    const plain = readBody(parliamentBills.operations.get('search')!, { items: [bill(1, { billTypeId: null })] }, asked)
    expect(plain).toMatchObject({ pending: [{ government_bill: null }], isLast: true })
  })

  it('is not empty where something else came in its place', async () => {
    await expect(parliament.ask(pending, 'broken')).rejects.toBeInstanceOf(UpstreamFault)
  })
})

describe.skipIf(!recordings())('recorded answers of parliament-bills', () => {
  it('are read', () => {
    const operations = parliamentBills.operations
    const reader = (id: string) => (wire: unknown, input?: unknown) => readBody(operations.get(id)!, wire, input)
    const page = recorded('parliament-bills', 'bills-list-page1-cut.json') as unknown
    expect(reader('session')(page)).toBe(35)
    expect(reader('search')(page, { words: 'business rates', session: 35, skip: 0 })).toEqual({
      pending: [
        {
          title: 'Abolition of Business Rates Bill',
          stage: '2nd reading',
          house: 'Commons',
          progress: 2,
          government_bill: false,
          updated: '2021-05-04',
          url: 'https://bills.parliament.uk/bills/2818',
        },
      ],
      isLast: false,
    })
    expect(reader('search')(page, { words: 'business rates', session: 41, skip: 0 })).toMatchObject({ pending: [] })
  })
})
