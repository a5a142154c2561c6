import { openSource, recorded, recordings, UpstreamFault, type OpenSource } from '@domesday/tool-testing'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readInPart } from '../../../test/support/parts.ts'
import { readBody } from '../../../test/support/read.ts'
import { lawList, legislationGovUk, search, type Found } from './index.ts'

describe('laws on a subject', () => {
  let site: OpenSource
  beforeAll(async () => {
    site = await openSource(legislationGovUk)
  })
  afterAll(() => site.close())

  const found = async (words: string): Promise<Found> => (await site.ask(search, words)) as Found

  it('are those with the words in their titles', async () => {
    const { laws, total, primary, matched_in, years } = await found('modern slavery')
    expect(laws).toEqual(
      expect.arrayContaining([
        {
          title: 'Modern Slavery Act 2015',
          type: 'ukpga',
          type_name: 'UK Public General Act',
          year: '2015',
          url: 'https://www.legislation.gov.uk/ukpga/2015/30',
          made: '2015-03-26',
          ended: null,
        },
      ]),
    )
    expect({ total, primary, matched_in, years }).toEqual({
      total: 3,
      primary: 1,
      matched_in: 'title',
      years: { 2015: 3 },
    })
  })

  it('have their English titles, and the year of the calendar, whatever their address', async () => {
    const { laws } = await found('agriculture')
    expect(laws).toContainEqual({
      title: 'Agriculture (Wales) Act 2023',
      type: 'asc',
      type_name: 'Act of Senedd Cymru',
      year: '2023',
      url: 'https://www.legislation.gov.uk/asc/2023/4',
      made: '2023-08-17',
      ended: null,
    })
    expect(laws).toContainEqual({
      title: 'Agriculture Act 1947',
      type: 'ukpga',
      type_name: 'UK Public General Act',
      year: '1947',
      url: 'https://www.legislation.gov.uk/ukpga/Geo6/10-11/48',
      made: null,
      ended: null,
    })
  })

  it('are counted over all pages, by type', async () => {
    const { laws, total, primary } = await found('construction')
    expect(laws).toHaveLength(20)
    expect({ total, primary }).toEqual({ total: 688, primary: 6 })
  })

  it('have counts by type, most first, under their short codes', async () => {
    const { types, total } = await found('agriculture')
    expect(types.slice(0, 2)).toEqual([
      { type: 'uksi', type_name: 'UK Statutory Instrument', kind: 'instrument', count: 604 },
      { type: 'nisr', type_name: 'Northern Ireland Statutory Rule', kind: 'instrument', count: 287 },
    ])
    expect(types.filter(({ kind }) => kind === 'act').map(({ type }) => type)).toEqual(['ukpga', 'asp', 'nia', 'asc'])
    expect(types.reduce((sum, { count }) => sum + count, 0)).toBe(total)
  })

  it('are those that mention them where no title has them', async () => {
    expect(await found('cryptoassets')).toMatchObject({ total: 4, primary: 2, matched_in: 'text' })
  })

  it('may be none', async () => {
    expect(await found('zzqxy')).toEqual({ laws: [], total: 0, primary: 0, types: [], years: {}, matched_in: 'text' })
    expect(site.unmatched).toEqual([])
  })
})

describe('a feed', () => {
  const entry = {
    id: 'http://www.legislation.gov.uk/id/ukpga/Vict/29-30/279',
    title: 'An Act',
    'ukm:Year': { '@Value': '1866' },
  }

  const copies = (count: number) => Array.from({ length: count }, () => entry)

  it('tells by its titles whether a law was repealed, and not of one that repeals others', () => {
    const ended = (title: string) =>
      readBody(lawList, { feed: { entry: { ...entry, title }, 'leg:morePages': '0' } }).laws[0]!.ended
    expect(
      [
        'Data Protection Act 1984 (repealed 1.3.2000)',
        'Regulation (EU) 2018/773 (Text with EEA relevance) (repealed)',
        'The Schools Order 1999 (revoked) (with saving)',
        'Regulation repealing Implementing Regulation (EU) 2018/773',
        'The Construction Products (Amendment etc.) (EU Exit) Regulations 2019',
      ].map(ended),
    ).toEqual(['repealed 1.3.2000', 'repealed', 'revoked', null, null])
  })

  it('with one entry is no list, and without facets counts one page', () => {
    expect(
      readBody(lawList, { feed: { entry: entry, 'leg:morePages': '0', 'openSearch:itemsPerPage': '20' } }),
    ).toMatchObject({
      total: 1,
      primary: null,
      laws: [{ type: 'ukpga', year: '1866', made: null }],
    })
    expect(
      readBody(lawList, { feed: { entry: [entry, entry], 'leg:morePages': '3', 'openSearch:itemsPerPage': '20' } }),
    ).toMatchObject({ total: null, primary: null, years: {} })
  })

  it('takes neither its count of this page for the total, nor partitions for types', () => {
    const facet = (type: string, value: string) => ({ '@type': type, '@value': value })
    const facets = [
      facet('UnitedKingdomPublicGeneralAct', '7'),
      facet('UnitedKingdomStatutoryInstrument', '30'),
      facet('UnitedKingdomStatutoryInstrument|draft', '2'),
    ]
    expect(
      readBody(lawList, {
        feed: {
          'openSearch:totalResults': '20',
          entry: entry,
          'leg:facets': { 'leg:facetTypes': { 'leg:facetType': facets } },
        },
      }),
    ).toMatchObject({ total: 37, primary: 7 })
  })

  it('tells drafts and law of the European Union from what was made here, and keeps a type that is not known', () => {
    const facet = (type: string) => ({ '@type': type, '@value': '1' })
    const types = ['UnitedKingdomDraftStatutoryInstrument', 'EuropeanUnionDecision', 'WelshParliamentAct', 'ManxOrder']
    const facets = { 'leg:facetTypes': { 'leg:facetType': types.map(facet) } }
    expect(readBody(lawList, { feed: { entry: entry, 'leg:facets': facets } }).types).toMatchObject([
      { type: 'UnitedKingdomDraftStatutoryInstrument', type_name: null, kind: 'draft' },
      { type: 'eudn', kind: 'european' },
      { type: 'asc', kind: 'act' },
      { type: 'ManxOrder', type_name: null, kind: 'instrument' },
    ])
  })

  it('leaves out an entry of twelve without a title, and one of no known form, and says so', () => {
    const twelve = (odd: object) => readInPart(lawList, { feed: { entry: [...copies(11), odd] } })
    const untitled = twelve({ id: entry.id })
    expect([untitled.value.laws.length, untitled.parts]).toEqual([11, ['1 of 12 rows could not be read']])
    const elsewhere = twelve({ ...entry, id: 'https://elsewhere.example/id/ukpga/1' })
    expect([elsewhere.value.laws.length, elsewhere.parts]).toEqual([11, ['1 of 12 entries are of no known form']])
  })

  it('without counts is known whole only if it is one page', () => {
    const of = (more: object, entries = 1) => readInPart(lawList, { feed: { entry: copies(entries), ...more } })
    expect(of({ 'leg:morePages': '0' })).toMatchObject({ value: { total: 1 }, parts: [] })
    expect(of({}).parts).toEqual([])
    const unsure = ['the feed does not count what matches']
    expect(of({ 'leg:morePages': '3' }).parts).toEqual(unsure)
    expect(of({}, 20).parts).toEqual(unsure)
    const counts = {
      'leg:facets': { 'leg:facetTypes': { 'leg:facetType': { '@type': 'ScottishAct', '@value': '4' } } },
    }
    expect(of(counts, 0)).toMatchObject({ value: { total: 4 }, parts: ['the feed counts laws and lists none'] })
  })

  it('needs the right root element', () => {
    expect(() => readBody(lawList, { html: {} })).toThrow('there is no feed in it')
  })
})

describe('the site', () => {
  let server: Server, site: OpenSource
  const asked: string[] = []
  const feed =
    '<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>http://www.legislation.gov.uk/id/uksi/2020/1</id><title>An Order &amp; more</title></entry><leg:facets/></feed>'
  let wall: string | null = null,
    moved = false
  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(request.url ?? '')
      if (wall !== null) response.writeHead(200, { 'content-type': 'text/html' }).end(wall)
      else if (request.url?.includes('/all/') && !moved)
        response.writeHead(200, { 'content-type': 'application/atom+xml' }).end(feed)
      else response.writeHead(404, { 'content-type': 'text/html' }).end('<html></html>')
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    site = await openSource(legislationGovUk, { gateway: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  })
  afterAll(async () => {
    await site.close()
    server.close()
  })

  it('is asked for all types where it does not know the list of UK law', async () => {
    expect(await site.ask(search, 'orders of merit')).toMatchObject({
      laws: [{ title: 'An Order & more', type: 'uksi' }],
      matched_in: 'title',
    })
    expect(asked).toEqual([
      '/legislation-gov-uk/primary+secondary/data.feed?title=orders%20of%20merit&sort=relevance',
      '/legislation-gov-uk/all/data.feed?title=orders%20of%20merit',
    ])
  })

  it('is a failure if neither list exists, not an answer without laws', async () => {
    moved = true
    await expect(site.ask(search, 'moves')).rejects.toBeInstanceOf(UpstreamFault)
    moved = false
  })

  it('that answers with a page for robots has failed', async () => {
    wall = '<!DOCTYPE html><html><head><script>window.awsWafCookieDomainList = []</script></head><body></body></html>'
    await expect(site.ask(search, 'walls')).rejects.toBeInstanceOf(UpstreamFault)
  })
})

describe.skipIf(!recordings())('recorded answers of legislation-gov-uk', () => {
  it('are read', async () => {
    const body = recorded('legislation-gov-uk', 'title-construction.xml') as string
    const server = createServer((_, response) =>
      response.writeHead(200, { 'content-type': 'application/atom+xml' }).end(body),
    ).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const site = await openSource(legislationGovUk, {
      gateway: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    })
    const { laws, total, primary, types, years } = (await site.ask(search, 'construction')) as Found
    await site.close()
    server.close()
    expect({ total, primary, laws: laws.length }).toEqual({ total: 896, primary: 6, laws: 20 })
    const ofKind = (kind: string) => types.filter((one) => one.kind === kind).reduce((sum, { count }) => sum + count, 0)
    expect({ instruments: ofKind('instrument'), european: ofKind('european') }).toEqual({
      instruments: 682,
      european: 208,
    })
    const named = types.filter(({ type_name: name }) => name !== null)
    expect([types[0], named.length]).toEqual([
      { type: 'uksi', type_name: 'UK Statutory Instrument', kind: 'instrument', count: 436 },
      types.length,
    ])
    expect(years).toMatchObject({ 2022: 9, 2021: 4, 1837: 1 })
    expect(laws[9]).toMatchObject({
      title: expect.stringMatching(/^Commission Implementing Regulation \(EU\) 2018\/773/),
      type: 'eur',
      year: '2018',
      url: 'https://www.legislation.gov.uk/eur/2018/773',
      made: '2018-05-15',
    })
    expect(laws[10]!.title).not.toContain('<')
  })
})
