/** The command line: exits with the status of the command. */
import { existsSync } from 'node:fs'
import { loadEnvFile } from 'node:process'
import { linesForOperator, onStop } from '@domesday/core/tool'
import { run } from './run.ts'

const { env, stdout: output, stderr: errors } = process
// A reader that is gone, such as `head`, is no fault of a command.
for (const stream of [output, errors]) stream.on('error', () => {})

try {
  if (existsSync('.env')) loadEnvFile('.env')
  process.exitCode = await run(process.argv.slice(4), {
    env,
    cwd: process.cwd(),
    // Opened by what reads it.
    get input() {
      return process.stdin
    },
    output,
    errors,
    onStop,
  })
} catch (error) {
  errors.write(`domesday: ${linesForOperator(error, env).join('\n')}\n`)
  process.exitCode = 1
}
