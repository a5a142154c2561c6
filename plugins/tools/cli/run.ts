/** Finds the command that is typed, parses its options, and runs it, in any process. */
import { parseArgs } from 'node:util'
import {
  BootFault,
  inColumns,
  isProject,
  linesForOperator,
  nearest,
  optionsFrom,
  shownPlain,
} from '@domesday/core/tool'
import { UsageFault, type Command, type Terminal } from './command.ts'
import { configCommands } from './config.ts'
import { datasetCommands } from './datasets.ts'
import { evidenceCommands } from './evidence.ts'
import { gatewayCommands } from './gateways.ts'
import { docs } from './docs.ts'
import { get } from './get.ts'
import { jobCommands } from './jobs.ts'
import { ledgerCheck } from './ledger-check.ts'
import { ledgerMove } from './move.ts'
import { mcp } from './mcp.ts'
import { operatorsCommands } from './operator.ts'
import { pluginCommands } from './plugin.ts'
import { policyTry } from './policy.ts'
import { reportCommands } from './reports.ts'
import { upkeepCommands } from './upkeep.ts'
import { verifyCommands } from './verify.ts'

export const commands: readonly Command[] = [
  get,
  ...operatorsCommands,
  ledgerCheck,
  ledgerMove,
  ...reportCommands,
  ...upkeepCommands,
  ...datasetCommands,
  ...evidenceCommands,
  ...jobCommands,
  ...configCommands,
  ...gatewayCommands,
  ...pluginCommands,
  ...verifyCommands,
  policyTry,
  mcp,
  // Its pages are those of the project.
  ...(isProject() ? [docs] : []),
]

const help = (of: readonly Command[] = commands): string => `domesday <command>

${inColumns([
  // In a clone that is `npm start`.
  ...(of === commands && !isProject()
    ? [['  start', 'starts the service: the sandbox, or with --live the real sources']]
    : []),
  ...of.map(({ words, takes = '', summary }) => [`  ${words} ${takes}`.trimEnd(), summary]),
])}

--live selects live mode; without it a command works on the sandbox. --json writes output for programs.`

const asksForHelp = (word: string | undefined): boolean => word === 'help' || word === '--help' || word === '-h'

const startingWith = (word: string): readonly Command[] => commands.filter(({ words }) => words.split(' ')[0] === word)

const unknownCommand = (argv: readonly string[]): string => {
  const typed = argv.slice(0, 2).join(' ')
  const inside = startingWith(argv[0]!)
  if (inside.length > 0 && argv.length === 1)
    return `'${argv[0]!}' needs a second word: ${inside.map(({ words }) => words).join(', ')}`
  const near =
    nearest(
      typed,
      commands.map(({ words }) => words),
    ) ??
    nearest(
      argv[0]!,
      commands.flatMap(({ words }) => words.split(' ')[0]!),
    )
  return `there is no command '${typed}'${near ? `; did you mean '${near}'?` : '.'} 'domesday help' lists them.`
}

/** The command that is typed, or a sentence on why there is none. */
export const commandIn = (argv: readonly string[]): Command | string =>
  commands.find(({ words }) => words.split(' ').every((word, i) => argv[i] === word)) ?? unknownCommand(argv)

/** A negative number is an argument, or the value of the option before it, and no option. */
const withNumbersLast = (args: readonly string[], options: Command['options'] = {}): string[] => {
  const isNegative = (one: string): boolean => /^-\d+$/.test(one)
  const [others, numbers]: [string[], string[]] = [[], []]
  for (const one of args) {
    const before = others.at(-1) ?? ''
    if (!isNegative(one)) others.push(one)
    else if (before.startsWith('--') && options[before.slice(2)]?.type === 'string')
      others.push(`${others.pop()}=${one}`)
    else numbers.push(one)
  }
  return numbers.length === 0 ? others : [...others, '--', ...numbers]
}

/** Throws the error of `parseArgs` for an option that the command does not have. */
export const optionsIn = (argv: readonly string[], { words, options }: Command) =>
  parseArgs({
    args: withNumbersLast(argv.slice(words.split(' ').length), options),
    allowPositionals: true,
    options: {
      ...options,
      live: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })

const helpOf = ({ words, takes = '', summary, options }: Command): string =>
  `domesday ${words} ${takes}\n${summary}\noptions: ${Object.keys({ ...options, live: 0 })
    .map((name) => `--${name}`)
    .join(' ')}`

/** Resolves to the exit status. No text of a file, a source or a setting steers the terminal. */
export const run = async (argv: readonly string[], terminal: Terminal): Promise<number> => {
  const { env, cwd, output, errors } = terminal
  const print = (line: string): void => void output.write(`${shownPlain(line)}\n`)
  const remark = (line: string): void => void errors.write(`${shownPlain(line)}\n`)
  const fail = (line: string, status = 2): number => {
    remark(`domesday: ${line}`)
    return status
  }
  const [first] = argv
  if (first === undefined || asksForHelp(first)) {
    print(help())
    return 0
  }
  const command = commandIn(argv)
  if (typeof command === 'string') {
    const inside = startingWith(first)
    if (inside.length === 0 || !asksForHelp(argv[1])) return fail(command)
    print(help(inside))
    return 0
  }
  try {
    const { values, positionals } = optionsIn(argv, command)
    if (values['help']) {
      print(helpOf(command))
      return 0
    }
    if (!command.takes && positionals.length > 0) throw new UsageFault(`takes no '${positionals[0]}'`)
    return await command.run({
      terminal,
      args: positionals,
      flags: values as Readonly<Record<string, string | boolean | undefined>>,
      service: optionsFrom(env, { live: values['live'] === true }, cwd),
      print,
      remark,
    })
  } catch (error) {
    if (error instanceof UsageFault) return fail(`${command.words} ${error.message}`)
    if ((error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS'))
      // Of several lines the last says what to write.
      return fail((error as Error).message.split('\n').at(-1)!)
    const lines = linesForOperator(error, env)
    return fail(error instanceof BootFault ? ['the settings have faults:', ...lines].join('\n') : lines.join('\n'), 1)
  }
}
