/** The command line: exits with the status of the command. */
import { existsSync } from 'node:fs'
import { loadEnvFile } from 'node:process'
import { linesForOperator } from '@domesday/core/tool'
import { run } from './run.ts'

const remark = (line: string): void => console.error(line)

try {
  if (existsSync('.env')) loadEnvFile('.env')
  process.exitCode = await run(process.argv.slice(4), {
    env: process.env,
    print: (line) => console.log(line),
    remark,
  })
} catch (error) {
  remark(`domesday: ${linesForOperator(error, process.env).join('\n')}`)
  process.exitCode = 1
}
