/** Where a company belongs. */
import type { Profile } from '@domesday/source-companies-house'

const nations = ['England', 'Wales', 'Scotland', 'Northern Ireland']

/** England and Wales are one jurisdiction: the registered office, whose country is free text, may tell which. */
const byJurisdiction: Readonly<Record<string, string>> = {
  england: 'England',
  wales: 'Wales',
  'england-wales': 'England and Wales',
  scotland: 'Scotland',
  'northern-ireland': 'Northern Ireland',
}

/** Null for a company from abroad, and for one of the whole kingdom. */
export const nationOf = ({ jurisdiction, office }: Pick<Profile, 'jurisdiction' | 'office'>): string | null => {
  const registered = byJurisdiction[jurisdiction ?? ''] ?? null
  const country = nations.find((one) => one.toLowerCase() === office?.country?.toLowerCase())
  return registered === 'England and Wales' && (country === 'England' || country === 'Wales') ? country : registered
}
