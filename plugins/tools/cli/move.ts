/** `ledger move`: from one machine's file into the database of several nodes. */
import { handOver } from '@domesday/store-sqlite/contents'
import { takeOver } from '@domesday/store-postgres/take-over'
import { actorIn } from './acting.ts'
import { auditLine, auditLines, auditShown } from './audit.ts'
import { UsageFault, type Command } from './command.ts'

export const ledgerMove: Command = {
  words: 'ledger move',
  summary: 'carries ledger.db over to the empty database in DATABASE_URL, all or nothing; stop the server first',
  options: { json: { type: 'boolean' } },
  run: async (invocation) => {
    const { flags, print } = invocation
    const { mode, dataDir, env } = invocation.service
    if (mode !== 'live') throw new UsageFault('needs --live: the sandbox has no ledger that is worth moving')
    const { moved, taken } = await handOver(dataDir, { mode, now: Date.now() }, (contents) =>
      takeOver(env, mode, contents, actorIn(invocation)),
    )
    const { database, ...audit } = taken
    print(
      flags['json']
        ? JSON.stringify({ database, moved, ...auditShown(audit) })
        : [`moved the ledger to ${database}`, `the file is now ${moved}`, auditLine(audit), ...auditLines(audit)].join(
            '\n',
          ),
    )
    return 0
  },
}
