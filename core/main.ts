/** `npm start`: listens, says what there is, and drains when it is told to stop. */
import { existsSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { failed } from './service/fault-lines.ts'
import type { Listening } from './service/service.ts'
import { start } from './service/start.ts'
import { onStop } from './service/stopping.ts'

const fail = (what: string, error: unknown): never => {
  console.error(failed(what, error, process.env))
  process.exit(1)
}
const unclean = (error: unknown): never => fail('Domesday did not stop cleanly', error)
const onListening = (service: Listening): void =>
  onStop(() => void service.close().then(() => process.exit(0), unclean))

try {
  if (existsSync('.env')) process.loadEnvFile('.env')
  await start(process.argv.slice(2), { env: process.env, print: console.log, onListening })
  // Node keeps what it has compiled at a regular end only; a service may be killed instead.
  flushCompileCache()
} catch (error) {
  fail('Domesday does not start', error)
}
