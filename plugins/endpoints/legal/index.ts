import {
  counted,
  derive,
  endpoint,
  factor,
  field,
  integer,
  maybe,
  now,
  omitEach,
  params,
  phrase,
  render,
  score,
  section,
  settings,
  take,
  text,
  unknown,
} from '@domesday/core'
import { lawsOn } from '@domesday/source-legislation-gov-uk'
import { pendingOn, type Bill } from '@domesday/source-parliament-bills'

const asked = params({
  query: phrase({ description: 'Words of a subject; all must occur', examples: ['data protection'] }),
})
const own = settings({
  recent_years: integer({
    description: 'Laws of so many calendar years, this one among them, count as recent',
    minimum: 1,
  }),
})

const laws = lawsOn(asked)
const bills = pendingOn(asked)

const recent = derive({ laws, now, own }, ({ laws: { years, total }, now, own }) => {
  const from = now.getUTCFullYear() - own.recent_years + 1
  const byYear = Object.entries(years)
  if (byYear.length === 0 && total > 0) return null
  return { from, count: byYear.reduce((sum, [year, count]) => sum + (Number(year) >= from ? count : 0), 0) }
})

const someOf = (count: number, one: string, several?: string): string =>
  count === 0 ? `No ${one}` : counted(count, one, several)
const steps = 12 // five stages in each House, amendments, assent
const foremost = (bills: readonly Bill[]): Bill | undefined =>
  bills.toSorted((a, b) => (b.progress ?? -1) - (a.progress ?? -1))[0]

const whereabouts = ({ title, stage, house }: Bill): string =>
  stage === null ? `${title}, not yet presented` : `${title}: ${stage}${house === null ? '' : `, ${house}`}`

const factors = {
  legislation_volume: factor(laws, ({ total, matched_in: matchedIn }) => ({
    metric: total,
    detail:
      total === 0
        ? 'No law has the words in its title or text.'
        : `${someOf(total, 'law')} with the words in the ${matchedIn}.`,
  })),
  primary_legislation: factor(laws, ({ primary }) =>
    primary === null
      ? unknown('the list of laws does not say how many of each kind it holds')
      : { metric: primary, detail: `${someOf(primary, 'Act or Measure', 'Acts or Measures')} among them.` },
  ),
  recent_activity: factor({ laws, recent: maybe(recent) }, ({ recent }) =>
    recent === null
      ? unknown('the list of laws does not say how many of each year it holds')
      : { metric: recent.count, detail: `${someOf(recent.count, 'law')} among them made since ${recent.from}.` },
  ),
  pending_bills: factor(bills, (bills) => ({
    metric: bills.length,
    detail: `${someOf(bills.length, 'bill')} with the words in the title before Parliament.`,
  })),
  bill_progress: factor(bills, (bills) => {
    const bill = foremost(bills)
    if (!bill) return { metric: 0, detail: 'No bill is on its way.' }
    // Such as a money resolution.
    if (bill.progress === null)
      return unknown(`the foremost bill, ${whereabouts(bill)}, stands at a stage that is no step of either House`)
    return { metric: (100 * bill.progress) / steps, detail: `The foremost bill is ${whereabouts(bill)}.` }
  }),
}
/** More law is more serious: if the extent is uncertain, the advice is to look it up. */
const relevance = score('regulatory-relevance', factors, { grave: 'high' })

/** Existing law on a subject, and bills before Parliament. */
export const legal = endpoint({
  id: 'legal',
  title: 'Law and bills on a subject',
  summary:
    'The laws of the United Kingdom on a subject, the bills before Parliament, and how much the subject is regulated.',
  home: import.meta.dirname,
  path: '/legal/{query}',
  tool: 'uk_legal_intelligence',
  subject: { asked, required: [] },
  sections: {
    query: section(render(text('What was asked'), asked, ({ query }) => query)),
    legislation: section(field(laws, 'laws')),
    total_legislation: section(field(laws, 'total')),
    matched_in: section(field(laws, 'matched_in')),
    pending_bills: section(
      'Bills of this session whose titles hold the words, last moved first, 100 at most',
      omitEach(take(100, bills), 'progress'),
    ),
    total_bills: section(render(integer('All pending bills that match'), bills, (bills) => bills.length)),
    regulatory_relevance_score: section(relevance),
  },
})
