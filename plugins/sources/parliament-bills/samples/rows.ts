/** The bills of `bills.yaml` as the API lists them: by title words and session, one page at a time. */
import { numberIn, page, yamlRows, type SampleAnswer } from '@domesday/vocabulary-samples'

interface Row {
  readonly id: number
  readonly title: string
  readonly type: number
  readonly from: string
  readonly in: string
  readonly stage?: string
  readonly order?: number
  readonly sessions: readonly number[]
  readonly updated: string
  readonly withdrawn?: string
  readonly defeated?: true
  readonly act?: true
}

const bills = yamlRows<Row>(import.meta.dirname, 'bills.yaml')

const wireOf = ({
  id,
  title,
  type,
  from,
  in: house,
  stage,
  order,
  sessions,
  updated,
  withdrawn,
  defeated,
  act,
}: Row): object => ({
  billId: id,
  shortTitle: title,
  formerShortTitle: null,
  currentHouse: house,
  originatingHouse: from,
  lastUpdate: updated,
  billWithdrawn: withdrawn ?? null,
  isDefeated: defeated === true,
  billTypeId: type,
  introducedSessionId: sessions[0],
  includedSessionIds: sessions,
  isAct: act === true,
  currentStage:
    stage === undefined
      ? null
      : {
          id: id * 10,
          stageId: order,
          sessionId: sessions.at(-1),
          description: stage,
          abbreviation: stage.replace(/[^\dA-Z]/g, ''),
          house,
          stageSittings: [],
          sortOrder: order,
        },
})

export const answer: SampleAnswer = ({ method, path, query }) => {
  if (method !== 'GET' || path !== '/api/v1/Bills' || query.get('SortOrder') !== 'DateUpdatedDescending') return null
  const words = (query.get('SearchTerm') ?? '').toLowerCase(),
    session = query.get('Session')
  const found = bills.filter(
    ({ title, sessions }) =>
      title.toLowerCase().includes(words) && (session === null || sessions.includes(Number(session))),
  )
  const take = numberIn(query, 'Take', 20)
  const { items, total } = page(found, numberIn(query, 'Skip', 0), take)
  return { json: { items: items.map(wireOf), totalResults: total, itemsPerPage: take } }
}
