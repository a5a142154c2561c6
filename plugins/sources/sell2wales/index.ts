import { dataset } from '@domesday/core'
import {
  marketIn,
  marketThrough,
  merged,
  monthly,
  noticePage,
  processIndex,
  processOf,
  processText,
  wonIn,
  wonThrough,
  type Company,
  type Market,
  type Portal,
  type Release,
  type Wanted,
  type Won,
} from '@domesday/vocabulary-procurement'

/** Invitations to tender, plans and awards, then sub-contracts: before an award, after it, and their own awards. */
const kinds = [51, 52, 53, 54, 55, 56]

export const pagedFeed = monthly(kinds)
const page = noticePage('https://www.sell2wales.gov.wales')

/** The service cannot search by word, region or supplier, so its releases are harvested and searched here. */
export const sell2wales = dataset({
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
  pull: pagedFeed,
  row: (release: Release) => processOf(release, page),
  key: ({ ocid }) => ocid,
  newer: merged,
  index: processIndex,
  text: processText,
  version: 2,
})

const portal: Portal = { source: sell2wales.id, nation: 'Wales' }

/** Searches for the words in title, description and buyer. */
export const notices = sell2wales.ask('notices', (rows, wanted: Wanted): Market => marketIn(rows, portal, wanted))

/** Most suppliers have no number. */
export const won = sell2wales.ask('won', (rows, company: Company): Won => wonIn(rows, portal, company), {
  confidence: 'unconfirmed',
})

export const marketFor = marketThrough(notices, portal.nation)
export const wonBy = wonThrough(won)
