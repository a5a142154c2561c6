/** Contracts that a company won, merged from both portals. */
import {
  choice,
  date,
  drawn,
  flag,
  integer,
  list,
  number,
  object,
  orNull,
  render,
  rounded,
  some,
  text,
  type Node,
  type Of,
  type Shape,
  type Shown,
} from '@domesday/core'
import { wonBy as wonOnContractsFinder } from '@domesday/source-contracts-finder'
import { wonBy as wonOnFindATender } from '@domesday/source-find-a-tender'
import { matchShape, surest } from '@domesday/vocabulary-companies'
import {
  hasWorth,
  inPounds,
  mostListed,
  mergeNotices,
  worthOf,
  type Company,
  type Contract,
  type Merged,
  type Won,
} from '@domesday/vocabulary-procurement'

const contractShape = drawn(
  object({
    title: text('As the buyer published it'),
    buyer: orNull(text('The public body that bought')),
    value: orNull(
      number({
        description: 'Awarded, else estimated, without VAT; null where it is stated in several currencies',
        unit: 'currency',
      }),
    ),
    awarded_value: orNull(
      number({
        description: 'What the company won, without VAT; null where it shares in it and its part is not stated',
        unit: 'currency',
      }),
    ),
    awarded_gross: orNull(number({ description: 'The same with VAT, where it is stated', unit: 'currency' })),
    currency: orNull(text('Of the values, three letters')),
    published: orNull(date('Of the notice')),
    awarded: orNull(date('When the contract was awarded')),
    matched_by: choice(['number', 'name'], 'How the supplier was matched'),
    match: matchShape,
    source: text('The portal that the row comes from'),
    also_in: list(text(), 'The other portal, where it published the same procurement'),
    reference: text('Id of the notice'),
    url: text({ description: 'Its page', format: 'uri' }),
  }),
  'events',
  {
    on: ['awarded', 'published'],
    title: 'title',
    more: ['buyer', 'awarded_value', 'value', 'matched_by', 'url'],
  },
)
const contractsFields = object({
  total: integer('Public contracts found, each once'),
  total_value: number({ description: 'Over all whose awarded value is stated in pounds, without VAT', unit: 'GBP' }),
  complete: flag(
    'False where a portal held more than could be read, or did not answer: then the total is the least it can be',
  ),
  items: list(contractShape, 'Newest first; 100 at most'),
  possible_matches: list(contractShape, 'Possible matches by name alone, which are not counted; 20 at most'),
})
export interface Contracts extends Of<typeof contractsFields> {}
const contractsShape: Shape<Contracts> = contractsFields

interface MergedContract extends Contract {
  /** The other portals that published it. */
  readonly alsoIn: readonly string[]
}

/** If both portals have a contract, the figures are Find a Tender's; the other portal fills gaps. */
const joined = ({ notice, twin }: Merged<Contract>): MergedContract =>
  twin === null
    ? { ...notice, alsoIn: [] }
    : {
        ...notice,
        buyer: notice.buyer ?? twin.buyer,
        ...worthOf(hasWorth(notice) ? notice : twin),
        ...((notice.awardedValue ?? notice.awardedGross) === null && {
          awardedValue: twin.awardedValue,
          awardedGross: twin.awardedGross,
        }),
        awarded: notice.awarded ?? twin.awarded,
        meant: surest([notice.meant, twin.meant])!,
        alsoIn: [twin.source],
      }

const shownOf = (one: MergedContract): Of<typeof contractShape> => ({
  title: one.title,
  buyer: one.buyer,
  value: one.value,
  awarded_value: one.awardedValue,
  awarded_gross: one.awardedGross,
  currency: one.currency,
  published: one.published,
  awarded: one.awarded,
  matched_by: one.meant.by === 'number' ? 'number' : 'name',
  match: one.meant,
  source: one.source,
  also_in: one.alsoIn,
  reference: one.id,
  url: one.url,
})

const nothing: Won = { total: 0, value: 0, contracts: [], possible: [], complete: false }

const latestFirst = (a: Contract, b: Contract): number => (b.published ?? '').localeCompare(a.published ?? '', 'en')

export const mergeWon = (findATender: Won | null, contractsFinder: Won | null): Contracts => {
  const both = [findATender ?? nothing, contractsFinder ?? nothing] as const
  const items = mergeNotices(both[0].contracts, both[1].contracts).map(joined).toSorted(latestFirst)
  const twice = both[0].contracts.length + both[1].contracts.length - items.length
  return {
    total: both[0].total + both[1].total - twice,
    total_value: rounded(
      items.filter(inPounds).reduce((sum, { awardedValue }) => sum + (awardedValue ?? 0), 0),
      2,
    ),
    items: items.slice(0, mostListed).map(shownOf),
    possible_matches: mergeNotices(both[0].possible, both[1].possible)
      .map(joined)
      .toSorted(latestFirst)
      .slice(0, 20)
      .map(shownOf),
    complete: both.every(({ complete, total, contracts }) => complete && total === contracts.length),
  }
}

export const contractsOf = (company: Node<Company>): Shown<Contracts> => {
  const won = some({ findATender: wonOnFindATender(company), contractsFinder: wonOnContractsFinder(company) })
  return render(contractsShape, won, ({ findATender, contractsFinder }) => mergeWon(findATender, contractsFinder))
}
