/** Which competitors are registered where very many companies are: at the address of a formation agent. */
import { countBy } from '@domesday/core'
import type { Competitor, Competitors, Registered } from '@domesday/source-companies-house'

export interface OfficeSettings {
  readonly competitors_shown: number
  readonly offices_checked: number
  readonly formation_agent: number
}

/** Written with a blank or without. */
const compact = (postcode: string): string => postcode.replace(/\s+/g, '').toUpperCase()
const officesOf = (items: readonly Competitor[]): readonly string[] => items.flatMap(({ postcode }) => postcode ?? [])

/** The postcodes to look at: of those shown, then where most competitors are. */
export const officesToCheck = (
  { items }: Competitors,
  { competitors_shown: shown, offices_checked: checked }: OfficeSettings,
): readonly string[] => {
  const many = Object.entries(countBy(officesOf(items), (postcode) => postcode))
    .toSorted(([, a], [, b]) => b - a)
    .map(([postcode]) => postcode)
  const postcodes = new Map<string, string>()
  for (const postcode of [...officesOf(items.slice(0, shown)), ...many])
    if (!postcodes.has(compact(postcode))) postcodes.set(compact(postcode), postcode)
  return [...postcodes.values()].slice(0, checked)
}

/** How many of the competitors are registered at formation agents. */
export interface Offices {
  /** Active companies by postcode, as far as it is known. */
  readonly registered: Readonly<Record<string, number>>
  readonly threshold: number
  readonly atAgents: number
  /** Of so many others it is not known: the company was not read, or its postcode not looked at. */
  readonly unsure: number
}
export const officesOfRivals = ({
  rivals: { total, items },
  crowds,
  shown: { formation_agent: threshold },
}: {
  readonly rivals: Competitors
  readonly crowds: readonly (Registered | null)[] | null
  readonly shown: OfficeSettings
}): Offices => {
  const registered = Object.fromEntries(
    (crowds ?? []).flatMap((one) => (one === null || one.total === null ? [] : [[compact(one.postcode), one.total]])),
  )
  const known = officesOf(items).flatMap((postcode) => registered[compact(postcode)] ?? [])
  return {
    registered,
    threshold,
    atAgents: known.filter((count) => count >= threshold).length,
    unsure: Math.max(0, total - known.length),
  }
}

/** Null where it is not known. */
export const companiesAt = ({ registered }: Offices, postcode: string | null): number | null =>
  postcode ? (registered[compact(postcode)] ?? null) : null
