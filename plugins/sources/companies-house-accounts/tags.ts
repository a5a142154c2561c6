/**
 * Which tags mean which figure: local names of the taxonomies of FRS 102 of 2014 and later (FRS 105 has the same), and
 * of UK GAAP of 2004 and 2009.
 */
import type { Figures } from './filed.ts'

/** A name alone is a total, without dimensions; with members it has no other dimensions, and at least one of these. */
export type Tag = string | readonly [name: string, members: Readonly<Record<string, string>>]
interface Meaning {
  /** `day`: as at a day; `period`: over a period. */
  readonly over: 'day' | 'period'
  readonly unit: 'money' | 'people'
  /** The first that is filed wins. */
  readonly tags: readonly Tag[]
}
const asAt = (...tags: readonly Tag[]): Meaning => ({ over: 'day', unit: 'money', tags })
const ofPeriod = (...tags: readonly Tag[]): Meaning => ({ over: 'period', unit: 'money', tags })

/** Two ways to say when creditors fall due; some filers use both at once. */
const due = (maturity: string, instruments: string): Tag => [
  'Creditors',
  {
    MaturitiesOrExpirationPeriodsDimension: maturity,
    'FinancialInstrumentCurrentNon-currentDimension': instruments,
  },
]

/** Creditors and charges are positive numbers; a loss is a negative profit. */
export const meanings: Readonly<Record<keyof Figures, Meaning>> = {
  net_assets: asAt(
    'NetAssetsLiabilities',
    'NetAssetsLiabilitiesIncludingPensionAssetLiability',
    'TotalNetAssetsLiabilities',
    // The other side of the balance sheet: some filers tag that alone.
    'Equity',
    'ShareholderFunds',
    'CapitalAndReserves',
  ),
  fixed_assets: asAt('FixedAssets', 'TangibleFixedAssets', 'PropertyPlantEquipment'),
  current_assets: asAt('CurrentAssets'),
  cash: asAt('CashBankOnHand', 'CashBankInHand'),
  debtors: asAt('Debtors'),
  stock: asAt('TotalInventories', 'Stocks', 'StocksInventory'),
  creditors_within_one_year: asAt(due('WithinOneYear', 'CurrentFinancialInstruments'), 'CreditorsDueWithinOneYear'),
  creditors_after_one_year: asAt(due('AfterOneYear', 'Non-currentFinancialInstruments'), 'CreditorsDueAfterOneYear'),
  net_current_assets: asAt('NetCurrentAssetsLiabilities'),
  total_assets_less_current_liabilities: asAt('TotalAssetsLessCurrentLiabilities'),
  staff: { over: 'period', unit: 'people', tags: ['AverageNumberEmployeesDuringPeriod', 'EmployeesTotal'] },
  turnover: ofPeriod('TurnoverRevenue', 'TurnoverGrossOperatingRevenue'),
  operating_profit: ofPeriod('OperatingProfitLoss'),
  profit: ofPeriod('ProfitLoss', 'ProfitLossForPeriod', 'ProfitLossOnOrdinaryActivitiesAfterTax'),
}

/** Facts about the company and the report; the first that is filed wins. */
export const header = {
  company_number: ['UKCompaniesHouseRegisteredNumber', 'CompaniesHouseRegisteredNumber'],
  name: ['EntityCurrentLegalOrRegisteredName', 'EntityCurrentLegalName'],
  /** Their contexts are dated; their texts are written in any way. */
  balance_sheet: ['BalanceSheetDate', 'EndDateForPeriodCoveredByReport'],
  period_start: ['StartDateForPeriodCoveredByReport'],
  dormant: ['EntityDormantTruefalse', 'EntityDormant', 'CompanyDormant'],
  not_dormant: ['CompanyNotDormant'],
  status: ['AccountsStatusAuditedOrUnaudited'],
  standard: ['AccountingStandardsApplied'],
} as const

const withoutReport = 'exempt from audit, without an accountant’s report'

/** What is chosen by a member of a dimension: the element itself is empty. */
export const statuses: Readonly<Record<string, { readonly audited: boolean; readonly exemption: string | null }>> = {
  Audited: { audited: true, exemption: null },
  'AuditExempt-NoAccountantsReport': { audited: false, exemption: withoutReport },
  AuditExemptNoAccountantsReport: { audited: false, exemption: withoutReport },
  AuditExemptWithAccountantsReport: { audited: false, exemption: 'exempt from audit, with an accountant’s report' },
  IndependentExaminationCharity: { audited: false, exemption: 'examined independently, as a charity’s accounts' },
}

export const standards: Readonly<Record<string, string>> = {
  'Micro-entities': 'micro-entities',
  SmallEntities: 'small entities',
  FRS101: 'FRS 101',
  FRS102: 'FRS 102',
  FRSSE: 'FRSSE',
  FullIFRS: 'IFRS',
  OtherStandards: 'other standards',
}

/** Statements that the directors make: the tag names the section of the Companies Act 2006. */
export const exemptions: readonly (readonly [RegExp, string])[] = [
  [
    /Exemption\w*UnderSection480/i,
    'exempt from audit as a dormant company, under section 480 of the Companies Act 2006',
  ],
  [/Exemption\w*UnderSection477/i, 'exempt from audit as a small company, under section 477 of the Companies Act 2006'],
  [
    /Exemption\w*UnderSection479A/i,
    'exempt from audit as a subsidiary with its parent’s guarantee, under section 479A of the Companies Act 2006',
  ],
]

const nameOf = (tag: Tag): string => (typeof tag === 'string' ? tag : tag[0])
const wanted: ReadonlySet<string> = new Set([
  ...Object.values(meanings).flatMap(({ tags }) => tags.map(nameOf)),
  ...Object.values(header).flat(),
])

/** Notes and the names of people stay unread. */
export const isWanted = (name: string): boolean => wanted.has(name) || exemptions.some(([tag]) => tag.test(name))

/** Whether a fact with these dimensions is what the tag means. */
export const fits = (tag: Tag, name: string, dimensions: Readonly<Record<string, string>>): boolean => {
  const given = Object.entries(dimensions)
  if (typeof tag === 'string') return tag === name && given.length === 0
  const [tagged, members] = tag
  return tagged === name && given.length > 0 && given.every(([dimension, member]) => members[dimension] === member)
}
