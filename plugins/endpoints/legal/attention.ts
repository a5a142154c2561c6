/** How much lawmakers attend to a subject: what its laws and bills tell, each in a sentence. */
import {
  atMost,
  counted,
  derive,
  factor,
  gate,
  gates,
  integer,
  list,
  listed,
  maybe,
  now,
  object,
  score,
  settings,
  text,
  unknown,
  type FactorReading,
  type Node,
  type ScoreNode,
  type Shown,
} from '@domesday/core'
import type { Found, TypeCount } from '@domesday/source-legislation-gov-uk'
import type { Bill } from '@domesday/source-parliament-bills'

const own = settings({
  recent_years: integer({
    description: 'Laws of so many calendar years, this one among them, count as recent',
    minimum: 1,
  }),
  references: list(
    object({
      subject: text('Words in titles'),
      counted_in: text('When they were counted'),
      acts: integer('Acts and Measures'),
      instruments: integer('Instruments, rules and orders'),
      recent: integer('Laws of all types, of five calendar years, that one among them'),
    }),
    'Subjects whose counts are documented: sentences compare with them, and the curves are drawn through them',
  ),
})
interface Reference {
  readonly subject: string
  readonly counted_in: string
  readonly acts: number
  readonly instruments: number
  readonly recent: number
}
type Laws = Omit<Found, 'laws'>
/** What the sentences on laws are made of. */
interface Given {
  readonly laws: Laws
  readonly asked: { readonly query: string }
  readonly own: { readonly references: readonly Reference[] }
}

const someOf = (count: number, one: string, several?: string): string =>
  count === 0 ? `No ${one}` : counted(count, one, several)
const figure = (count: number): string => count.toLocaleString('en-GB')

/** `; construction had 682 in December 2022`: of titles only, since mentions in texts are many more. */
const beside = (
  { laws: { total, matched_in: matchedIn }, asked, own }: Given,
  of: 'acts' | 'instruments' | 'recent',
  when = 'in',
): string =>
  total === 0 || matchedIn === 'text'
    ? ''
    : own.references
        .filter(({ subject }) => subject.toLowerCase() !== asked.query.toLowerCase())
        .map((one) => `; ${one.subject} had ${figure(one[of])} ${when} ${one.counted_in}`)
        .join('')

const ofKind = ({ types }: Laws, kind: 'act' | 'instrument'): readonly TypeCount[] =>
  types.filter((one) => one.kind === kind)
const plural = (name: string): string => name.replace(/\b(Act|Measure|Instrument|Rule|Order|Direction)\b/g, '$1s')
/** ` (604 UK Statutory Instruments, 287 Northern Ireland Statutory Rules and 2 of other types)` */
const byType = (types: readonly TypeCount[]): string => {
  if (types.length === 0) return ''
  const most = types.slice(0, 3).map(({ type, type_name, count }) => {
    const name = type_name ?? type
    return `${figure(count)} ${count === 1 ? name : plural(name)}`
  })
  const others = types.slice(3).reduce((sum, { count }) => sum + count, 0)
  return ` (${listed([...most, ...(others > 0 ? [others === 1 ? '1 of another type' : `${figure(others)} of other types`] : [])])})`
}

/**
 * Titles are counted, and read exactly. Where no title has the words, laws whose text has them may speak of them in
 * passing: at most so many are on the subject.
 */
const counting = (laws: Laws, metric: number, detail: string): FactorReading =>
  laws.matched_in === 'text' && metric > 0
    ? atMost(metric, `${detail} At most these are on the subject: no title has the words, the texts do.`)
    : { metric, detail }

const wordsIn = ({ matched_in: matchedIn }: Laws): string => `the words in the ${matchedIn}`

/** Of instruments: Acts are counted by themselves, law of the European Union and drafts not at all. */
const volumeFinding = (given: Given): FactorReading => {
  const { laws } = given
  if (laws.total === 0) return { metric: 0, detail: 'No law has the words in its title or text.' }
  if (laws.types.length === 0)
    return laws.total === null
      ? unknown('the list of laws does not say how many it holds')
      : atMost(laws.total, `${counted(laws.total, 'law')} of all types with ${wordsIn(laws)}, in force or not.`)
  const found = ofKind(laws, 'instrument')
  const count = found.reduce((sum, one) => sum + one.count, 0)
  const instruments = someOf(count, 'instrument, rule or order', 'instruments, rules and orders')
  const inForce = count === 0 ? '' : ', in force or not'
  return counting(
    laws,
    count,
    `${instruments} with ${wordsIn(laws)}${byType(found)}${inForce}${beside(given, 'instruments')}.`,
  )
}

const primaryFinding = (given: Given): FactorReading => {
  const { laws } = given
  if (laws.primary === null) return unknown('the list of laws does not say how many of each kind it holds')
  const acts = someOf(laws.primary, 'Act or Measure', 'Acts or Measures')
  return counting(
    laws,
    laws.primary,
    `${acts} with ${wordsIn(laws)}${byType(ofKind(laws, 'act'))}${beside(given, 'acts')}.`,
  )
}

interface Recent {
  readonly from: number
  readonly count: number
}
const recentFinding = ({ recent, ...given }: Given & { readonly recent: Recent | null }): FactorReading => {
  if (recent === null) return unknown('the list of laws does not say how many of each year it holds')
  const laws = someOf(recent.count, 'law')
  return counting(
    given.laws,
    recent.count,
    `${laws} among them made since ${recent.from}${beside(given, 'recent', 'in the five years to')}.`,
  )
}

const steps = 12 // five stages in each House, amendments, assent
const foremost = (bills: readonly Bill[]): Bill | undefined =>
  bills.toSorted((a, b) => (b.progress ?? -1) - (a.progress ?? -1))[0]

const whereabouts = ({ title, stage, house }: Bill): string =>
  stage === null ? `${title}, not yet presented` : `${title}: ${stage}${house === null ? '' : `, ${house}`}`

/** Of the laws that are listed, those that are no more. */
const endedFinding = ({ laws }: Pick<Found, 'laws'>): string | null => {
  const ended = laws.filter((law) => law.ended !== null)
  const [first] = ended
  if (!first) return null
  const named = `${first.title.replace(/ *\([^()]*\)$/, '')}, ${first.ended}`
  return ended.length === 1
    ? `One of the ${counted(laws.length, 'law')} listed is no longer in force: ${named}.`
    : `${ended.length} of the ${counted(laws.length, 'law')} listed are no longer in force, among them ${named}.`
}

/** Lawmakers' attention to a subject. Much of it is more serious: if it is uncertain, the advice is to look it up. */
export const attentionTo = (
  asked: Node<{ readonly query: string }>,
  laws: Shown<Found>,
  bills: Shown<readonly Bill[]>,
): ScoreNode => {
  const recent = derive({ laws, now, own }, ({ laws: { years, total }, now, own }): Recent | null => {
    const from = now.getUTCFullYear() - own.recent_years + 1
    const byYear = Object.entries(years)
    if (byYear.length === 0 && total !== 0) return null
    return { from, count: byYear.reduce((sum, [year, count]) => sum + (Number(year) >= from ? count : 0), 0) }
  })
  return score(
    'regulatory-relevance',
    {
      legislation_volume: factor({ laws, asked, own }, volumeFinding),
      primary_legislation: factor({ laws, asked, own }, primaryFinding),
      recent_activity: factor({ laws, asked, recent: maybe(recent), own }, recentFinding),
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
    },
    { grave: 'high', gates: gates({ ended_listed: gate(laws, endedFinding) }) },
  )
}
