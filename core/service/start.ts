/** A start: opens the service that arguments and environment name, greets, and loads the rest. */
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { greeting } from './greeting.ts'
import { optionsFrom, type ServiceOptions } from './options.ts'
import { startService, type Listening } from './service.ts'

type Starting = Pick<ServiceOptions, 'env' | 'logTo'> & { print(text: string): void; onListening(one: Listening): void }

export const start = async (args: readonly string[], { env, logTo, print, onListening }: Starting): Promise<void> => {
  const { values } = parseArgs({ args: [...args], options: { live: { type: 'boolean', default: false } } })
  const service = await startService({ ...optionsFrom(env, values), ...(logTo && { logTo }) })
  onListening(service)
  print(await greeting(service))
  // The first answers go before what loads for later ones.
  await setTimeout(100)
  await service.warm()
}
