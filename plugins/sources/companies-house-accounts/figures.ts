/** Of the facts of a document the figures of its balance sheet, and of the one before. */
import { companyNumber } from '@domesday/vocabulary-companies'
import { countBy, day, stated, type XmlElement } from '@domesday/core'
import { readTagged, type Context, type XbrlFact, type Tagged } from './ixbrl.ts'
import { figureNames, type Figures, type FiguresOfYear, type Filed } from './filed.ts'
import { exemptions, fits, header, isWanted, meanings, standards, statuses, type Tag } from './tags.ts'
import { flagOf, headcountOf, numberOf } from './values.ts'

type Name = keyof Figures
const named = (facts: readonly XbrlFact[], names: readonly string[]): readonly XbrlFact[] =>
  names.flatMap((name) => facts.filter((fact) => fact.name === name))
const isWhole = ({ dimensions }: Context): boolean => Object.keys(dimensions).length === 0
const latest = (days: readonly string[]): string | null => days.toSorted().at(-1) ?? null

/** Facts by the figure that they state, and by how surely: those of the first tag first. */
type Stating = Readonly<Record<Name, readonly (readonly XbrlFact[])[]>>

const statingOf = (facts: readonly XbrlFact[]): Stating => {
  const of = (name: Name, tag: Tag): readonly XbrlFact[] =>
    facts.filter(
      (fact) =>
        fits(tag, fact.name, fact.context.dimensions) &&
        (fact.context.from === null) === (meanings[name].over === 'day') &&
        fact.text !== '',
    )
  return Object.fromEntries(
    figureNames.map((name) => [name, meanings[name].tags.map((tag) => of(name, tag))]),
  ) as unknown as Stating
}

const all = (stating: Stating, over: 'day' | 'period'): readonly XbrlFact[] =>
  figureNames.filter((name) => meanings[name].over === over).flatMap((name) => stating[name].flat())

/** The currency that most amounts are in: others repeat some of them in another one. */
const currencyOf = (stating: Stating): string | null =>
  Object.keys(
    countBy(
      [...all(stating, 'day'), ...all(stating, 'period')].filter(({ currency }) => currency !== null),
      ({ currency }) => currency!,
    ),
  )[0] ?? null

interface Told {
  readonly value: number | null
  readonly contradicting: boolean
  readonly withheld: boolean
}

/** One figure, of the facts of one day: by the first tag that gives a number. */
const told = (name: Name, byTag: Stating[Name], on: string | null, currency: string | null): Told => {
  const isPeople = meanings[name].unit === 'people'
  const ofDay = byTag.map((facts) =>
    facts.filter((fact) => fact.context.on === on && (isPeople || (fact.currency ?? currency) === currency)),
  )
  const read = isPeople ? headcountOf : numberOf
  const stating =
    ofDay.map((facts) => facts.filter((fact) => read(fact) !== null)).find(({ length }) => length > 0) ?? []
  const values = stating.flatMap((fact) => read(fact) ?? [])
  return {
    value: values[0] ?? null,
    contradicting: Math.max(...values) - Math.min(...values) >= unitOf(stating),
    withheld: isPeople && stating.length === 0 && ofDay.flat().length > 0,
  }
}
/** The coarsest unit in which a figure is written: a note in thousands repeats the page and does not contradict it. */
const unitOf = (facts: readonly XbrlFact[]): number => 10 ** Math.max(0, ...facts.map(({ scale }) => Number(scale)))

/** The days of a year: its balance sheet, and the end of its period, which may lie a day apart. */
interface Year {
  readonly on: string
  readonly end: string | null
  readonly from: string | null
}

/** Dates are those of contexts: the page writes them in any way, and the names of contexts mean nothing. */
const yearsOf = ({ facts, contexts }: Tagged, stating: Stating): readonly Year[] => {
  const days = all(stating, 'day').map(({ context }) => context.on)
  const periods = all(stating, 'period').map(({ context }) => context)
  const covered = named(facts, header.balance_sheet).map(({ context }) => context.on)
  const on = latest([...days, ...covered]) ?? latest(periods.map((period) => period.on))
  if (on === null) return []
  /** Of several periods that end then the longest: a part of it may be stated too. */
  const startOf = (end: string | null): string | null =>
    contexts.flatMap((context) => (isWhole(context) && context.on === end ? (context.from ?? []) : [])).toSorted()[0] ??
    null
  const from = startOf(on) ?? named(facts, header.period_start).flatMap(({ text }) => day(text) ?? [])[0] ?? null
  const year = { on, end: on, from }
  // The day before is not always a year before, and may be the first of the period.
  const before = latest(days.filter((one) => one < on))
  const end = latest(periods.flatMap((period) => (period.on < on && period.from! < (from ?? on) ? period.on : [])))
  const prior = before ?? end
  return prior === null ? [year] : [year, { on: prior, end, from: startOf(end) ?? startOf(prior) }]
}

/** What the member means that a fact without text has chosen. */
const chosen = <T>(
  facts: readonly XbrlFact[],
  names: readonly string[],
  table: Readonly<Record<string, T>>,
): T | null => {
  const members = named(facts, names).flatMap(({ context }) => Object.values(context.dimensions))
  const known = members.find((member) => Object.hasOwn(table, member))
  return known === undefined ? null : table[known]!
}

const exemptionOf = (facts: readonly XbrlFact[]): string | null =>
  exemptions.find(([tag]) => facts.some((fact) => tag.test(fact.name) && flagOf(fact) !== false))?.[1] ?? null

const dormancyOf = (facts: readonly XbrlFact[]): boolean | null => {
  const said = named(facts, header.dormant).map(flagOf)
  const denied = named(facts, header.not_dormant).map(flagOf)
  return [...said, ...denied.map((flag) => (flag === null ? null : !flag))].find((flag) => flag !== null) ?? null
}

/**
 * What a filed document states, inline XBRL or plain; null where it tags neither a figure nor a balance sheet. It is
 * read whatever company it is of: the caller compares the number.
 */
export const readAccounts = (document: XmlElement): Filed | null => {
  const tagged = readTagged(document, isWanted)
  const { facts } = tagged
  const stating = statingOf(facts)
  const currency = currencyOf(stating)
  const years = yearsOf(tagged, stating)
  if (years.length === 0) return null
  const tellings = years.map(({ on, end }) =>
    figureNames.map(
      (name) => [name, told(name, stating[name], meanings[name].over === 'day' ? on : end, currency)] as const,
    ),
  )
  const namesOf = (at: number, which: 'contradicting' | 'withheld'): readonly string[] =>
    tellings[at]!.flatMap(([name, telling]) => (telling[which] ? [name] : []))
  const status = chosen(facts, header.status, statuses)
  return {
    company_number:
      [...named(facts, header.company_number).map(({ text }) => text), ...facts.map(({ context }) => context.company)]
        .map(companyNumber)
        .find((number) => number !== null) ?? null,
    name:
      named(facts, header.name)
        .map(({ text }) => stated(text))
        .find((name) => name !== null) ?? null,
    balance_sheet: years[0]!.on,
    period_start: years[0]!.from,
    dormant: dormancyOf(facts),
    audited: status?.audited ?? null,
    exemption: exemptionOf(facts) ?? status?.exemption ?? null,
    standard: chosen(facts, header.standard, standards),
    currency,
    years: years.map(({ on, from }, at): FiguresOfYear => ({
      on,
      from,
      figures: Object.fromEntries(tellings[at]!.map(([name, { value }]) => [name, value])) as unknown as Figures,
      contradicting: namesOf(at, 'contradicting'),
      withheld: namesOf(at, 'withheld'),
    })),
  }
}
