/** The innovation score of a company, from its patents, funded research and trade. */
import {
  atLeast,
  atMost,
  counted,
  derive,
  factor,
  maybe,
  pounds,
  score,
  spoken,
  type FactorReading,
  type Node,
  type ScoreNode,
} from '@domesday/core'
import { industryOf, type Profile } from '@domesday/source-companies-house'
import type { Patents } from '@domesday/source-epo-ops'
import type { Research } from '@domesday/source-gtr'
import type { Grants } from '@domesday/source-threesixty-giving'

export interface Tune {
  readonly research_sic_codes: readonly string[]
  readonly technology_sic_codes: readonly string[]
}

export interface File {
  readonly profile: Node<Profile>
  readonly patents: Node<Patents>
  readonly research: Node<Research>
  readonly grants: Node<Grants>
  /** Number of projects running today. */
  readonly active: Node<number>
  readonly now: Node<Date>
  readonly tune: Node<Tune>
}

const countOf = (count: number, one: string): string => (count === 0 ? `No ${one}` : counted(count, one))
/** A count; a lower bound if there was more than we could read. */
const counting = (metric: number, complete: boolean, detail: string): FactorReading =>
  complete ? { metric, detail } : atLeast(metric, metric === 0 ? `${detail} More was not read.` : `At least ${detail}`)

const worth = (amount: number, count: number, one: string, more: string): string =>
  count === 0 ? `no ${one}` : `${pounds(amount)} in ${counted(count, one, more)}`
/** Grants in other currencies or without an amount are counted, but not added up. */
const worthOf = ({ total, value, priced }: Grants): string =>
  priced === total
    ? worth(value, total, 'other grant', 'other grants')
    : priced === 0
      ? `${counted(total, 'other grant')} of no known amount in pounds`
      : `${pounds(value)} in ${priced.toLocaleString('en-GB')} of ${counted(total, 'other grant')}`

/** Months in twenty years, the life of a patent: without patents, the newest counts as this old. */
const oldest = 240
export const monthsSince = (day: string, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - Date.parse(day)) / ((365.25 / 12) * 86_400_000)))
export const ago = (months: number): string =>
  months === 0 ? 'less than a month ago' : `${counted(months, 'month')} ago`

/**
 * Whether the company's amount is known for every award. A partner receives nothing; the lead and those with a share
 * receive something, even if it is not stated.
 */
const isPriced = ({ awards }: Research): boolean =>
  awards.every(({ role, awarded }) => role === 'partner' || awarded !== null)

type Alignment = { readonly kind: 'research' | 'technology' | 'other'; readonly codes: readonly string[] }
/**
 * The alignment of the company's trade codes. A shorter code in the settings stands for all codes that start with it.
 */
export const alignmentOf = (
  sicCodes: readonly string[],
  { research_sic_codes: research, technology_sic_codes: technology }: Tune,
): Alignment => {
  const among = (settings: readonly string[]): readonly string[] =>
    sicCodes.filter((code) => settings.some((setting) => code.startsWith(setting)))
  const [inResearch, inTechnology] = [among(research), among(technology)]
  if (inResearch.length > 0) return { kind: 'research', codes: inResearch }
  return inTechnology.length > 0 ? { kind: 'technology', codes: inTechnology } : { kind: 'other', codes: sicCodes }
}
/** `Business and domestic software development (SIC 62012)` */
const inWords = (code: string): string => {
  const { description } = industryOf(code)
  return description === null ? `SIC ${code}` : `${description} (SIC ${code})`
}
const alignments: Readonly<Record<Alignment['kind'], string>> = {
  research: 'in research and development',
  technology: 'in a technology sector',
  other: 'in no sector that is known for research',
}

export const innovationOf = ({ profile, patents, research, grants, active, now, tune }: File): ScoreNode => {
  const alignment = derive({ profile, tune }, ({ profile, tune }) =>
    profile.sicCodes.length === 0 ? null : alignmentOf(profile.sicCodes, tune),
  )
  return score('innovation', {
    patent_portfolio: factor(patents, ({ total, publications, complete }) =>
      counting(
        total,
        complete,
        total === 0
          ? 'No patent or published application names it as applicant.'
          : `${countOf(total, 'invention')}, in ${counted(publications, 'publication')}.`,
      ),
    ),
    patent_recency: factor({ patents, now }, ({ patents: { newest, complete }, now }) => {
      const months = newest === null ? oldest : monthsSince(newest, now)
      const detail =
        newest === null
          ? 'No dated publication of a patent.'
          : `The newest publication came out ${ago(months)}, on ${spoken(newest)}.`
      return complete ? { metric: months, detail } : atMost(months, `${detail} More was not read.`)
    }),
    research_grants: factor({ research, grants: maybe(grants) }, ({ research, grants }) => {
      const { awarded, priced, complete } = research
      const sum = awarded + (grants?.value ?? 0)
      const parts = [
        worth(awarded, priced, 'research award of known amount', 'research awards of known amount'),
        ...(grants === null ? [] : [worthOf(grants)]),
      ]
      const isWhole = complete && isPriced(research) && grants?.complete === true && grants.priced === grants.total
      if (isWhole) return { metric: sum, detail: `Awarded to it: ${parts.join('; ')}.` }
      const lost = grants === null ? ' Other grants could not be read.' : ''
      return atLeast(sum, `Awarded to it at least: ${parts.join('; ')}.${lost}`)
    }),
    active_research_projects: factor({ research, active }, ({ research: { total, complete }, active }) =>
      counting(
        active,
        complete,
        total === 0
          ? 'It has a part in no research project.'
          : `${countOf(active, 'research project')} running, of ${total} that it leads or has a part in.`,
      ),
    ),
    sector_alignment: factor(alignment, ({ kind, codes }) => ({
      metric: kind,
      detail: `Registered ${alignments[kind]}: ${codes.map(inWords).join('; ')}.`,
    })),
  })
}
