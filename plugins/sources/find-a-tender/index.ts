import { dataset } from '@domesday/core'
import {
  marketIn,
  marketThrough,
  merged,
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
import { pagedFeed } from './walk.ts'

const pageOf = ({ id }: Release) =>
  id ? { id, url: `https://www.find-tender.service.gov.uk/Notice/${encodeURIComponent(id)}` } : null

/** The service cannot search by word, region or supplier, so its releases are harvested and searched here. */
export const findATender = dataset({
  id: 'find-a-tender',
  title: 'Find a Tender',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution: 'Contains public sector information from Find a Tender licensed under the Open Government Licence v3.0',
  coverage:
    'Public procurement in the United Kingdom, above and below the thresholds, as far back as it was harvested: 90 days at the first pull',
  pull: pagedFeed,
  row: (release: Release) => processOf(release, pageOf),
  key: ({ ocid }) => ocid,
  newer: merged,
  index: processIndex,
  text: processText,
  version: 2,
})

const portal: Portal = { source: findATender.id, nation: null }

/** Searches for the words in title, description, buyer and classification. */
export const notices = findATender.ask('notices', (rows, wanted: Wanted): Market => marketIn(rows, portal, wanted))

/** About half of the suppliers have a number. */
export const won = findATender.ask('won', (rows, company: Company): Won => wonIn(rows, portal, company))

export const marketFor = marketThrough(notices)
export const wonBy = wonThrough(won)
