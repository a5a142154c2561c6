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

/**
 * Notices of plans, contracts and awards, and awards after quick quotes. The documentation has swapped the first two
 * before.
 */
const kinds = [101, 102, 103, 104]

export const pagedFeed = monthly(kinds)
const page = noticePage('https://www.publiccontractsscotland.gov.uk')

/** The service cannot search by word, region or supplier, so its releases are harvested and searched here. */
export const publicContractsScotland = dataset({
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
  pull: pagedFeed,
  row: (release: Release) => processOf(release, page),
  key: ({ ocid }) => ocid,
  newer: merged,
  index: processIndex,
  text: processText,
  version: 2,
})

const portal: Portal = { source: publicContractsScotland.id, nation: 'Scotland' }

/** Searches for the words in title, description and buyer. */
export const notices = publicContractsScotland.ask('notices', (rows, wanted: Wanted): Market =>
  marketIn(rows, portal, wanted),
)

/** Most suppliers have no number. */
export const won = publicContractsScotland.ask('won', (rows, company: Company): Won => wonIn(rows, portal, company), {
  confidence: 'unconfirmed',
})

export const marketFor = marketThrough(notices, portal.nation)
export const wonBy = wonThrough(won)
