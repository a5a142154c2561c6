/** `keys …`: works on the data folder, even while a server runs; the server sees changes within a second. */
import { inColumns, milliseconds, openBooks, openStore, type Billing, type Books } from '@domesday/core/tool'
import { onlyArgument, UsageFault, wholeNumber, type Command, type Invocation } from './command.ts'

const withBilling = async <T>({ service }: Invocation, use: (billing: Billing) => Promise<T>): Promise<T> => {
  const billing = await openStore(service)
  try {
    return await use(billing)
  } finally {
    await billing.close()
  }
}

/** Reads only: it never migrates, and leaves the write lock to a running server. */
const withBooks = async <T>({ service }: Invocation, use: (books: Books) => Promise<T>): Promise<T> => {
  const books = await openBooks(service)
  try {
    return await use(books)
  } finally {
    await books.close()
  }
}

const json = { type: 'boolean' } as const
const day = (at: number | null): string => (at === null ? '–' : new Date(at).toISOString().slice(0, 10))

const duration = (text: unknown, name: string): number => {
  try {
    return milliseconds(String(text))
  } catch (error) {
    throw new UsageFault(`--${name}: ${(error as Error).message}`)
  }
}

const create: Command = {
  words: 'keys create',
  summary: 'issues a key with credits; it is shown once',
  options: {
    credits: { type: 'string', default: '200' },
    label: { type: 'string' },
    expires: { type: 'string' },
    json,
  },
  run: (invocation) =>
    withBilling(invocation, async ({ keys }) => {
      const { credits, label, expires, json } = invocation.flags
      const issued = await keys.create({
        credits: wholeNumber(credits, 'credits'),
        ...(typeof label === 'string' && { label }),
        ...(expires !== undefined && { expires: Date.now() + duration(expires, 'expires') }),
      })
      invocation.print(
        json
          ? JSON.stringify(issued)
          : `${issued.key}\n\nid ${issued.id}, ${issued.credits} credits. This is the only time that the key is shown.`,
      )
      return 0
    }),
}

const list: Command = {
  words: 'keys list',
  summary: 'lists keys with their balances',
  options: { json },
  run: (invocation) =>
    withBooks(invocation, async ({ keys }) => {
      const all = await keys.list()
      if (invocation.flags['json']) {
        invocation.print(
          JSON.stringify(
            all.map(({ id, label, createdAt, expiresAt, revokedAt, balance, held }) => ({
              id,
              label,
              created_at: new Date(createdAt).toISOString(),
              expires_at: expiresAt && new Date(expiresAt).toISOString(),
              revoked_at: revokedAt && new Date(revokedAt).toISOString(),
              balance,
              held,
            })),
          ),
        )
      } else {
        invocation.print(
          inColumns([
            ['id', 'label', 'balance', 'held', 'created', 'expires', 'revoked'],
            ...all.map((key) => [
              key.id,
              key.label ?? '',
              String(key.balance),
              String(key.held),
              day(key.createdAt),
              day(key.expiresAt),
              day(key.revokedAt),
            ]),
          ]),
        )
      }
      return 0
    }),
}

const topUp: Command = {
  words: 'keys top-up',
  takes: '<id>',
  summary: 'adds credits; once for each --reference',
  options: { credits: { type: 'string' }, reference: { type: 'string' }, json },
  run: (invocation) =>
    withBilling(invocation, async ({ ledger }) => {
      const id = onlyArgument(invocation, 'key id'),
        { credits, reference, json } = invocation.flags
      const remaining = await ledger.grant(
        id,
        wholeNumber(credits, 'credits', 1),
        typeof reference === 'string' ? reference : undefined,
      )
      invocation.print(json ? JSON.stringify({ id, remaining }) : `${id} can spend ${remaining} credits`)
      return 0
    }),
}

const revoke: Command = {
  words: 'keys revoke',
  takes: '<id>',
  summary: 'revokes a key for good; its ledger stays',
  options: { json },
  run: (invocation) =>
    withBilling(invocation, async ({ keys }) => {
      const id = onlyArgument(invocation, 'key id')
      await keys.revoke(id)
      invocation.print(invocation.flags['json'] ? JSON.stringify({ id, revoked: true }) : `${id} is revoked`)
      return 0
    }),
}

const rotate: Command = {
  words: 'keys rotate',
  takes: '<id>',
  summary: 'issues a new secret for a key; the old one expires at once, or after --grace 24h',
  options: { grace: { type: 'string' }, json },
  run: (invocation) =>
    withBilling(invocation, async ({ keys }) => {
      const id = onlyArgument(invocation, 'key id'),
        { grace, json } = invocation.flags
      const issued = await keys.rotate(id, grace === undefined ? {} : { graceMs: duration(grace, 'grace') })
      invocation.print(
        json
          ? JSON.stringify(issued)
          : `${issued.key}\n\nThe old secret expires ${grace === undefined ? 'now' : `in ${String(grace)}`}.`,
      )
      return 0
    }),
}

const check: Command = {
  words: 'ledger check',
  summary: 'audits the ledger: every balance is the sum of its rows',
  options: { json },
  run: (invocation) =>
    withBooks(invocation, async ({ ledger }) => {
      const { keys, rows, openHolds, faults } = await ledger.audit()
      invocation.print(
        invocation.flags['json']
          ? JSON.stringify({ keys, rows, open_holds: openHolds, faults })
          : [
              `${keys} keys, ${rows} rows, ${openHolds} open holds`,
              ...faults,
              faults.length === 0 ? 'the books balance' : `${faults.length} faults`,
            ].join('\n'),
      )
      return faults.length === 0 ? 0 : 1
    }),
}

export const keyCommands: readonly Command[] = [create, list, topUp, revoke, rotate, check]
