/** The command line: exits with the status of the command. */
import { existsSync } from 'node:fs'
import { loadEnvFile } from 'node:process'
import { run } from './run.ts'

if (existsSync('.env')) loadEnvFile('.env')
process.exitCode = await run(process.argv.slice(4), {
  env: process.env,
  print: (line) => console.log(line),
  remark: (line) => console.error(line),
})
