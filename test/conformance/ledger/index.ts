import { accountConformance } from './account.ts'
import { actConformance } from './acts.ts'
import { capConformance } from './caps.ts'
import { deliveryConformance } from './delivery.ts'
import { holdConformance } from './holds.ts'
import { idempotencyConformance } from './idempotency.ts'
import { interleavingConformance } from './interleavings.ts'
import { entryConformance } from './entries.ts'
import { paymentConformance } from './payments.ts'
import { repeatConformance } from './repeats.ts'
import { soldConformance } from './sold.ts'
import { subjectConformance } from './subjects.ts'
import { termConformance } from './terms.ts'
import { usageConformance } from './usage.ts'
import { fixtures, type Ended, type Fixture, type Open } from './fixture.ts'

export { purpose } from './fixture.ts'

/** All but the property, which makes hundreds of ledgers. */
export const ledgerConformanceData = (open: Open, ended?: Ended): (() => Promise<Fixture>) => {
  const fixture = fixtures(open, ended)
  entryConformance(fixture)
  holdConformance(fixture)
  idempotencyConformance(fixture)
  repeatConformance(fixture)
  soldConformance(fixture)
  deliveryConformance(fixture)
  subjectConformance(fixture)
  termConformance(fixture)
  capConformance(fixture)
  actConformance(fixture)
  accountConformance(fixture)
  paymentConformance(fixture)
  usageConformance(fixture)
  return fixture
}

/** What every store behind the ledger's port must do; call it inside a `describe` of the store. */
export const ledgerConformance = (open: Open, ended?: Ended): void =>
  interleavingConformance(ledgerConformanceData(open, ended))
