/** `npm start`: listens, says what there is, and drains when it is told to stop. */
import { existsSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { linesForOperator } from './service/fault-lines.ts'
import { greeting } from './service/greeting.ts'
import { optionsFrom } from './service/options.ts'
import { startService } from './service/service.ts'
import { onStop } from './service/stopping.ts'

const fail = (what: string, error: unknown): never => {
  console.error(
    `${what}:\n${linesForOperator(error, process.env)
      .map((line) => `  ${line}`)
      .join('\n')}`,
  )
  process.exit(1)
}

try {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const { values } = parseArgs({ options: { live: { type: 'boolean', default: false } } })
  const service = await startService(optionsFrom(process.env, values))
  onStop(
    () =>
      void service.close().then(
        () => process.exit(0),
        (error: unknown) => fail('Domesday did not stop cleanly', error),
      ),
  )
  console.log(await greeting(service))
  // The first answers go before what loads for later ones.
  await setTimeout(100)
  await service.warm()
  // Node keeps what it has compiled at a regular end only; a service may be killed instead.
  flushCompileCache()
} catch (error) {
  fail('Domesday does not start', error)
}
