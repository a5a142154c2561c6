import { need, source, type Node, type Reply } from '@domesday/core'
import { broadbandFrom, broadbandShape, broadbandWire } from './broadband.ts'
import { mobileFrom, mobileShape, mobileWire } from './mobile.ts'

export { tiers, type Broadband, type Tier } from './broadband.ts'
export { gradeInWords, worksIndoors, type Mobile, type Operator } from './mobile.ts'

/**
 * Predictions of coverage for every address. Keys are per product: API_KEY for broadband, TOKEN for mobile. The terms
 * of use forbid copying the data, but allow an answer to be cached for a month.
 */
export const ofcomConnectedNations = source({
  id: 'ofcom-connected-nations',
  title: 'Ofcom Connected Nations: broadband and mobile coverage',
  home: import.meta.dirname,
  licence: 'LicenseRef-Ofcom-API',
  attribution: 'Contains information from Ofcom Connected Nations © Ofcom, used under the Ofcom API terms of use 2025',
  charging: 'attribution',
  mayKeep: '30d',
  terms: {
    words:
      'Ofcom API terms of use 2025: commercial use is allowed. Ofcom’s logo and attribution must stand beside any display to others (4.2), its descriptions of speeds may not be changed (4.3.4), and “any data cached for performance reasons should be held for a period of no longer than one month” (4.3.6).',
    url: 'https://www.ofcom.org.uk/siteassets/ofcom/phones-telecoms-and-internet/advice-for-consumers-/broadband-and-mobile-coverage-checker/ofcom-api-terms-of-use-2025.pdf',
  },
  covers: ['England', 'Wales', 'Scotland', 'Northern Ireland'],
  coverage:
    'United Kingdom: predicted broadband speeds and mobile coverage of every address, renewed about three times a year',
  auth: [
    { header: 'Ocp-Apim-Subscription-Key', secret: 'API_KEY', below: '/broadband/' },
    { header: 'Ocp-Apim-Subscription-Key', secret: 'TOKEN', below: '/mobile/' },
  ],
  signup: 'https://api.ofcom.org.uk',
  // The monthly quota is used up: no pause is right, so wait an hour.
  slow: ({ status, body }) => (status === 403 && /quota/i.test(body) ? 3600 : null),
})

// The service does not find a postcode with a blank.
const covered =
  (product: string) =>
  (postcode: string): string =>
    `/${product}/coverage/${encodeURIComponent(postcode.toUpperCase().replace(/\s/g, ''))}`
// A 404 from the key portal says nothing about the postcode.
const none = ({ status, body }: Reply): null | undefined =>
  status === 404 && !/"statusCode"/.test(body) ? null : undefined

/** Predicted speeds of a postcode's premises; null if the service has none. */
export const broadband = ofcomConnectedNations.get('broadband', {
  wire: broadbandWire,
  path: covered('broadband'),
  version: 2,
  digest: broadbandShape,
  read: broadbandFrom,
  none,
})

/** Predicted coverage of a postcode by the four mobile networks; null if the service has none. */
export const mobile = ofcomConnectedNations.get('mobile', {
  wire: mobileWire,
  path: covered('mobile'),
  digest: mobileShape,
  read: ([postcode]) => mobileFrom(postcode),
  none,
})

export const broadbandOf = (place: Node<{ readonly postcode: string }>) =>
  need(broadband, place, ({ postcode }) => postcode)
export const mobileOf = (place: Node<{ readonly postcode: string }>) => need(mobile, place, ({ postcode }) => postcode)
