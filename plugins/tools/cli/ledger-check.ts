/** `ledger check`: the audit. */
import { openBooks } from '@domesday/core/tool'
import { auditLine, auditLines, auditShown } from './audit.ts'
import type { Command } from './command.ts'

export const ledgerCheck: Command = {
  words: 'ledger check',
  summary: 'audits the ledger: every balance is the sum of its rows, every top-up is granted',
  options: { json: { type: 'boolean' } },
  run: async ({ service, flags, print }) => {
    const { books } = await openBooks(service)
    try {
      const audit = await books.ledger.audit()
      print(
        flags['json']
          ? JSON.stringify(auditShown(audit))
          : [`${auditLine(audit)}, ${audit.openHolds} open holds`, ...auditLines(audit)].join('\n'),
      )
      return audit.faults.length === 0 ? 0 : 1
    } finally {
      await books.close()
    }
  },
}
