/** Sources made from a template: portals without a search, whose releases are harvested and searched here. */
import {
  dataset,
  type Dataset,
  type DatasetAbout,
  type Harvest,
  type Operation,
  type SourceAbout,
} from '@domesday/core'
import type { Company } from '@domesday/vocabulary-companies'
import { marketIn, processIndex, processText, wonIn } from './harvested.ts'
import { monthly, noticePage } from './monthly.ts'
import {
  marketShape,
  marketThrough,
  wonShape,
  wonThrough,
  type Market,
  type MarketOf,
  type Wanted,
  type Won,
} from './notice.ts'
import { merged, processOf, type Page, type Process } from './process.ts'
import type { Release } from './release-wire.ts'

export interface HarvestedPortal {
  readonly source: Dataset<Process, (typeof processIndex)[number]>
  /** Searches for the words in title, description, buyer and classification. */
  readonly notices: Operation<Wanted, Market>
  readonly won: Operation<Company, Won>
  readonly marketFor: MarketOf
  readonly wonBy: ReturnType<typeof wonThrough>
}

interface PortalAbout extends SourceAbout {
  readonly pull: Harvest
  readonly page: Page
  /** Of a portal that serves one nation only. */
  readonly nation: string | null
  readonly won?: { readonly confidence: 'unconfirmed' }
}

/** A source of open contracting releases. It answers what is on the market, and what a company won. */
export const harvestedPortal = ({ page, nation, won: checked, ...about }: PortalAbout): HarvestedPortal => {
  const source = dataset({
    ...about,
    row: (release: Release) => processOf(release, page),
    key: ({ ocid }) => ocid,
    newer: merged,
    index: processIndex,
    text: processText,
    version: 3,
  } satisfies DatasetAbout<Process, (typeof processIndex)[number]>)
  const portal = { source: source.id, nation }
  const notices = source.ask('notices', (rows, wanted: Wanted): Market => marketIn(rows, portal, wanted), {
    digest: marketShape,
    version: 2,
  })
  const won = source.ask('won', (rows, company: Company) => wonIn(rows, portal, company), {
    digest: wonShape,
    version: 3,
    ...checked,
  })
  return { source, notices, won, marketFor: marketThrough(notices, nation), wonBy: wonThrough(won) }
}

interface ProactisAbout extends Omit<PortalAbout, 'pull' | 'page' | 'won'> {
  /** The kinds of notice that it is asked for, by their numbers in its interface. */
  readonly kinds: readonly number[]
  /** The address of its web site. */
  readonly site: string
}

/** A portal of Proactis' software: the same interface for Scotland and Wales, each with its own kinds of notice. */
export const proactisPortal = ({
  kinds,
  site,
  ...about
}: ProactisAbout): HarvestedPortal & { readonly pagedFeed: Harvest } => {
  const pagedFeed = monthly(kinds)
  // Most suppliers have no number.
  return {
    ...harvestedPortal({ ...about, pull: pagedFeed, page: noticePage(site), won: { confidence: 'unconfirmed' } }),
    pagedFeed,
  }
}
