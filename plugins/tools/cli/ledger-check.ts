/** `ledger check`: the audit. */
import { openBooks } from '@domesday/core/tool'
import type { Command } from './command.ts'

export const ledgerCheck: Command = {
  words: 'ledger check',
  summary: 'audits the ledger: every balance is the sum of its rows',
  options: { json: { type: 'boolean' } },
  run: async ({ service, flags, print }) => {
    const { books } = await openBooks(service)
    try {
      const { keys, rows, openHolds, faults } = await books.ledger.audit()
      print(
        flags['json']
          ? JSON.stringify({ keys, rows, open_holds: openHolds, faults })
          : [
              `${keys} keys, ${rows} rows, ${openHolds} open holds`,
              ...faults,
              faults.length === 0 ? 'the books balance' : `${faults.length} faults`,
            ].join('\n'),
      )
      return faults.length === 0 ? 0 : 1
    } finally {
      await books.close()
    }
  },
}
