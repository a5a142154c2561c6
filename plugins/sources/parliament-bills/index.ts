import {
  date,
  day,
  drawn,
  flag,
  integer,
  list,
  need,
  object,
  orNull,
  partly,
  sent,
  source,
  stated,
  text,
  wire,
  type Node,
  type Of,
  type Sent,
  type Shape,
  type Shown,
} from '@domesday/core'

export const parliamentBills = source({
  id: 'parliament-bills',
  title: 'UK Parliament Bills',
  home: import.meta.dirname,
  licence: 'OPL-3.0',
  attribution: 'Contains Parliamentary information licensed under the Open Parliament Licence v3.0',
  coverage: 'Bills of both Houses since about 2002, with the stage they have reached',
})

const billFields = drawn(
  object({
    title: text('Short title'),
    stage: orNull(text('Such as 2nd reading; null before it is presented')),
    // Null for a stage in neither, such as Royal Assent.
    house: orNull(text('The House that it is in')),
    // Five stages in each House, the other House's amendments, and assent. Null for a stage that is no step.
    progress: orNull(integer('Completed twelfths of the way to assent')),
    government_bill: orNull(flag('Brought in by the government; all others are of members, or private')),
    updated: orNull(date('When it last moved')),
    url: text({ description: 'Its page', format: 'uri' }),
  }),
  'events',
  { on: 'updated', title: 'title', more: ['stage', 'house', 'government_bill', 'url'] },
)
export interface Bill extends Of<typeof billFields> {}
const billShape: Shape<Bill> = billFields

const { text: words, number, flag: yes, must, mustOrNull, often, unread } = sent
/**
 * Held against the service's published schema, where flags and ids are always stated, and nothing else is. That a bill
 * is no Act, and neither defeated nor withdrawn, means that it is pending: so these must be said.
 */
const billsWire = wire({
  items: mustOrNull([
    {
      billId: must(number),
      isAct: mustOrNull(yes),
      isDefeated: mustOrNull(yes),
      billWithdrawn: mustOrNull(words),
      billTypeId: often(number),
      shortTitle: often(words),
      lastUpdate: often(words),
      originatingHouse: often(words),
      currentHouse: words,
      introducedSessionId: number,
      includedSessionIds: often([number]),
      currentStage: often({
        description: often(words),
        house: words,
        ...unread('id', 'stageId', 'sessionId', 'abbreviation', 'stageSittings', 'sortOrder'),
      }),
      ...unread('formerShortTitle'),
    },
  ]),
  totalResults: number,
  ...unread('itemsPerPage'),
})
type WireBill = NonNullable<Sent<typeof billsWire>['items']>[number]

const path = '/api/v1/Bills'
const pageSize = 50,
  pagesAtMost = 4
const governmentBill = 1,
  draftBill = 9

const lastSession = ({ introducedSessionId, includedSessionIds }: WireBill): number =>
  Math.max(introducedSessionId ?? 0, ...(includedSessionIds ?? []))

const stages = [/^(1st|first) reading/i, /^(2nd|second) reading/i, /committee/i, /^report/i, /^(3rd|third) reading/i]
const progressOf = (stage: string | null, isSecondHouse: boolean): number | null => {
  if (stage === null) return 0
  if (/royal assent/i.test(stage)) return 12
  if (/amendments|insistence|reasons/i.test(stage)) return 11
  const at = stages.findIndex((pattern) => pattern.test(stage))
  return at === -1 ? null : at + 1 + (isSecondHouse ? stages.length : 0)
}

/** `Unassigned` means neither House. */
const houseOf = (said: string | null | undefined): string | null => {
  const house = stated(said)
  return house?.toLowerCase() === 'unassigned' ? null : house
}

const billOf = (wire: WireBill): Bill => {
  const { billId: id, billTypeId: type } = wire
  const stage = stated(wire.currentStage?.description),
    origin = houseOf(wire.originatingHouse)
  const house = houseOf(stated(wire.currentStage?.house) ?? wire.currentHouse)
  return {
    title: stated(wire.shortTitle) ?? `Bill ${id}`,
    stage,
    house,
    progress: progressOf(stage, house !== null && origin !== null && origin !== house),
    government_bill: type === undefined || type === null ? null : type === governmentBill,
    updated: day(wire.lastUpdate),
    url: `https://bills.parliament.uk/bills/${id}`,
  }
}

/**
 * The current session's number: the highest among the most recently updated bills, as the service does not state it.
 */
const currentSession = parliamentBills.get('session', {
  wire: billsWire,
  path: () => [path, { SortOrder: 'DateUpdatedDescending', Take: 20 }],
  digest: integer(),
  read: ({ items }) => {
    const sessions = (items ?? []).map(lastSession).filter((session) => session > 0)
    if (sessions.length === 0) throw new Error('no bill of any session')
    return Math.max(...sessions)
  },
})

const isAlive = ({ isAct, isDefeated, billWithdrawn, billTypeId }: WireBill): boolean =>
  isAct !== true && isDefeated !== true && !billWithdrawn && billTypeId !== draftBill

interface Search {
  readonly words: string
  readonly session: number
  readonly skip: number
}
/**
 * One page of a session's pending bills whose titles have some words. The service has no flag for pending: bills of
 * past sessions keep their last stage. Drafts are not before Parliament.
 */
const search = parliamentBills.get('search', {
  wire: billsWire,
  path: ({ words, session, skip }: Search) => [
    path,
    { SearchTerm: words, Session: session, SortOrder: 'DateUpdatedDescending', Skip: skip, Take: pageSize },
  ],
  digest: object({ pending: list(billShape), isLast: flag() }),
  version: 2,
  read: ({ items, totalResults }, { session, skip }, unread = 0) => {
    const bills = items ?? []
    return {
      pending: bills.filter((one) => isAlive(one) && lastSession(one) === session).map(billOf),
      isLast: skip + pageSize >= (totalResults ?? skip + bills.length + unread + 1),
    }
  },
})

/** Bills before Parliament whose titles have the words, last updated first. `[]` if there are none. */
export const pending = parliamentBills.run(
  'pending',
  async (words: string, { ask }) => {
    const session = await ask(currentSession, {})
    const bills: Bill[] = []
    let more = true
    for (let page = 0; more && page < pagesAtMost; page += 1) {
      const answer = await ask(search, { words, session, skip: page * pageSize })
      bills.push(...answer.pending)
      more = !answer.isLast
    }
    return more ? partly(bills, `only the first ${pagesAtMost * pageSize} bills with the words were read`) : bills
  },
  { confidence: 'unconfirmed', digest: list(billShape), version: 2 },
)

export const pendingOn = (asked: Node<{ readonly query: string }>): Shown<readonly Bill[]> =>
  need(pending, asked, ({ query }) => query)
