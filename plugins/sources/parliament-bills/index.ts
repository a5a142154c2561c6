import {
  date,
  day,
  drawn,
  flag,
  integer,
  list,
  many,
  need,
  numeric,
  object,
  orNull,
  present,
  source,
  stated,
  text,
  type Node,
  type Of,
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
    government_bill: flag('Brought in by the government; all others are of members, or private'),
    updated: orNull(date('When it last moved')),
    url: text({ description: 'Its page', format: 'uri' }),
  }),
  'events',
  { on: 'updated', title: 'title', more: ['stage', 'house', 'government_bill', 'url'] },
)
export interface Bill extends Of<typeof billFields> {}
const billShape: Shape<Bill> = billFields

interface Stage {
  readonly description?: string | null
  readonly house?: string | null
}
interface Wire {
  readonly billId?: number | null
  readonly shortTitle?: string | null
  readonly billTypeId?: number | null
  readonly lastUpdate?: string | null
  readonly originatingHouse?: string | null
  readonly currentHouse?: string | null
  readonly billWithdrawn?: string | null
  readonly isDefeated?: boolean | null
  readonly isAct?: boolean | null
  readonly introducedSessionId?: number | null
  readonly includedSessionIds?: readonly number[] | number | null
  readonly currentStage?: Stage | null
}
interface Page {
  readonly items?: readonly Wire[] | null
  readonly totalResults?: number | null
}

const path = '/api/v1/Bills'
const pageSize = 50,
  pagesAtMost = 4
const governmentBill = 1,
  draftBill = 9

const lastSession = ({ introducedSessionId, includedSessionIds }: Wire): number =>
  Math.max(introducedSessionId ?? 0, ...many(includedSessionIds))

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

const billOf = (wire: Wire): Bill | null => {
  const id = numeric(wire.billId)
  if (id === null) return null
  const stage = stated(wire.currentStage?.description),
    origin = houseOf(wire.originatingHouse)
  const house = houseOf(stated(wire.currentStage?.house) ?? wire.currentHouse)
  return {
    title: stated(wire.shortTitle) ?? `Bill ${id}`,
    stage,
    house,
    progress: progressOf(stage, house !== null && origin !== null && origin !== house),
    government_bill: wire.billTypeId === governmentBill,
    updated: day(wire.lastUpdate),
    url: `https://bills.parliament.uk/bills/${id}`,
  }
}

/**
 * The current session's number: the highest among the most recently updated bills, as the service does not state it.
 */
const currentSession = parliamentBills.get('session', {
  path: () => [path, { SortOrder: 'DateUpdatedDescending', Take: 20 }],
  digest: integer(),
  read: ({ items }: Page) => {
    const sessions = (items ?? []).map(lastSession).filter((session) => session > 0)
    if (sessions.length === 0) throw new Error('no bill of any session')
    return Math.max(...sessions)
  },
})

const isAlive = ({ isAct, isDefeated, billWithdrawn, billTypeId }: Wire): boolean =>
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
  demands: [
    'items[].billId',
    'items[].shortTitle',
    'items[].originatingHouse',
    'items[].isDefeated',
    'items[].billTypeId',
    'items[].includedSessionIds',
    'items[].currentStage.description',
  ],
  path: ({ words, session, skip }: Search) => [
    path,
    { SearchTerm: words, Session: session, SortOrder: 'DateUpdatedDescending', Skip: skip, Take: pageSize },
  ],
  digest: object({ pending: list(billShape), isLast: flag() }),
  read: ({ items, totalResults }: Page, { session, skip }) => ({
    pending: (present(items, 'items') ?? [])
      .filter((one) => isAlive(one) && lastSession(one) === session)
      .flatMap((one) => billOf(one) ?? []),
    isLast: skip + pageSize >= (totalResults ?? 0),
  }),
})

/** Bills before Parliament whose titles have the words, last updated first. `[]` if there are none. */
export const pending = parliamentBills.run(
  'pending',
  async (words: string, { ask }): Promise<readonly Bill[]> => {
    const session = await ask(currentSession, {})
    const bills: Bill[] = []
    for (let page = 0, more = true; more && page < pagesAtMost; page += 1) {
      const answer = await ask(search, { words, session, skip: page * pageSize })
      bills.push(...answer.pending)
      more = !answer.isLast
    }
    return bills
  },
  { confidence: 'unconfirmed', digest: list(billShape) },
)

export const pendingOn = (asked: Node<{ readonly query: string }>): Shown<readonly Bill[]> =>
  need(pending, asked, ({ query }) => query)
