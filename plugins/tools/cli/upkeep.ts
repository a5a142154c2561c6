/** `migrate`, `backup` and `restore`: all data of the store at once. */
import { openUpkeep, type Audit } from '@domesday/core/tool'
import { auditLine, auditLines, auditShown } from './audit.ts'
import { onlyArgument, type Command } from './command.ts'

const json = { type: 'boolean' } as const

const booksOf = (audit: Audit): readonly string[] => [auditLine(audit), ...auditLines(audit)]
const statusOf = ({ faults }: Audit): number => (faults.length === 0 ? 0 : 1)

const migrate: Command = {
  words: 'migrate',
  summary: 'brings the ledger to the schema of this release, after a checked copy; --now even while a server uses it',
  options: { now: { type: 'boolean' }, json },
  run: async ({ service, flags, print }) => {
    const upkeep = await openUpkeep(service)
    const { from, to, copy, audit } = await upkeep.migrate({ now: flags['now'] === true })
    if (flags['json']) print(JSON.stringify({ from, to, copy, ...auditShown(audit) }))
    else
      print(
        [
          ...(copy === null
            ? [`the ledger has schema ${to} already`]
            : [`copied the ledger of schema ${from} to ${copy}`, `migrated it to schema ${to}`]),
          ...booksOf(audit),
        ].join('\n'),
      )
    return statusOf(audit)
  },
}

const backup: Command = {
  words: 'backup',
  takes: '<file>',
  summary: 'writes a checked copy of the ledger, while a server runs too; never over a file that exists',
  options: { json },
  run: async (invocation) => {
    const file = onlyArgument(invocation, 'file to be written')
    const written = await (await openUpkeep(invocation.service)).backup(file)
    invocation.print(
      invocation.flags['json']
        ? JSON.stringify({ file: written.file, schema: written.schema, ...auditShown(written.audit) })
        : [`wrote ${written.file}, schema ${written.schema}`, ...booksOf(written.audit)].join('\n'),
    )
    return statusOf(written.audit)
  },
}

const restore: Command = {
  words: 'restore',
  takes: '<file>',
  summary: 'puts a checked copy in the place of the ledger, which stays beside it; stop the server first',
  options: { json },
  run: async (invocation) => {
    const file = onlyArgument(invocation, 'file to be restored')
    const { schema, isOld, replaced, audit } = await (await openUpkeep(invocation.service)).restore(file)
    if (invocation.flags['json']) {
      invocation.print(JSON.stringify({ file, schema, needs_migration: isOld, replaced, ...auditShown(audit) }))
      return 0
    }
    const lines = [
      `restored ${file}, schema ${schema}`,
      ...(replaced === null ? [] : [`the ledger that it replaces is now ${replaced}`]),
      ...booksOf(audit),
      ...(isOld ? ['run domesday migrate before the next start'] : []),
    ]
    invocation.print(lines.join('\n'))
    return 0
  },
}

export const upkeepCommands: readonly Command[] = [migrate, backup, restore]
