/** The command line: finds the command, parses its options, and exits with its status. */
import { existsSync } from 'node:fs'
import { loadEnvFile } from 'node:process'
import { parseArgs } from 'node:util'
import { inColumns, BillingError, BootFault, nearest, optionsFrom } from '@domesday/core/tool'
import { UsageFault, type Command } from './command.ts'
import { configCommands } from './config.ts'
import { datasetCommands } from './datasets.ts'
import { gatewayCommands } from './gateways.ts'
import { docs } from './docs.ts'
import { get } from './get.ts'
import { keyCommands } from './keys.ts'
import { pluginCommands } from './plugin.ts'

const commands: readonly Command[] = [
  get,
  ...keyCommands,
  ...datasetCommands,
  ...configCommands,
  ...gatewayCommands,
  ...pluginCommands,
  docs,
]

const help = (of: readonly Command[] = commands): string => `domesday <command>

${inColumns(of.map(({ words, takes = '', summary }) => [`  ${words} ${takes}`.trimEnd(), summary]))}

--live selects live mode; without it a command works on the sandbox. --json writes output for programs.`

const asksForHelp = (word: string | undefined): boolean => word === 'help' || word === '--help' || word === '-h'

const fail = (line: string, status = 2): number => {
  console.error(`domesday: ${line}`)
  return status
}

const main = async (argv: readonly string[]): Promise<number> => {
  if (argv.length === 0 || asksForHelp(argv[0])) {
    console.log(help())
    return 0
  }
  const command = commands.find(({ words }) => words.split(' ').every((word, i) => argv[i] === word))
  if (!command) {
    const typed = argv.slice(0, 2).join(' ')
    const inside = commands.filter(({ words }) => words.split(' ')[0] === argv[0])
    if (inside.length > 0 && asksForHelp(argv[1])) {
      console.log(help(inside))
      return 0
    }
    if (inside.length > 0 && argv.length === 1)
      return fail(`'${argv[0]!}' needs a second word: ${inside.map(({ words }) => words).join(', ')}`)
    const near =
      nearest(
        typed,
        commands.map(({ words }) => words),
      ) ??
      nearest(
        argv[0]!,
        commands.flatMap(({ words }) => words.split(' ')[0]!),
      )
    return fail(`there is no command '${typed}'${near ? `; did you mean '${near}'?` : '.'} 'domesday help' lists them.`)
  }
  try {
    const { values, positionals } = parseArgs({
      args: argv.slice(command.words.split(' ').length),
      allowPositionals: true,
      options: {
        ...command.options,
        live: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
    if (values['help']) {
      console.log(
        `domesday ${command.words} ${command.takes ?? ''}\n${command.summary}\noptions: ${Object.keys({
          ...command.options,
          live: 0,
        })
          .map((name) => `--${name}`)
          .join(' ')}`,
      )
      return 0
    }
    return await command.run({
      args: positionals,
      flags: values as Readonly<Record<string, string | boolean | undefined>>,
      service: optionsFrom(process.env, { live: values['live'] === true }),
      print: (line) => console.log(line),
      remark: (line) => console.error(line),
    })
  } catch (error) {
    if (error instanceof UsageFault) return fail(`${command.words} ${error.message}`)
    if (error instanceof BootFault) return fail(`the settings have faults:\n${error.lines.join('\n')}`, 1)
    if (error instanceof BillingError || error instanceof RangeError) return fail(error.message, 1)
    if ((error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS')) return fail((error as Error).message)
    throw error
  }
}

if (existsSync('.env')) loadEnvFile('.env')
process.exitCode = await main(process.argv.slice(4))
