/** A start: reads the arguments, opens the service, greets, and loads the rest. */
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { greeting } from './greeting.ts'
import { optionsFrom, type ServiceOptions } from './options.ts'
import { startService, type Listening } from './service.ts'

export interface Starting extends Pick<ServiceOptions, 'env' | 'logTo'> {
  print(greeting: string): void
  /** Called once it answers. */
  onListening(service: Listening): void
}

export const start = async (
  args: readonly string[],
  { env, logTo, print, onListening }: Starting,
): Promise<Listening> => {
  const { values } = parseArgs({ args: [...args], options: { live: { type: 'boolean', default: false } } })
  const service = await startService({ ...optionsFrom(env, values), ...(logTo && { logTo }) })
  onListening(service)
  print(await greeting(service))
  // The first answers go before what loads for later ones.
  await setTimeout(100)
  await service.warm()
  return service
}
