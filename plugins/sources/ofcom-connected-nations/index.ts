import { many, need, source, type Node, type Reply } from '@domesday/core'
import { broadbandFrom, type Broadband, type BroadbandWire } from './broadband.ts'
import { mobileFrom, type Mobile, type MobileWire } from './mobile.ts'

export { tiers, type Broadband, type Speed, type Tier } from './broadband.ts'
export type { Mobile, Operator } from './mobile.ts'

/**
 * Predictions of coverage for every address. Keys are per product: API_KEY opens broadband, TOKEN opens mobile. The
 * terms of use forbid a copy of the data, and let an answer be kept for a month.
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
  // The quota of the month is used up: an hour is as good a pause as any.
  slow: ({ status, body }) => (status === 403 && /quota/i.test(body) ? 3600 : null),
})

// With a blank in it a postcode is not found.
const covered =
  (product: string) =>
  (postcode: string): string =>
    `/${product}/coverage/${encodeURIComponent(postcode.toUpperCase().replace(/\s/g, ''))}`
// A 404 of the key portal in front of it is not about a postcode.
const none = ({ status, body }: Reply): null | undefined =>
  status === 404 && !/"statusCode"/.test(body) ? null : undefined

/** Predicted speeds of a postcode's premises; null where it has none on record. */
export const broadband = ofcomConnectedNations.get('broadband', {
  path: covered('broadband'),
  read: (wire: BroadbandWire): Broadband | null => broadbandFrom(wire),
  none,
})

/** Predicted coverage of a postcode by the four mobile networks; null where it has none on record. */
export const mobile = ofcomConnectedNations.get('mobile', {
  path: covered('mobile'),
  // The published shape is a list; a bare object is what comes.
  read: (wire: MobileWire | readonly MobileWire[]): Mobile | null => mobileFrom(many<MobileWire>(wire)[0]),
  none,
})

export const broadbandOf = (place: Node<{ readonly postcode: string }>): Node<Broadband> =>
  need(broadband, { place }, ({ place }) => place.postcode)
export const mobileOf = (place: Node<{ readonly postcode: string }>): Node<Mobile> =>
  need(mobile, { place }, ({ place }) => place.postcode)
