import { proactisPortal } from '@domesday/vocabulary-procurement'

export const {
  source: sell2wales,
  notices,
  won,
  marketFor,
  wonBy,
  pagedFeed,
} = proactisPortal({
  id: 'sell2wales',
  title: 'Sell2Wales',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution: 'Contains public sector information from Sell2Wales licensed under the Open Government Licence v3.0',
  terms: {
    words:
      'The feed names no licence: as a portal of the Welsh Government it is read as under the Open Government Licence.',
    url: 'https://www.sell2wales.gov.wales/',
  },
  coverage:
    'Contracts of Welsh public bodies below the thresholds, as far back as they were harvested: a year at the first pull. Those above are in Find a Tender',
  nation: 'Wales',
  site: 'https://www.sell2wales.gov.wales',
  // Invitations to tender, plans and awards, then sub-contracts: before an award, after it, and their own awards.
  kinds: [51, 52, 53, 54, 55, 56],
})
