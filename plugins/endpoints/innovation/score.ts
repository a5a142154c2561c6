/** How innovative a company is, by what it patents, what research it is given money for, and its trade. */
import { counted, derive, factor, maybe, pounds, score, spoken, type Node, type ScoreNode } from '@domesday/core'
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
  /** Projects that run today. */
  readonly active: Node<number>
  readonly now: Node<Date>
  readonly tune: Node<Tune>
}

const atLeast = (count: number, one: string, complete: boolean): string =>
  count === 0 ? `No ${one}` : `${complete ? '' : 'At least '}${counted(count, one)}`

const worth = (amount: number, count: number, one: string, more: string): string =>
  count === 0 ? `no ${one}` : `${pounds(amount)} in ${counted(count, one, more)}`
/** Grants in other currencies, or of no stated amount, are counted, and add nothing. */
const worthOf = ({ total, value, priced }: Grants): string =>
  priced === total
    ? worth(value, total, 'other grant', 'other grants')
    : priced === 0
      ? `${counted(total, 'other grant')} of no known amount in pounds`
      : `${pounds(value)} in ${priced.toLocaleString('en-GB')} of ${counted(total, 'other grant')}`

/** Patents live for twenty years: none counts as the oldest that could be. */
const oldest = 240
export const monthsSince = (day: string, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - Date.parse(day)) / ((365.25 / 12) * 86_400_000)))
export const ago = (months: number): string =>
  months === 0 ? 'less than a month ago' : `${counted(months, 'month')} ago`

type Alignment = { readonly kind: 'research' | 'technology' | 'other'; readonly codes: readonly string[] }
/** The trade of the register's codes. A setting of few digits stands for all codes that begin so. */
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
    patent_portfolio: factor({ patents }, ({ patents: { families, publications, complete } }) => ({
      metric: families,
      detail:
        families === 0
          ? 'No patent or published application names it as applicant.'
          : `${atLeast(families, 'invention', complete)}, in ${counted(publications, 'publication')}.`,
    })),
    patent_recency: factor({ patents, now }, ({ patents: { newest }, now }) =>
      newest === null
        ? { metric: oldest, detail: 'No dated publication of a patent.' }
        : {
            metric: monthsSince(newest, now),
            detail: `The newest publication came out ${ago(monthsSince(newest, now))}, on ${spoken(newest)}.`,
          },
    ),
    research_grants: factor({ research, grants: maybe(grants) }, ({ research: { awarded, priced }, grants }) => ({
      metric: awarded + (grants?.value ?? 0),
      detail: `Awarded to it: ${[
        worth(awarded, priced, 'research award of known amount', 'research awards of known amount'),
        ...(grants === null ? [] : [worthOf(grants)]),
      ].join('; ')}.`,
    })),
    active_research_projects: factor({ research, active }, ({ research: { total, complete }, active }) => ({
      metric: active,
      detail:
        total === 0
          ? 'It has a part in no research project.'
          : `${atLeast(active, 'research project', complete)} running, of ${total} that it leads or has a part in.`,
    })),
    sector_alignment: factor({ alignment }, ({ alignment: { kind, codes } }) => ({
      metric: kind,
      detail: `Registered ${alignments[kind]}: ${codes.map(inWords).join('; ')}.`,
    })),
  })
}
