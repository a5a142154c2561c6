/** Who is meant by a record that carries no key of its subject, and how sure that is. */
import { choice, counted, list, object, text, type Of, type Shape } from '@domesday/core'
import { companyWords, formOf, plainName, type Company } from './name.ts'

const fields = object(
  {
    by: text('What it was found by, such as number or name'),
    agreed: list(text(), 'What agrees'),
    against: list(text(), 'What does not'),
    sure: choice(
      ['certain', 'likely', 'possible'],
      'certain and likely ones are taken for facts; a possible one may be another’s, and is never counted as its own',
    ),
  },
  'How sure it is that the record is about this one, where the registers share no key',
)
export interface Match extends Of<typeof fields> {}
/** Its schema has a name, so that documents have it once. */
export const matchShape: Shape<Match> = { ...fields, schema: { ...fields.schema, title: 'Match' } }

/** The record states the subject’s own number. */
export const numberMatch: Match = { by: 'number', agreed: ['number'], against: [], sure: 'certain' }

interface Span {
  readonly name: string
  readonly from: string | null
  readonly until: string | null
  readonly isFormer: boolean
}
type Held = Pick<Company, 'name' | 'formerNames' | 'since'>
/** The names that it bears and bore, each with its days. The day of a change belongs to both. */
const spansOf = ({ name, formerNames, since = null }: Held): readonly Span[] => {
  const changed = formerNames
    .flatMap(({ until }) => until ?? [])
    .toSorted()
    .at(-1)
  return [
    { name, from: changed ?? since, until: null, isFormer: false },
    ...formerNames.map(({ name, from, until }) => ({
      name,
      from: from ?? since,
      until: until ?? null,
      isFormer: true,
    })),
  ]
}

const monthsOn = (day: string, months: number): string => {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return new Date(Date.UTC(year, month - 1 + months, date)).toISOString().slice(0, 10)
}
const isWithin = ({ from, until }: Span, day: string, lag: number): boolean =>
  (from === null || day >= from) && (until === null || day <= monthsOn(until, lag))
/** Publishers go on with a name that was given up; after a year another company may well have it. */
const isAfter = ({ until }: Span, day: string, lag: number): boolean =>
  until !== null && day > until && day <= monthsOn(until, lag + 12)

interface Told {
  readonly name: string
  /** The day of the record; null where it states none. */
  readonly on: string | null
  /** Months by which records of the kind come out after the name was written. */
  readonly lag?: number
}

/**
 * A record of a day under a name of the company; null where the company did not bear that name then. No two companies
 * on the register may have names that differ in their form alone (Companies Act 2006, section 66), so that a name with
 * its form tells who is meant; without it a name of one word may be anybody's.
 */
export const matchByName = (company: Held, { name, on, lag = 0 }: Told): Match | null => {
  const plain = plainName(name),
    form = formOf(name)
  const borne = spansOf(company)
    .filter((span) => plain !== '' && plainName(span.name) === plain)
    .toSorted((a, b) => Number(formOf(b.name) === form) - Number(formOf(a.name) === form))
  const inTime = on === null ? borne : borne.filter((span) => isWithin(span, on, lag))
  const [span] = inTime.length > 0 ? inTime : borne.filter((span) => on !== null && isAfter(span, on, lag))
  if (span === undefined) return null
  const isLate = inTime.length === 0
  // A company that took another form had both.
  const forms = borne.map(({ name }) => formOf(name)).filter((own) => own !== '')
  const sameForm = form === '' || forms.length === 0 ? null : forms.includes(form)
  const against = [...(sameForm === false ? ['legal form'] : []), ...(isLate ? ['time'] : [])]
  return {
    by: 'name',
    agreed: [
      span.isFormer ? 'former name' : 'name',
      ...(sameForm === true ? ['legal form'] : []),
      ...(on === null || isLate ? [] : ['time']),
    ],
    against,
    sure: against.length > 0 || (sameForm === null && companyWords(name).length < 2) ? 'possible' : 'likely',
  }
}

const order = ['certain', 'likely', 'possible']
/** The surest first. */
export const bySureness = (a: Match, b: Match): number => order.indexOf(a.sure) - order.indexOf(b.sure)
/** The surest of several. */
export const surest = (matches: readonly (Match | null)[]): Match | null =>
  matches.filter((one) => one !== null).toSorted(bySureness)[0] ?? null

export interface Sorted<T> {
  /** Certain and likely. */
  readonly own: readonly T[]
  readonly possible: readonly T[]
  /** Of a time when the company did not bear the name. */
  readonly others: number
}
/** Records under names of a company, by whose they are. `of` is null where one is another's. */
export const sortedBy = <T>(records: readonly T[], of: (record: T) => Match | null): Sorted<T> => {
  const sureOf = records.map((record) => [record, of(record)?.sure ?? null] as const)
  const those = (...sure: readonly (string | null)[]): readonly T[] =>
    sureOf.flatMap(([record, one]) => (sure.includes(one) ? [record] : []))
  return { own: those('certain', 'likely'), possible: those('possible'), others: those(null).length }
}

/** Why what was counted may be less than what there is; null where it is not. `one` is a record, such as `grant`. */
export const doubtOf = ({ possible, others }: Sorted<unknown>, one: string): string | null => {
  const said = [
    possible.length === 0 ? null : `${counted(possible.length, one)} may be its own: a possible match by name alone`,
    others === 0
      ? null
      : `${counted(others, one)} of before it was formed or bore the name may belong to another of its name`,
  ].filter((why) => why !== null)
  return said.length === 0 ? null : said.join('; ')
}
