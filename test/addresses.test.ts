/**
 * Without a gateway, calls go to the real hosts over https, each with its own credential. Nock answers in the hosts'
 * place.
 */
import nock from 'nock'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { openSource, UpstreamFault } from '@domesday/tool-testing'
import { charges, companiesHouse } from '@domesday/source-companies-house'
import { fcaRegister, registration } from '@domesday/source-fca-register'
import { crimes, policeUk } from '@domesday/source-police-uk'
import { lookup, postcodesIo } from '@domesday/source-postcodes-io'

const env = {
  COMPANIES_HOUSE_API_KEY: 'ch-key',
  FCA_REGISTER_EMAIL: 'desk@example.test',
  FCA_REGISTER_API_KEY: 'fca-key',
}

beforeAll(() => nock.disableNetConnect())
// Nock answers an unknown path with 501, which a client could take for an outage.
const unknown: string[] = []
nock.emitter.on('no match', ({ url }) => unknown.push(url))
afterEach(() => {
  expect([nock.pendingMocks(), unknown.splice(0)]).toEqual([[], []])
  nock.cleanAll()
})
afterAll(() => {
  nock.enableNetConnect()
  nock.restore()
})

it('Companies House gets its key as a user name', async () => {
  nock('https://api.company-information.service.gov.uk')
    .get('/company/99000025/charges')
    .query({ items_per_page: '100' })
    .basicAuth({ user: 'ch-key', pass: '' })
    .matchHeader('user-agent', /^Domesday\//)
    .reply(200, { items: [], total_count: 0 })
  const register = await openSource(companiesHouse, { gateway: null, env })
  expect(await register.ask(charges, '99000025')).toMatchObject({ total: 0 })
  await register.close()
})

it('the register of the FCA gets its key and the address it was issued to', async () => {
  nock('https://register.fca.org.uk')
    .get('/services/V0.1/Firm/122702')
    .matchHeader('x-auth-email', 'desk@example.test')
    .matchHeader('x-auth-key', 'fca-key')
    .reply(200, { Status: 'FSR-API-02-01-11', Message: 'Firm not found', Data: null })
  const register = await openSource(fcaRegister, { gateway: null, env })
  expect(await register.ask(registration, '122702')).toBeNull()
  await register.close()
})

it('open data gets no credential', async () => {
  const bare = { badheaders: ['authorization', 'cookie'] }
  nock('https://api.postcodes.io', bare)
    .get('/postcodes/ZZ991AA')
    .reply(404, { status: 404, error: 'Postcode not found' })
  nock('https://data.police.uk', bare)
    .get('/api/crimes-street/all-crime')
    .query({ lat: '51.5', lng: '-0.1', date: '2026-08' })
    .reply(200, [{ category: 'burglary', location: null }])
  const postcodes = await openSource(postcodesIo, { gateway: null, env }),
    police = await openSource(policeUk, { gateway: null, env })
  expect(await postcodes.ask(lookup, 'ZZ99 1AA')).toMatchObject({ detail: 'There is no postcode ZZ99 1AA.' })
  expect(await police.ask(crimes, { at: { lat: 51.5, lng: -0.1 }, metres: 1609, month: '2026-08' })).toEqual({
    by_category: { burglary: 1 },
    total_places: 0,
    places: [],
    unread: 0,
  })
  await Promise.all([postcodes.close(), police.close()])
})

it('a redirect to another host is not followed, and takes no credential there', async () => {
  const elsewhere = nock('https://elsewhere.example').get(/.*/).reply(200, { items: [] })
  nock('https://api.company-information.service.gov.uk')
    .get('/company/99000025/charges')
    .query(true)
    .reply(302, '', { location: 'https://elsewhere.example/charges' })
  const register = await openSource(companiesHouse, { gateway: null, env })
  const refused = await register.ask(charges, '99000025').catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(UpstreamFault)
  expect(refused).toMatchObject({ message: expect.stringContaining('elsewhere.example') })
  expect(elsewhere.isDone()).toBe(false)
  nock.cleanAll()
  await register.close()
})
