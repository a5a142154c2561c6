import { expect, it } from 'vitest'
import { insolvencyCase, profile, today } from '../company/facts.fixture.ts'
import { standingOfBody, type Followed } from './bodies.ts'

it('is insolvent since its case began, whatever is due later in it', () => {
  const wound = insolvencyCase(
    'compulsory-liquidation',
    ['wound-up-on', '2024-05-14'],
    ['due-to-be-dissolved-on', '2027-02-01'],
  )
  const parent: Followed = {
    name: 'GRANDHOLM LIMITED',
    number: '99000001',
    roles: ['owner'],
    isParent: true,
    profile: profile({ status: 'liquidation' }),
    match: { by: 'number', agreed: ['number', 'name'], against: [], sure: 'certain' },
    cases: { status: [], cases: [wound] },
    notices: null,
  }
  expect(standingOfBody(parent, today).states).toMatchObject([{ state: 'insolvent', since: '2024-05-14' }])
})
