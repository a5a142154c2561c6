import { harvestedPortal } from '@domesday/vocabulary-procurement'
import { pagedFeed } from './walk.ts'

/** About half of the suppliers have a number. */
export const {
  source: findATender,
  notices,
  won,
  marketFor,
  wonBy,
} = harvestedPortal({
  id: 'find-a-tender',
  title: 'Find a Tender',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution: 'Contains public sector information from Find a Tender licensed under the Open Government Licence v3.0',
  coverage:
    'Public procurement in the United Kingdom, above and below the thresholds, as far back as it was harvested: 90 days at the first pull',
  nation: null,
  pull: pagedFeed,
  page: ({ id }) =>
    id ? { id, url: `https://www.find-tender.service.gov.uk/Notice/${encodeURIComponent(id)}` } : null,
})
