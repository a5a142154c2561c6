/** Operators' commands, on the data folder itself, even while a server runs; it sees changes within a second. */
import { inColumns, openBooks, openStore, sellsToKeys, type Configured } from '@domesday/core/tool'
import {
  csvOf,
  fieldsOf,
  operatorCommands,
  InputRefused,
  readInput,
  type OperatorCommand,
  type InputFault,
  type Loaded,
  type CommandAnswer,
} from '@domesday/surface-operator/commands'
import { actorIn } from './acting.ts'
import { UsageFault, type Command, type Invocation } from './command.ts'

const optionOf = (field: string): string => field.replaceAll('_', '-')
const spoken = (field: string): string => field.replaceAll('_', ' ')
const argumentsOf = (command: OperatorCommand): readonly string[] => command.arguments ?? []
/** Commands show all pages. */
const ofPages = ['limit', 'cursor']

const takesOf = (command: OperatorCommand): string =>
  argumentsOf(command)
    .map((name) => `<${spoken(name)}>`)
    .join(' ')

const optionsOf = (command: OperatorCommand): NonNullable<Command['options']> => ({
  ...Object.fromEntries(
    Object.keys(fieldsOf(command))
      .filter((name) => !argumentsOf(command).includes(name) && !ofPages.includes(name))
      .map((name) => [optionOf(name), { type: 'string' as const }]),
  ),
  ...(command.kind === 'list' && { csv: { type: 'boolean' as const } }),
  json: { type: 'boolean' },
})

const knownIn = ({ plugins, packages }: Configured): Loaded => ({
  endpoints: [...plugins.endpoints.keys()],
  surfaces: packages.surfaces.filter(sellsToKeys).map(({ id }) => id),
  now: Date.now(),
})

const givenTo = (command: OperatorCommand, { args, flags }: Invocation): Readonly<Record<string, unknown>> => {
  const names = argumentsOf(command)
  if (args.length !== names.length)
    throw new UsageFault(names.length === 0 ? `takes no '${args[0]}'` : `needs ${takesOf(command)}`)
  const given = Object.entries(fieldsOf(command)).flatMap(([name, field]) => {
    const position = names.indexOf(name)
    const text = position >= 0 ? args[position] : flags[optionOf(name)]
    return typeof text === 'string' ? [[name, field.parse(text)] as const] : []
  })
  return Object.fromEntries(given)
}

/** One line for all faults, under the names of the command line. */
const usage = (command: OperatorCommand, faults: readonly InputFault[]): UsageFault =>
  new UsageFault(
    faults
      .map(({ parameter, detail }) =>
        argumentsOf(command).includes(parameter)
          ? `<${spoken(parameter)}> ${detail}`
          : `--${optionOf(parameter)} ${detail}`,
      )
      .join('; '),
  )

const inputOf = (command: OperatorCommand, invocation: Invocation, configured: Configured, cursor?: string): any => {
  const given = { ...givenTo(command, invocation), ...(cursor !== undefined && { cursor }) }
  const read = readInput(fieldsOf(command), given, knownIn(configured))
  if ('faults' in read) throw usage(command, read.faults)
  return read.input
}

const print = (invocation: Invocation, answer: CommandAnswer, tell: (answer: CommandAnswer) => string): void =>
  invocation.print(invocation.flags['json'] ? JSON.stringify(answer) : tell(answer))

const printRows = (
  { flags, print }: Invocation,
  { columns, empty, answer }: Extract<OperatorCommand, { readonly kind: 'list' }>,
  rows: readonly CommandAnswer[],
): void => {
  if (flags['json']) return print(JSON.stringify(rows))
  if (flags['csv']) return print(csvOf(Object.keys(answer.fields ?? {}), rows).trimEnd())
  if (rows.length === 0) return print(empty)
  print(inColumns([Object.keys(columns), ...rows.map((row) => Object.values(columns).map((cell) => cell(row)))]))
}

/** Reads never migrate, and leave the write lock to a running server. */
const read = async (command: Exclude<OperatorCommand, { readonly kind: 'change' }>, invocation: Invocation) => {
  const { books, configured } = await openBooks(invocation.service)
  try {
    if (command.kind === 'view')
      return print(invocation, await command.run(inputOf(command, invocation, configured), books), command.tell)
    const rows: CommandAnswer[] = []
    for (let cursor: string | undefined; ;) {
      const page = await command.run(inputOf(command, invocation, configured, cursor), books)
      rows.push(...page.rows)
      if (page.next === null) return printRows(invocation, command, rows)
      cursor = page.next
    }
  } finally {
    await books.close()
  }
}

const change = async (command: Extract<OperatorCommand, { readonly kind: 'change' }>, invocation: Invocation) => {
  const { billing, configured } = await openStore(invocation.service)
  try {
    const input = inputOf(command, invocation, configured)
    print(invocation, await command.run(input, billing, actorIn(invocation)), command.tell)
  } finally {
    await billing.close()
  }
}

export const operatorsCommands: readonly Command[] = operatorCommands.map((command) => ({
  words: command.words,
  takes: takesOf(command),
  summary: command.summary,
  options: optionsOf(command),
  run: async (invocation) => {
    try {
      await (command.kind === 'change' ? change(command, invocation) : read(command, invocation))
    } catch (fault) {
      throw fault instanceof InputRefused ? usage(command, fault.faults) : fault
    }
    return 0
  },
}))
