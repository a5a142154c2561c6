/** `migrate`, `backup` and `restore`: all data of the store at once. */
import { configure, migrateEvidence, openUpkeep, type Audit } from '@domesday/core/tool'
import {
  carriedFile,
  carriedWith,
  carryKeys,
  checkCarriedFile,
  checkChoice,
  takeKeys,
  type Carried,
  type Choice,
  type CarriedKeys,
} from '@domesday/evidence-parts/carried-keys'
import { actorIn } from './acting.ts'
import { auditLine, auditLines, auditShown } from './audit.ts'
import { isConfirmed } from './asking.ts'
import { onlyArgument, pathFrom, UsageFault, type Command, type Invocation } from './command.ts'

const json = { type: 'boolean' } as const

const booksOf = (audit: Audit): readonly string[] => [auditLine(audit), ...auditLines(audit)]
const statusOf = ({ faults }: Audit): number => (faults.length === 0 ? 0 : 1)

const migrate: Command = {
  words: 'migrate',
  summary:
    'brings ledger, evidence and schedule to the schema of this release, after a checked copy; --now even while a server uses it',
  options: { now: { type: 'boolean' }, json },
  run: async (invocation) => {
    const { service, flags, print, remark } = invocation
    const upkeep = await openUpkeep(service)
    const now = flags['now'] === true
    const { from, to, copy, audit } = await upkeep.migrate({ now }, actorIn(invocation))
    const evidence = await migrateEvidence(service, now)
    const schedule = await migrateSchedule(service, remark)
    if (flags['json']) print(JSON.stringify({ from, to, copy, evidence, schedule, ...auditShown(audit) }))
    else
      print(
        [
          ...(copy === null
            ? migratedLine('the ledger', { from, to })
            : [`copied the ledger of schema ${from} to ${copy}`, `migrated it to schema ${to}`]),
          ...migratedLine('the evidence', evidence),
          ...migratedLine('the scheduled work', schedule),
          ...booksOf(audit),
        ].join('\n'),
      )
    return statusOf(audit)
  },
}

const migratedLine = (what: string, migrated: { readonly from: number; readonly to: number } | null) => {
  if (migrated === null) return []
  const { from, to } = migrated
  if (from === 0) return [`made the tables of ${what}, with schema ${to}`]
  return [from === to ? `${what} has schema ${to} already` : `migrated ${what} from schema ${from} to ${to}`]
}

/** What the nodes of a fleet share of scheduled work; null where there is none. */
const migrateSchedule = async (service: Invocation['service'], remark: Invocation['remark']) => {
  const { packages } = await configure(service)
  // The ledger of one machine has no fleet, whatever DATABASE_URL is for.
  if (packages.store.id === 'sqlite') return null
  const log = { info: () => {}, warn: (_: object, message: string) => remark(message) }
  return (await packages.sharedJobs?.migrate?.({ env: service.env, log })) ?? null
}

const backup: Command = {
  words: 'backup',
  takes: '<file>',
  summary:
    'writes a checked copy of the ledger, while a server runs too, and the public keys of evidence beside it; --with-signing-key the private one too; never over a file that exists',
  options: { 'with-signing-key': { type: 'boolean' }, json },
  run: async (invocation) => {
    const file = pathFrom(invocation, onlyArgument(invocation, 'file to be written'))
    const { flags, service, print } = invocation
    checkCarriedFile(file)
    const written = await (await openUpkeep(service)).backup(file)
    const keys = await carryKeys(service, file, { withPrivate: flags['with-signing-key'] === true })
    print(
      flags['json']
        ? JSON.stringify({
            file: written.file,
            schema: written.schema,
            signing_keys: keys && { file: keys.file, private_key: keys.privateAt, has_private_key: keys.hasPrivate },
            ...auditShown(written.audit),
          })
        : [
            `wrote ${written.file}, schema ${written.schema}`,
            ...(keys === null ? [] : carriedLines(keys)),
            ...booksOf(written.audit),
          ].join('\n'),
    )
    return statusOf(written.audit)
  },
}

const carriedLines = ({ file, hasPrivate, privateAt }: CarriedKeys): readonly string[] =>
  hasPrivate
    ? [`wrote ${file}, with the private key that signs evidence: keep it secret`]
    : [`wrote ${file}, the public keys of evidence`, `the private one is in ${privateAt}, and not in the backup`]

const restore: Command = {
  words: 'restore',
  takes: '<file>',
  summary:
    'puts a checked copy in the place of the ledger, which stays beside it; stop the server first; asks whether the key that signs evidence comes along: --with-signing-key, --without-signing-key',
  options: { 'with-signing-key': { type: 'boolean' }, 'without-signing-key': { type: 'boolean' }, json },
  run: async (invocation) => {
    const file = pathFrom(invocation, onlyArgument(invocation, 'file to be restored'))
    const { service } = invocation
    const wanted = wantedIn(invocation)
    const upkeep = await openUpkeep(service)
    const carried = await carriedWith(service, file)
    const choice = carried === null ? nothingCarried(file, wanted) : await chosen(invocation, carried, wanted)
    if (carried !== null) checkChoice(service, carried, choice)
    const { schema, isOld, replaced, audit } = await upkeep.restore(file, actorIn(invocation))
    const keys = carried === null ? null : await takeKeys(service, carried, choice, new Date())
    if (invocation.flags['json']) {
      const signing = keys && { path: keys.path, signs_with: keys.signsWith }
      const restored = { file, schema, needs_migration: isOld, replaced, signing_keys: signing, ...auditShown(audit) }
      invocation.print(JSON.stringify(restored))
      return 0
    }
    const lines = [
      `restored ${file}, schema ${schema}`,
      ...(replaced === null ? [] : [`the ledger that it replaces is now ${replaced}`]),
      ...booksOf(audit),
      ...(keys === null ? [] : [`evidence is signed with ${keys.signsWith}, in ${keys.path}`]),
      ...(isOld ? ['run domesday migrate before the next start'] : []),
    ]
    invocation.print(lines.join('\n'))
    return 0
  },
}

const wantedIn = ({ flags }: Invocation): Choice | null => {
  if (flags['with-signing-key'] && flags['without-signing-key'])
    throw new UsageFault('takes --with-signing-key or --without-signing-key, not both')
  return flags['with-signing-key'] ? 'with' : flags['without-signing-key'] ? 'without' : null
}

/** Of a service that has signed nothing, or a backup of an earlier release. */
const nothingCarried = (file: string, wanted: Choice | null): Choice => {
  if (wanted === 'with')
    throw new UsageFault(`has no ${carriedFile(file)}, which a backup with signing keys has beside it`)
  return 'without'
}

/** What the operator wants; asked where the machine does not know the key yet, so that the answer matters. */
const chosen = async (invocation: Invocation, { here, current }: Carried, wanted: Choice | null): Promise<Choice> => {
  if (wanted !== null) return wanted
  if (here === 'signs') return 'with'
  if (here === 'retired') return 'without'
  const elsewhere =
    'asks whether the key that signs evidence comes along: say --with-signing-key or --without-signing-key where nobody can answer'
  const question = `The key ${current.kid} signed evidence when this was backed up. Does it come along?`
  return (await isConfirmed(invocation, question, elsewhere)) ? 'with' : 'without'
}

export const upkeepCommands: readonly Command[] = [migrate, backup, restore]
