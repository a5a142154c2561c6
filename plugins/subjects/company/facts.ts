import type {
  Charges,
  Exemption,
  Filings,
  Insolvency,
  Officers,
  OwnerStatement,
  Owners,
  Profile,
} from '@domesday/source-companies-house'
import type { FoundCharity } from '@domesday/source-charity-commission'
import type { Accounts } from '@domesday/source-companies-house-accounts'
import type { Firm } from '@domesday/source-fca-register'
import type { Notice } from '@domesday/source-gazette'
import type { DataProtection } from '@domesday/source-ico-register'
import type { Contracts } from './contracts.ts'
import type { Payment } from './payment.ts'

/** The file as far as it is known: null where a register failed. */
export interface Facts {
  readonly today: string
  /** Today, or the day on which its winding-up began or it ended: its directors are responsible up to then. */
  readonly asOf: string
  readonly profile: Profile
  readonly officers: Officers | null
  readonly owners: Owners | null
  readonly statements: readonly OwnerStatement[] | null
  readonly exempt: readonly Exemption[] | null
  readonly filings: Filings | null
  readonly charges: Charges | null
  readonly insolvency: Insolvency | null
  readonly notices: readonly Notice[] | null
  readonly firms: readonly Firm[] | null
  readonly charities: readonly FoundCharity[] | null
  readonly dataProtection: DataProtection | null
}
/** What takes longest, and is asked for only where it is wanted. */
export interface FactsInFull extends Facts {
  readonly accounts: Accounts | null
  readonly contracts: Contracts | null
  readonly payment: Payment | null
}

/** Whether a company is trading. Types other than companies have the status `open` or `registered`. */
export const isLive = ({ status }: Profile): boolean =>
  status === 'active' || status === 'open' || status === 'registered'
