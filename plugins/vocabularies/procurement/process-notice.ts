/** A process as a notice: its status, and what it is worth. */
import { plainName } from '@domesday/vocabulary-companies'
import { inOneCurrency, sums, type Money } from './money.ts'
import { matchOf, type Notice } from './notice.ts'
import type { Process } from './process.ts'
import type { Award } from './release.ts'

const statusOf = ({ awards, intended = [], stage, deadline }: Process, on: string | null): Notice['status'] =>
  awards.length > 0 || (stage === 'complete' && intended.length === 0)
    ? 'awarded'
    : // Nobody can tender for what is to be awarded directly.
      (stage === 'active' || (stage === null && deadline !== null)) &&
        (deadline === null ? intended.length === 0 : on === null || deadline >= on)
      ? 'open'
      : 'closed'

/**
 * What awards have in common that state one amount for all of them: the ceiling of a framework for the same lots, or
 * what the whole tender is worth.
 */
const ceilingOf = (
  { framework, estimate }: Pick<Process, 'framework' | 'estimate'>,
  { worth, lots }: Award,
): string | null => {
  const [only, other] = worth
  if (only === undefined || other !== undefined) return null
  const amount = `${only.amount ?? only.gross} ${only.currency}`
  if (estimate.some((whole) => `${whole.amount ?? whole.gross} ${whole.currency}` === amount)) return amount
  return framework ? `${amount} ${lots.join()}` : null
}
const wonIn = (process: Process, awards: readonly Award[]): readonly Money[] => {
  const seen = new Set<string>()
  const counted = awards.filter((award) => {
    const ceiling = ceilingOf(process, award)
    if (ceiling === null) return true
    return !seen.has(ceiling) && seen.add(ceiling)
  })
  return sums(counted.flatMap(({ worth }) => worth))
}
/** Whether an amount is of these awards alone: of one supplier each, and of no award to others. */
export const isTheirs = (process: Process, own: readonly Award[]): boolean => {
  const others = process.awards.filter((award) => !own.includes(award)).map((award) => ceilingOf(process, award))
  return own.every((award) => {
    const ceiling = ceilingOf(process, award)
    return award.suppliers.length === 1 && (ceiling === null || !others.includes(ceiling))
  })
}

const suppliersOf = (awards: readonly Award[]): Notice['suppliers'] => [
  ...new Map(
    awards
      .flatMap((award) => award.suppliers)
      .map((supplier) => [supplier.company ?? plainName(supplier.name), supplier]),
  ).values(),
]

/**
 * The portal of the notices. If a notice does not state where the work is done, it counts in the portal's nation, if
 * any.
 */
export interface Portal {
  readonly source: string
  readonly nation: string | null
}

/** The process as a notice. `awards`: all of them, or those to one supplier. */
export const noticeOf = (
  { source, nation }: Portal,
  process: Process,
  on: string | null,
  awards = process.awards,
): Notice => {
  const { ocids, notice, url, title, buyer, estimate, published, deadline, regions, cpv } = process
  const { intended = [] } = process
  const won = wonIn(process, awards)
  const shown = [won, awards.length > 0 ? [] : wonIn(process, intended), estimate].find((some) => some.length > 0) ?? []
  const awarded = inOneCurrency(won)
  return {
    source,
    id: notice,
    ocids,
    match: matchOf(buyer, title ?? ''),
    title: title ?? '',
    buyer,
    status: statusOf(process, on),
    ...inOneCurrency(shown),
    awardedValue: awarded.value,
    awardedGross: awarded.gross,
    published,
    deadline,
    awarded:
      awards
        .flatMap(({ date }) => date ?? [])
        .toSorted()
        .at(-1) ?? null,
    regions: regions.length > 0 || nation === null ? regions : [nation],
    cpv,
    suppliers: suppliersOf(awards),
    intended: awards.length > 0 ? [] : suppliersOf(intended),
    url,
  }
}
