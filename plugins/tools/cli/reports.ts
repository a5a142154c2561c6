/** `usage`, `payments` and `ledger export`: the books for people and programs. They only read. */
import {
  inColumns,
  openBooks,
  paymentStates,
  usageDimensions,
  type BookEntry,
  type Books,
  type PaymentRecord,
  type UsageRow,
} from '@domesday/core/tool'
import { oneOf, readAll, someOf, type Read, type Reader } from '@domesday/surface-parts/readers'
import { moment, spanFaults, spanOf } from '@domesday/surface-parts/spans'
import { UsageFault, type Command, type Invocation } from './command.ts'
import { csvLine } from '@domesday/surface-operator/commands'

const withBooks = async (invocation: Invocation, use: (books: Books) => Promise<void>): Promise<number> => {
  const { books } = await openBooks(invocation.service)
  try {
    await use(books)
    return 0
  } finally {
    await books.close()
  }
}

const forms = { csv: { type: 'boolean' }, json: { type: 'boolean' } } as const
const timed = { from: { type: 'string' }, to: { type: 'string' } } as const
type Readers = Readonly<Record<string, Reader<unknown>>>

/** The flags that have readers. Throws one line with every fault. */
const read = <R extends Readers>(
  { flags, args }: Invocation,
  readers: R,
  names?: { readonly from: string; readonly to: string },
): Read<R> => {
  const given = Object.entries(flags).filter(
    (flag): flag is [string, string] => Object.hasOwn(readers, flag[0]) && typeof flag[1] === 'string',
  )
  const { values, faults } = readAll(Object.fromEntries(given), readers)
  const moments = values as Parameters<typeof spanFaults>[0] & Readonly<Record<string, never>>
  const { from, to } = names ?? { from: 'from', to: 'to' }
  const all = [
    ...faults.map(
      ({ parameter, detail, allowed }) => `--${parameter} ${detail}${allowed ? ` (${allowed.join(', ')})` : ''}`,
    ),
    ...spanFaults({ from: moments[from], to: moments[to] }, { from, to }).map(() => `--${from} is after --${to}`),
    ...(flags['csv'] && flags['json'] ? ['takes --csv or --json, not both'] : []),
    ...(args.length > 0 ? [`takes no argument: ${args.join(' ')}`] : []),
  ]
  if (all.length > 0) throw new UsageFault(all.join('; '))
  return values
}

const time = (at: number): string => new Date(at).toISOString()

const sums = ['calls', 'credits', 'refunds', 'refunded', 'payments', 'micro_usd'] as const
const usageShown = ({ of, microUsd, ...rest }: UsageRow): Readonly<Record<string, string | number | null>> => ({
  ...of,
  ...rest,
  micro_usd: microUsd,
})

const usage: Command = {
  words: 'usage',
  summary:
    'sums calls, credits, refunds and payments, this month or --from 2026-11-01 --to 2026-11-30, of --key <id>, --by key,endpoint,depth,surface,day',
  options: { ...timed, key: { type: 'string' }, by: { type: 'string' }, ...forms },
  run: async (invocation) => {
    const key: Reader<string> = (text) => text
    const wanted = read(invocation, { from: moment, to: moment, by: someOf(usageDimensions), key })
    return withBooks(invocation, async (books) => {
      const { by = [], key: keyId } = wanted
      if (keyId !== undefined) await books.keys.get(keyId)
      const span = spanOf(wanted, Date.now())
      const rows = (await books.reports.usage({ ...span, by, ...(keyId !== undefined && { keyId }) })).map(usageShown)
      const { csv, json } = invocation.flags
      const columns = [...by, ...sums]
      const cells = rows.map((row) => columns.map((column) => row[column]))
      if (json) invocation.print(JSON.stringify({ from: time(span.from), to: time(span.to), by, rows }))
      else if (csv) for (const row of [columns, ...cells]) invocation.print(csvLine(row))
      else {
        invocation.print(`from ${time(span.from)} to ${time(span.to)}`)
        invocation.print(inColumns([columns, ...cells.map((row) => row.map((cell) => String(cell ?? '–')))]))
      }
    })
  },
}

const paymentColumns = [
  'id',
  'at',
  'state',
  'purpose',
  'micro_usd',
  'endpoint',
  'depth',
  'surface',
  'key_id',
  'credits',
  'transaction',
  'payer',
] as const
const paymentShown = ({ at, microUsd, keyId, ...rest }: PaymentRecord) => ({
  ...rest,
  at: time(at),
  micro_usd: microUsd,
  key_id: keyId,
})

const payments: Command = {
  words: 'payments',
  summary: `lists payments, --state ${paymentStates.join('|')}, --since and --until a date; the payer is forgotten after a day`,
  options: { state: { type: 'string' }, since: { type: 'string' }, until: { type: 'string' }, ...forms },
  run: async (invocation) => {
    const readers = { state: oneOf(paymentStates), since: moment, until: moment }
    const { state, since, until } = read(invocation, readers, { from: 'since', to: 'until' })
    return withBooks(invocation, async ({ reports }) => {
      const listed = reports.payments({
        ...(state && { state }),
        ...(since && { from: since.starts }),
        ...(until && { to: until.ends }),
      })
      const { csv, json } = invocation.flags
      const table: string[][] = []
      if (csv) invocation.print(csvLine(paymentColumns))
      for await (const record of listed) {
        const row = paymentShown(record)
        const cells = paymentColumns.map((column) => row[column])
        if (json) invocation.print(JSON.stringify(row))
        else if (csv) invocation.print(csvLine(cells))
        else table.push(cells.map((cell) => String(cell ?? '–')))
      }
      if (csv || json) return
      invocation.print(table.length === 0 ? 'there are none' : inColumns([[...paymentColumns], ...table]))
    })
  },
}

/** Entries and payments in one table: what one has not is empty. */
const exportColumns = [
  'record',
  'at',
  'key_id',
  'kind',
  'amount',
  'balance',
  'reference',
  'endpoint',
  'depth',
  'surface',
  'state',
  'micro_usd',
  'credits',
  'transaction',
] as const
type Exported = Readonly<Partial<Record<(typeof exportColumns)[number], string | number | null>>>

const entryExported = ({ keyId, at, requestId, ...rest }: BookEntry): Exported => ({
  record: 'entry',
  at: time(at),
  key_id: keyId,
  reference: requestId,
  ...rest,
})
/** The payer is not exported: it is forgotten after a day, and a file is not. */
const paymentExported = ({ id, at, keyId, microUsd, purpose, payer: _, ...rest }: PaymentRecord): Exported => ({
  record: 'payment',
  at: time(at),
  key_id: keyId,
  kind: purpose,
  reference: id,
  micro_usd: microUsd,
  ...rest,
})

const exported = async function* (
  books: Books,
  span: { readonly from: number; readonly to: number },
): AsyncIterable<Exported> {
  for await (const entry of books.reports.entries(span)) yield entryExported(entry)
  for await (const payment of books.reports.payments(span)) yield paymentExported(payment)
}

const ledgerExport: Command = {
  words: 'ledger export',
  summary:
    'writes the rows of the ledger and the payments, this month or --from --to, as --csv or as --json, a line each',
  options: { ...timed, ...forms },
  run: async (invocation) => {
    const wanted = read(invocation, { from: moment, to: moment })
    const { csv, json } = invocation.flags
    if (!csv && !json) throw new UsageFault('needs --csv or --json')
    return withBooks(invocation, async (books) => {
      if (csv) invocation.print(csvLine(exportColumns))
      for await (const row of exported(books, spanOf(wanted, Date.now())))
        invocation.print(csv ? csvLine(exportColumns.map((column) => row[column])) : JSON.stringify(row))
    })
  },
}

export const reportCommands: readonly Command[] = [usage, payments, ledgerExport]
