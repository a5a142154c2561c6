import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readInPart } from '../../../test/support/parts.ts'
import { readBody } from '../../../test/support/read.ts'
import type { Operation, Tools } from '@domesday/core'
import { openSource, recorded, recordings, type OpenSource } from '@domesday/tool-testing'
import { epoOps, patents, search, type Patent } from './index.ts'

let ops: OpenSource
beforeAll(async () => {
  ops = await openSource(epoOps)
})
afterAll(() => ops.close())

const patentsOf = (name: string, formerNames: readonly string[] = []) =>
  ops.ask(patents, { name, formerNames: formerNames.map((former) => ({ name: former })) })

describe('the inventions of a company', () => {
  it('are families of publications, newest first, under one number each', async () => {
    const { total, publications, newest, items, complete } = await patentsOf('CAIRNVELLA SYSTEMS LIMITED')
    expect([total, publications, newest, complete]).toEqual([4, 6, '2026-06-03', true])
    expect(items.map(({ number }) => number)).toEqual(['GB9900412A', 'WO2026990114A1', 'EP9904471B1', 'GB9900301B'])
    expect(items[2]).toEqual({
      number: 'EP9904471B1',
      title: 'SELF-CALIBRATING ROTARY ENCODER',
      published: '2025-08-13',
      first_published: '2023-04-05',
      offices: ['EP'],
      ipc: ['G01D 5/244', 'G01D 18/00'],
      url: 'https://worldwide.espacenet.com/patent/search?q=pn%3DEP9904471B1',
      match: { by: 'name', agreed: ['name', 'legal form', 'time', 'country'], against: [], sure: 'likely' },
    })
    expect(items[1]!.offices).toEqual(['GB', 'WO'])
  })

  it('are counted by class, each once', async () => {
    const { classifications } = await patentsOf('CAIRNVELLA SYSTEMS LIMITED')
    expect(classifications.map(({ code, section, families }) => [code, section, families])).toEqual([
      ['G01D', 'Physics', 2],
      ['F04D', 'Mechanical engineering; lighting; heating; weapons; blasting', 1],
      ['G01H', 'Physics', 1],
      ['G01L', 'Physics', 1],
      ['G01M', 'Physics', 1],
    ])
  })

  it('are not those of a namesake abroad, nor of a company whose name only begins alike', async () => {
    const { total, items } = await patentsOf('Quillmarsh Precision Ltd')
    expect([total, items.map(({ number }) => number)]).toEqual([2, ['EP9904471B1', 'GB9900188B']])
  })

  it('are not those from before it was formed, which is said', async () => {
    if (patents.how.kind !== 'run') throw new TypeError('not a run')
    const ask = (operation: Operation<any, any>, input: unknown) => ops.ask(operation, input)
    const asked = { name: 'CAIRNVELLA SYSTEMS LIMITED', formerNames: [], since: '2025-01-01' }
    const found: any = await patents.how.run(asked, { ask } as unknown as Tools)
    const why = '1 invention of before it was formed or bore the name may belong to another of its name'
    expect(found.parts).toEqual([{ why, known: 0.75 }])
    expect(found.value.items.every((one: Patent) => one.first_published! >= '2025-01-01')).toBe(true)
    expect(found.value.total).toBe(3)
  })

  it('are found under a former name', async () => {
    expect((await patentsOf('NEWNAME LIMITED', ['CAIRNVELLA SYSTEMS LIMITED'])).total).toBe(4)
  })

  it('are none where the service finds nothing, or has nothing to look for', async () => {
    const none = {
      total: 0,
      publications: 0,
      newest: null,
      classifications: [],
      items: [],
      possible: [],
      complete: true,
    }
    expect(await patentsOf('BRACKENFOLD LOGISTICS LTD')).toEqual(none)
    expect(await patentsOf('???')).toEqual(none)
  })
})

const { path } = search.how as unknown as {
  readonly path: (input: object) => readonly [string, Readonly<Record<string, string>>]
}
const read = (wire: unknown) => readBody(search, wire)
const found = (...documents: readonly object[]) => ({
  'ops:world-patent-data': {
    'ops:biblio-search': {
      '@total-result-count': '10000',
      'ops:search-result': { 'exchange-documents': [{ 'exchange-document': documents }] },
    },
  },
})

describe('the search', () => {
  it('asks for all names at once, a hundred publications a page', () => {
    expect(path({ names: ['A AND B', 'A B'], page: 2 })).toEqual([
      '/published-data/search/biblio',
      { q: 'pa="A AND B" or pa="A B"', Range: '101-200' },
    ])
  })

  it('reads what hardly says anything', () => {
    expect(read({ 'ops:world-patent-data': { 'ops:biblio-search': {} } })).toEqual({ total: 0, publications: [] })
    expect(read(found({ '@doc-number': '1' }))).toEqual({
      total: 10_000,
      publications: [{ family: '1', number: '1', office: null, published: null, title: null, applicants: [], ipc: [] }],
    })
  })

  it('leaves out the one publication of twelve that has no number, and says so', () => {
    const documents = Array.from({ length: 12 }, (_, i) => (i === 3 ? {} : { '@doc-number': `${i}` }))
    const { value, parts } = readInPart(search, found(...documents))
    expect(value.publications).toHaveLength(11)
    expect(parts[0]).toBe('11 of 11 publications name no applicant')
    expect(parts.some((why) => why.startsWith('1 of '))).toBe(true)
  })

  it('says where publications have no day, or classes that cannot be read', () => {
    const names = { applicants: { applicant: { 'applicant-name': { name: { $: 'A' } } } } }
    const one = (data: object) => found({ '@doc-number': '1', 'bibliographic-data': { parties: names, ...data } })
    expect(readInPart(search, one({})).parts).toEqual(['no publication has a day'])
    const dated = { 'publication-reference': { 'document-id': { date: { $: '20260101' } } } }
    expect(readInPart(search, one(dated)).parts).toEqual([])
    const classes = { ...dated, 'classifications-ipcr': { 'classification-ipcr': { text: { $: 'unreadable' } } } }
    expect(readInPart(search, one(classes)).parts).toEqual(['the classes of 1 of 1 publications could not be read'])
  })

  it('treats an answer of another shape as an error, not as a company without patents', () => {
    expect(() => read({ message: 'Service unavailable' })).toThrow('ops:world-patent-data')
  })
})

describe('a quota', () => {
  const reply = (headers: Readonly<Record<string, string>>, body = '', status = 403) =>
    epoOps.slow!({ status, headers, body })

  it('states the pause in milliseconds', () => {
    expect(reply({ 'x-rejection-reason': 'IndividualQuotaPerHour', 'retry-after': '216383' })).toBeCloseTo(216.383)
    expect(
      reply(
        {},
        '<error><message>This request has been rejected due to the violation of Fair Use policy</message></error>',
      ),
    ).toBe(60)
  })

  it('does not apply to every 403', () => {
    expect(reply({ 'x-rejection-reason': 'x' }, '<code>CLIENT.RobotDetected</code>')).toBeNull()
    expect(reply({}, '<error>forbidden</error>')).toBeNull()
    expect(reply({ 'x-rejection-reason': 'x' }, '', 404)).toBeNull()
  })
})

describe.skipIf(recordings() === null)('recorded answers', () => {
  it('reads a publication that stands alone', () => {
    expect(read(recorded('epo-ops', 'published-data-search-biblio-single.json'))).toEqual({
      total: 95,
      publications: [
        {
          family: 'US20260268235A1',
          number: 'US20260268235A1',
          office: 'US',
          published: '2026-09-10',
          title: 'ELECTROPHORETIC OSCILLATORS',
          applicants: [
            { name: 'PURDUE RESEARCH FOUNDATION', residence: 'US' },
            { name: 'PURDUE RESEARCH FOUNDATION', residence: null },
          ],
          ipc: [],
        },
      ],
    })
  })

  it('is recognised by its 403, and a search without results by its 404', () => {
    const { none } = search.how as unknown as { readonly none: (reply: object) => unknown }
    expect(none({ status: 404, headers: {}, body: recorded('epo-ops', 'error-no-results.xml') })).toEqual({
      total: 0,
      publications: [],
    })
    expect(none({ status: 404, headers: {}, body: '<html>gone</html>' })).toBeUndefined()
    expect(epoOps.slow!({ status: 403, headers: {}, body: recorded('epo-ops', 'error-fair-use-403.xml') })).toBe(60)
  })
})
