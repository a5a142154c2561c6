import { day, numeric, quantity, sent, source, stated, wire, type Sent } from '@domesday/core'
import { matchByName, namesOf, plainName, surest, withoutForm } from '@domesday/vocabulary-companies'
import {
  countOf,
  english,
  foundShape,
  marketShape,
  mostListed,
  marketThrough,
  matchOf,
  newestFirst,
  wonFrom,
  wonShape,
  wonThrough,
  type Company,
  type FoundContract,
  type Market,
  type Notice,
  type Supplier,
  type Wanted,
} from '@domesday/vocabulary-procurement'

export const contractsFinder = source({
  id: 'contracts-finder',
  title: 'Contracts Finder',
  home: import.meta.dirname,
  licence: 'OGL-UK-3.0',
  attribution:
    'Contains public sector information from Contracts Finder licensed under the Open Government Licence v3.0',
  coverage:
    'Procurements begun under the 2015 regulations, their call-offs and awards, mostly in England. Since February 2025 new ones go to Find a Tender',
  // Over the limit: a 403 page and a block of five minutes, or a 429 with Retry-After.
  slow: ({ status }) => (status === 403 ? 300 : null),
})

type Status = 'Open' | 'Awarded' | 'Closed'
interface Search {
  /** Words that must be adjacent. */
  readonly phrase: string | null
  readonly region: string | null
  readonly since: string | null
  readonly on: string | null
  readonly statuses: readonly Status[]
  readonly size: number
}

const { text, scalar, must, mustOrNull, often } = sent
const item = {
  id: must(text),
  title: often(text),
  publishedDate: often(text),
  noticeStatus: often(text),
  organisationName: often(text),
  deadlineDate: text,
  awardedDate: text,
  awardedValue: scalar,
  awardedSupplier: text,
  valueLow: scalar,
  valueHigh: scalar,
  region: text,
  regionText: text,
  cpvCodes: text,
  ...sent.unread('parentId', 'noticeIdentifier', 'description', 'cpvDescription', 'cpvDescriptionExpanded'),
  ...sent.unread('approachMarketDate', 'postcode', 'coordinates', 'isSubNotice', 'noticeType', 'isSuitableForSme'),
  ...sent.unread('isSuitableForVco', 'awardedToSme', 'awardedToVcse', 'lastNotifableUpdate', 'sector', 'start', 'end'),
  ...sent.unread('cpvCodesExtended'),
} as const
// Held against the publisher's page of this call, which states no obligation: a notice is told by its id, and a list
// may be null.
const foundWire = wire({
  hitCount: scalar,
  noticeList: mustOrNull([{ item: must(item), ...sent.unread('score') }]),
  ...sent.unread('maxHits', 'byRegion', 'byType', 'byStatus'),
})
type WireNotice = NonNullable<Sent<typeof foundWire>['noticeList']>[number]['item']

const money = (raw: unknown): number | null => {
  const amount = numeric(raw)
  return amount !== null && amount > 1 ? amount : null
}

/** All suppliers are in one string; company names contain no semicolons. */
const suppliersOf = (raw: unknown): readonly Supplier[] =>
  (stated(raw) ?? '')
    .split(/\s*[;|]\s*/)
    .filter((name) => name !== '')
    .map((name) => ({ name, company: null }))

const statusOf = (stated: string | null, deadline: string | null, on: string | null): Notice['status'] =>
  stated === 'Awarded'
    ? 'awarded'
    : (stated === 'Open' || (stated === null && deadline !== null)) &&
        (deadline === null || on === null || deadline >= on)
      ? 'open'
      : 'closed'

const read = (wire: WireNotice, on: string | null): Notice => {
  const { id } = wire
  const title = stated(wire.title) ?? ''
  const buyer = stated(wire.organisationName)
  const deadline = day(wire.deadlineDate)
  return {
    source: contractsFinder.id,
    id,
    ocids: [],
    match: matchOf(buyer, title),
    title,
    buyer,
    status: statusOf(stated(wire.noticeStatus), deadline, on),
    value: money(wire.awardedValue) ?? money(wire.valueHigh) ?? money(wire.valueLow),
    gross: null,
    awardedValue: money(wire.awardedValue),
    awardedGross: null,
    currency: 'GBP',
    amounts: [],
    published: day(wire.publishedDate),
    deadline,
    awarded: day(wire.awardedDate),
    regions: (stated(wire.regionText) ?? stated(wire.region) ?? '').split(/\s*,\s*/).filter((name) => name !== ''),
    cpv: stated(wire.cpvCodes)?.split(/[\s,]+/) ?? [],
    suppliers: suppliersOf(wire.awardedSupplier),
    intended: [],
    url: `https://www.contractsfinder.service.gov.uk/Notice/${encodeURIComponent(id)}`,
  }
}

/**
 * Notices by words: the service's only real search. `total` counts all matches; notices come in the service's own
 * order, as many as asked for (at most 1,000).
 */
export const search = contractsFinder.get('search', {
  wire: foundWire,
  path: () => '/api/rest/2/search_notices/json',
  post: ({ phrase, region, since, statuses, size }: Search) => ({
    json: {
      searchCriteria: {
        types: ['Contract'],
        statuses,
        // Without quotation marks the service searches for single words, fuzzily.
        ...(phrase !== null && { keyword: `"${phrase.replace(/["\\]/g, ' ').trim()}"` }),
        ...(region !== null && { regions: region === 'England' ? ['England', ...english].join(',') : region }),
        ...(since !== null && { publishedFrom: since }),
      },
      size,
    },
  }),
  digest: foundShape,
  version: 2,
  read: ({ hitCount, noticeList }, { on }) => {
    const notices = (noticeList ?? []).map(({ item }) => read(item, on))
    return { total: quantity(hitCount) ?? notices.length, notices }
  },
})

const atOnce = 500
const mostNames = 3

/** Notices for a sector in a region. One call; three if there are over 500 notices. */
export const notices = contractsFinder.run(
  'notices',
  async ({ sector, region, since, on }: Wanted, { ask }): Promise<Market> => {
    const asked = { phrase: sector, region, since, on }
    const all = await ask(search, { ...asked, statuses: ['Open', 'Awarded', 'Closed'], size: atOnce })
    if (all.total <= all.notices.length) {
      return {
        total: all.total,
        open: countOf(all.notices, 'open'),
        awarded: countOf(all.notices, 'awarded'),
        notices: newestFirst(all.notices).slice(0, mostListed),
        complete: true,
      }
    }
    const [open, awarded] = await Promise.all(
      (['Open', 'Awarded'] as const).map((status) =>
        ask(search, { ...asked, statuses: [status], size: mostListed / 2 }),
      ),
    )
    return {
      total: all.total,
      open: open!.total,
      awarded: awarded!.total,
      notices: newestFirst([...open!.notices, ...awarded!.notices]),
      complete: true,
    }
  },
  { digest: marketShape, version: 2 },
)

/**
 * Contracts that a company won. A notice has suppliers' names but no numbers, so every contract is matched by the
 * company's current or former name, without legal form.
 */
export const won = contractsFinder.run(
  'won',
  async (company: Company, { ask }) => {
    const names = namesOf(company)
    const phrases = new Map([company, ...company.formerNames].map(({ name }) => [plainName(name), withoutForm(name)]))
    phrases.delete('')
    const asked = { region: null, since: null, on: null, statuses: ['Awarded'], size: atOnce } as const
    const found = await Promise.all(
      [...phrases.values()].slice(0, mostNames).map((phrase) => ask(search, { phrase, ...asked })),
    )
    const own = new Map(
      found
        .flatMap((one) => one.notices)
        .filter(({ suppliers }) => suppliers.some(({ name }) => names.has(plainName(name))))
        .map((notice) => [notice.id, notice]),
    )
    const contracts = [...own.values()].map((notice): FoundContract => ({
      ...notice,
      awardedValue: notice.suppliers.length === 1 ? notice.awardedValue : null,
      meant: surest(
        notice.suppliers.map(({ name }) => matchByName(company, { name, on: notice.awarded ?? notice.published })),
      ),
    }))
    return wonFrom(
      contracts,
      found.every(({ total, notices }) => total <= notices.length),
    )
  },
  { digest: wonShape, version: 3 },
)

export const marketFor = marketThrough(notices)
export const wonBy = wonThrough(won)
