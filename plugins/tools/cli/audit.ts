/** How commands show an audit. */
import { paymentStates, type Audit } from '@domesday/core/tool'

export const auditLine = ({ keys, rows, outstanding }: Audit): string =>
  `${keys} keys, ${rows} rows, ${outstanding} credits outstanding`

const paymentsLine = ({ payments }: Audit): string =>
  `payments: ${paymentStates
    .map((state) => `${payments[state].count} ${state} ($${payments[state].microUsd / 1e6})`)
    .join(', ')}`

export const auditLines = (audit: Audit): readonly string[] => [
  paymentsLine(audit),
  ...audit.faults,
  audit.faults.length === 0 ? 'the books balance' : `${audit.faults.length} faults`,
]

export const auditShown = ({ keys, rows, openHolds, outstanding, payments, faults }: Audit) => ({
  keys,
  rows,
  open_holds: openHolds,
  outstanding,
  payments: Object.fromEntries(
    paymentStates.map((state) => [state, { count: payments[state].count, micro_usd: payments[state].microUsd }]),
  ),
  faults,
})
