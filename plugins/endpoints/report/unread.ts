/** What was not read of a company's file, or in part, and may hold a flag that moves the verdict. */
import { gate, gates, type GateFinding, type GatesNode } from '@domesday/core'
import type { Profile } from '@domesday/source-companies-house'
import type { CompanyFile } from '@domesday/subject-company'

/** Others of its file hold no severe flag, or a gate of theirs says that it could not be looked at. */
const severe = {
  officers: 'its officers',
  owners: 'its owners',
  filings: 'its filings',
  firms: 'the register of financial services',
  charities: 'the register of charities',
} as const satisfies Partial<Record<keyof CompanyFile, string>>
const parts = Object.keys(severe) as (keyof typeof severe)[]

/** Gates that find nothing: they are in doubt where a part of the file is, and nothing else is asked of them. */
export const unreadIn = (file: CompanyFile): GatesNode =>
  gates(Object.fromEntries(parts.map((part) => [part, gate({ part: file[part] }, () => null)])))

/** Kinds that may be charities: companies with shares hardly ever are. */
const maybeCharity = /guarant|charitable|royal-charter|unregistered/

export const unreadInWords = ({ type }: Pick<Profile, 'type'>, unread: readonly GateFinding[]): readonly string[] =>
  parts
    .filter((part) => unread.some(({ gate }) => gate === part))
    .filter((part) => part !== 'charities' || maybeCharity.test(type ?? ''))
    .map((part) => severe[part])
