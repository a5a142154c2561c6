import { proactisPortal } from '@domesday/vocabulary-procurement'

export const {
  source: publicContractsScotland,
  notices,
  won,
  marketFor,
  wonBy,
  pagedFeed,
} = proactisPortal({
  id: 'public-contracts-scotland',
  title: 'Public Contracts Scotland',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution:
    'Contains public sector information from Public Contracts Scotland licensed under the Open Government Licence v3.0',
  terms: {
    words:
      'The feed names no licence: as a portal of the Scottish Government it is read as under the Open Government Licence.',
    url: 'https://www.publiccontractsscotland.gov.uk/',
  },
  coverage:
    'Contracts of Scottish public bodies below the thresholds, as far back as they were harvested: a year at the first pull. Those above are in Find a Tender',
  nation: 'Scotland',
  site: 'https://www.publiccontractsscotland.gov.uk',
  // Notices of plans, contracts and awards, and awards after quick quotes. The documentation has swapped the first two
  // before.
  kinds: [101, 102, 103, 104],
})
