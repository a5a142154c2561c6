/** What was not read of a company's file and may hold a flag that moves the verdict. */
import type { Profile } from '@domesday/source-companies-house'
import type { Facts } from '@domesday/subject-company'

/** Others of its file hold no severe flag, or a gate of theirs says that it could not be looked at. */
const severe = {
  officers: 'its officers',
  owners: 'its owners',
  statements: 'its statements about owners',
  filings: 'its filings',
  firms: 'the register of financial services',
  charities: 'the register of charities',
} as const satisfies Partial<Record<keyof Facts, string>>

/** Kinds that may be charities: companies with shares hardly ever are. */
const maybeCharity = /guarant|charitable|royal-charter|unregistered/

export const unreadOf = ({ type }: Pick<Profile, 'type'>, known: Facts | null): readonly string[] =>
  (Object.keys(severe) as (keyof typeof severe)[])
    .filter((part) => known === null || known[part] === null)
    .filter((part) => part !== 'charities' || maybeCharity.test(type ?? ''))
    .map((part) => severe[part])
